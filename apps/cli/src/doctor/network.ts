import { sanitizeLine } from "@wmodal/chains"
import { type Fetch, makeRpc, type Namespace, type Network, type Rpc } from "@wmodal/protocol"
import { Clock, Effect, Result, type Scope } from "effect"
import { getNodeTiers } from "../settings/nodeTiers.ts"
import type { Settings } from "../settings/Settings.ts"
import type { Check } from "./Check.ts"

/** Milliseconds, more than any usable node needs. */
const checkTimeoutMs = 10_000

/**
 * Requests the newest block from the nodes of a network, once, as the engine does.
 * @param unused The name of the check when no wallet is connected on this network: an unreachable node is noted then.
 */
export const checkNetwork = (
  settings: Settings,
  network: Network,
  unused: string | null = null,
): Effect.Effect<Check, never, Fetch> =>
  Effect.map(Effect.scoped(checkNodes(settings, network)), (found) => {
    if (unused === null) return found
    return found.status === "ok"
      ? { ...found, name: unused }
      : { ...found, name: unused, status: "noted", detail: `${found.detail} (not connected)` }
  })

/** Returns the request for the newest block, per namespace. */
const newestBlockRequests: Readonly<Record<Namespace, (node: Rpc) => ReturnType<Rpc["request"]>>> = {
  eip155: ({ request }) => request("eth_blockNumber"),
  solana: ({ request }) => request("getBlockHeight"),
  bip122: ({ request }) => request("GET", ["/blocks/tip/height"]),
  polkadot: ({ request }) => request("chain_getHeader"),
}

const checkNodes = Effect.fnUntraced(function* (
  settings: Settings,
  network: Network,
): Effect.fn.Return<Check, never, Fetch | Scope.Scope> {
  const id = network.caipNetworkId
  const { chainNamespace } = network
  const make =
    chainNamespace === "bip122"
      ? (yield* Effect.promise(() => import("@wmodal/protocol/rest"))).makeRest
      : makeRpc
  const nodes = yield* make({ tiers: getNodeTiers(settings, network) })
  const start = yield* Clock.currentTimeMillis
  const answer = yield* newestBlockRequests[chainNamespace](nodes).pipe(
    // The error may quote a node, so control characters are removed.
    Effect.mapError(({ message }) => sanitizeLine(message, 200)),
    Effect.timeoutOrElse({
      duration: checkTimeoutMs,
      orElse: () => Effect.fail(`no response in ${checkTimeoutMs / 1000} s`),
    }),
    Effect.result,
  )
  const ms = (yield* Clock.currentTimeMillis) - start
  const facts = { name: "network", about: "network", ms } as const
  if (Result.isFailure(answer)) {
    return { ...facts, status: "failed", detail: `${network.name} (${id}): ${answer.failure}` }
  }
  const { success } = answer
  const block = typeof success === "string" || typeof success === "number" ? Number(success) : Number.NaN
  return Number.isSafeInteger(block)
    ? { ...facts, status: "ok", detail: `${network.name} (${id}): block ${block}` }
    : { ...facts, status: "failed", detail: `${network.name} (${id}): the node returned no block number` }
})
