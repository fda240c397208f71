import { Data, Effect, Result } from "effect"
import * as z from "zod/mini"
import type { Rpc } from "./Rpc.ts"
import type { RpcError } from "./RpcError.ts"

/** A signed EVM transaction, with the hash that was computed from its bytes before any of them left. */
export interface SignedTransaction {
  /** 0x and the bytes in hex. */
  readonly raw: string
  /** 0x and 64 hex digits: the Keccak-256 of the bytes. */
  readonly hash: string
}

/**
 * Sends a signed transaction, as often as one likes: a node that has it already is as good as one that takes it,
 * and whatever else a node says, the transaction is looked for before the send counts as failed.
 * It stays on one host. Let `rpc` be the pinned one that gave nonce and gas, since another may not know yet what
 * this one took.
 */
export const broadcast = Effect.fnUntraced(function* (
  { pin }: Pick<Rpc, "pin">,
  { raw, hash }: SignedTransaction,
): Effect.fn.Return<void, BroadcastError> {
  const rpc = yield* pin
  const sent = yield* Effect.result(rpc.request("eth_sendRawTransaction", [raw]))
  if (Result.isSuccess(sent) ? isSameHash(sent.success, hash) : isAlreadyKnown(sent.failure)) return
  if (Result.isFailure(sent) && isNotSent(sent.failure)) {
    return yield* new BroadcastError({ hash, reason: { _tag: "NotSent", error: sent.failure } })
  }
  const looked = yield* Effect.result(rpc.request("eth_getTransactionByHash", [hash]))
  const found = Result.map(looked, (body) => TransactionReply.safeParse(body))
  if (Result.isSuccess(found) && found.success.success && isSameHash(found.success.data?.hash, hash)) return
  // Only a plain no, and a plain "not found" from the same host, mean that nothing of it is on its way.
  const gone = Result.isSuccess(looked) && looked.success === null
  const refusal =
    Result.isFailure(sent) && sent.failure.reason._tag === "Answered" ? sent.failure.reason : null
  return yield* new BroadcastError({
    hash,
    reason:
      gone && refusal !== null
        ? { _tag: "Refused", why: classifyRefusal(refusal.text), code: refusal.code, text: refusal.text }
        : { _tag: "Uncertain", error: Result.isFailure(sent) ? sent.failure : null },
  })
})

const TransactionReply = z.nullable(z.looseObject({ hash: z.string() }))

const isSameHash = (said: unknown, hash: string): boolean =>
  typeof said === "string" && said.toLowerCase() === hash.toLowerCase()

/** How Geth, Erigon, Nethermind, Besu and OpenEthereum say that they have it. "unknown transaction type" is not that. */
const isAlreadyKnown = ({ reason }: RpcError): boolean =>
  reason._tag === "Answered" && /already ?known|\bknown transaction\b|already imported/i.test(reason.text)

const isNotSent = ({ reason: { _tag } }: RpcError): boolean =>
  _tag === "NoEndpoint" || _tag === "BackedOff" || _tag === "BudgetExhausted"

const classifyRefusal = (text: string): "NonceTooLow" | "Other" =>
  /nonce (?:is )?too low|old ?nonce/i.test(text) ? "NonceTooLow" : "Other"

export type BroadcastReason =
  /** The node did not take it, and does not have it. `NonceTooLow`: another transaction has its place. */
  | {
      readonly _tag: "Refused"
      readonly why: "NonceTooLow" | "Other"
      readonly code: number
      /** What the node said; from outside. */
      readonly text: string
    }
  /** Nothing has left this time: there is nobody to send it to, or nobody who may be asked now. */
  | { readonly _tag: "NotSent"; readonly error: RpcError }
  /**
   * Its bytes may be on their way: send the same ones again, or watch for `hash`, and sign nothing in its place.
   * `error` is `null` where the node answered with something else than the hash.
   */
  | { readonly _tag: "Uncertain"; readonly error: RpcError | null }

/** A transaction that is not known to have been taken. Its bytes are never in the text. */
export class BroadcastError extends Data.TaggedError("BroadcastError")<{
  readonly hash: string
  readonly reason: BroadcastReason
}> {
  override get message() {
    const { reason } = this
    switch (reason._tag) {
      case "Refused":
        return `${this.hash} was refused: ${reason.text.slice(0, 200)}`
      case "NotSent":
        return `${this.hash} was not sent: ${reason.error.message}`
      case "Uncertain":
        return `${this.hash} may have been sent: ${reason.error?.message ?? "the node named another hash"}`
    }
  }
}
