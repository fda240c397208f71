import { BroadcastError, type Rpc, type RpcError } from "@wmodal/protocol"
import { Effect, Result } from "effect"
import type { Actions } from "../contract/Actions.ts"
import { refused, refusedBy } from "./failure.ts"
import { run } from "./run.ts"
import { readStatus } from "./search/landed.ts"
import { decodeTransaction } from "./wire/Transaction.ts"

/** The first signature. @param raw base64 */
const signatureIn = (raw: string): string | null => {
  const signatures = decodeTransaction(raw)?.signatures ?? []
  return signatures.includes(null) ? null : (signatures[0] ?? null)
}

export const hashOf: Actions["hashOf"] = ({ raw }) => signatureIn(raw)

/**
 * Tries it out first, and sends it without the node's own trial: so that a no comes from what has not left, and never
 * from a second attempt behind one whose answer was lost.
 */
export const broadcast: Actions["broadcast"] = Effect.fnUntraced(function* ({ raw, rpc }) {
  const hash = signatureIn(raw)
  if (hash === null) return yield* refused({ _tag: "Malformed" })
  const node = yield* rpc.pin
  const tried = yield* Effect.mapError(
    run(node, { transaction: raw, watched: [], how: "asIs" }),
    (error) => new BroadcastError({ hash, reason: { _tag: "NotSent", error } }),
  )
  if (tried.error === "AlreadyProcessed") return hash
  if (tried.error !== null) return (yield* isKnown(node, hash)) ? hash : yield* refusedBy(tried)

  const sent = yield* Effect.result(
    node.request("sendTransaction", [raw, { encoding: "base64", skipPreflight: true }]),
  )
  if (Result.isSuccess(sent) ? sent.success === hash : yield* isKnown(node, hash)) return hash
  return yield* lost(hash, Result.isSuccess(sent) ? null : sent.failure)
})

const lost = (hash: string, error: RpcError | null): BroadcastError => {
  const tag = error?.reason._tag
  return new BroadcastError({
    hash,
    reason:
      error !== null && (tag === "NoEndpoint" || tag === "BackedOff" || tag === "BudgetExhausted")
        ? { _tag: "NotSent", error }
        : { _tag: "Uncertain", error },
  })
}

/** A node that cannot say does not know it. */
const isKnown = (node: Rpc, hash: string): Effect.Effect<boolean> =>
  Effect.map(
    Effect.result(readStatus(node, hash)),
    (said) => Result.isSuccess(said) && said.success.status !== null,
  )
