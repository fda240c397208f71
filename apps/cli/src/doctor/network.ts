import { sanitizeLine } from "@wmodal/chains"
import { chainRules } from "@wmodal/chains/internal"
import type { Fetch, Network } from "@wmodal/protocol"
import { Clock, Effect, Result, type Scope } from "effect"
import { fetchOtherNetwork, openNodes } from "../settings/nodeIdentity.ts"
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

const checkNodes = Effect.fnUntraced(function* (
  settings: Settings,
  network: Network,
): Effect.fn.Return<Check, never, Fetch | Scope.Scope> {
  const id = network.caipNetworkId
  const { chainNamespace } = network
  const nodes = yield* openNodes(network, getNodeTiers(settings, network))
  const { method, params } = chainRules[chainNamespace].newestBlock
  const start = yield* Clock.currentTimeMillis
  const answer = yield* Effect.all({
    newest: nodes.request(method, params),
    // Some nodes do not say which network they serve.
    served: Effect.catch(fetchOtherNetwork(nodes, network), () => Effect.succeed(null)),
  }).pipe(
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
  const { newest, served } = answer.success
  if (served !== null)
    return { ...facts, status: "failed", detail: `${network.name} (${id}): the node serves ${served}` }
  const block = typeof newest === "string" || typeof newest === "number" ? Number(newest) : Number.NaN
  return Number.isSafeInteger(block)
    ? { ...facts, status: "ok", detail: `${network.name} (${id}): block ${block}` }
    : { ...facts, status: "failed", detail: `${network.name} (${id}): the node returned no block number` }
})
