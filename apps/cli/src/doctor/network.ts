import { printableLine } from "@wmodal/chains"
import { type Fetch, makeRpc, type Network } from "@wmodal/protocol"
import { Clock, Effect, Result, type Scope } from "effect"
import type { Settings } from "../settings/Settings.ts"
import { tiersOf } from "../settings/tiersOf.ts"
import type { Check } from "./Check.ts"

/** Longer than any node that is worth using. Milliseconds. */
const patience = 10_000

/** Asks the nodes of the selected network as the engine does, once. */
export const checkNetwork = (settings: Settings, network: Network): Effect.Effect<Check, never, Fetch> =>
  Effect.scoped(check(settings, network))

const check = Effect.fnUntraced(function* (
  settings: Settings,
  network: Network,
): Effect.fn.Return<Check, never, Fetch | Scope.Scope> {
  const id = network.caipNetworkId
  const nodes = yield* makeRpc({
    tiers: tiersOf(settings, network),
  })
  const start = yield* Clock.currentTimeMillis
  const answer = yield* nodes.request("eth_blockNumber").pipe(
    // It may quote the node, and a node may send anything.
    Effect.mapError(({ message }) => printableLine(message, 200)),
    Effect.timeoutOrElse({
      duration: patience,
      orElse: () => Effect.fail(`no answer in ${patience / 1000} s`),
    }),
    Effect.result,
  )
  const ms = (yield* Clock.currentTimeMillis) - start
  const facts = { name: "network", about: "network", ms } as const
  if (Result.isFailure(answer)) {
    return { ...facts, status: "failed", detail: `${network.name} (${id}): ${answer.failure}` }
  }
  const block = typeof answer.success === "string" ? Number(answer.success) : Number.NaN
  return Number.isSafeInteger(block)
    ? { ...facts, status: "ok", detail: `${network.name} (${id}): block ${block}` }
    : { ...facts, status: "failed", detail: `${network.name} (${id}): the node named no block` }
})
