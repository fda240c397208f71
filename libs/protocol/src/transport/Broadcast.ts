import { Data, Effect, Result } from "effect"
import * as z from "zod/mini"
import type { Rpc } from "./Rpc.ts"
import { isNotFound, type RpcError } from "./RpcError.ts"

/** A signed EVM transaction, with the hash computed from its bytes before broadcast. */
export interface SignedTransaction {
  /** 0x and the bytes in hex. */
  readonly raw: string
  /** 0x and 64 hex digits: the Keccak-256 of the bytes. */
  readonly hash: string
}

/**
 * Broadcasts a signed transaction. Repeating it is safe: a node that already has the transaction counts as success,
 * and after any other response the transaction is looked up before the broadcast counts as failed.
 * Uses one host only. Pass the pinned `rpc` that returned nonce and gas, because other nodes may not have this host's
 * latest state.
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
  // Only a definite rejection of the first attempt and a definite "not found" from the same host prove that the
  // transaction is not pending: after a lost answer, another node behind the host may have it.
  const gone = Result.isSuccess(looked) ? looked.success === null : isNotFound(looked.failure.reason)
  const refusal = Result.isFailure(sent) && !sent.failure.mayHaveRun ? sent.failure.reason : null
  return yield* new BroadcastError({
    hash,
    reason:
      gone && refusal?._tag === "Answered" && !isNonceUsed(refusal.text)
        ? { _tag: "Refused", code: refusal.code, text: refusal.text }
        : { _tag: "Uncertain", error: Result.isFailure(sent) ? sent.failure : null },
  })
})

const TransactionReply = z.nullable(z.looseObject({ hash: z.string() }))

const isSameHash = (said: unknown, hash: string): boolean =>
  typeof said === "string" && said.toLowerCase() === hash.toLowerCase()

/**
 * Phrases of Geth, Erigon, Nethermind, Besu and OpenEthereum for a known transaction. "unknown transaction type" is
 * not one.
 */
const isAlreadyKnown = ({ reason }: RpcError): boolean =>
  /already ?known|\bknown transaction\b|already imported|existing tx with same hash/i.test(
    // Some nodes send their errors with HTTP status code 500.
    reason._tag === "Answered" ? reason.text : reason._tag === "Status" ? (reason.said ?? "") : "",
  )

const isNotSent = ({ reason: { _tag } }: RpcError): boolean =>
  _tag === "NoEndpoint" || _tag === "BackedOff" || _tag === "BudgetExhausted"

/** The nonce is used, possibly by this very transaction: not every node finds a mined transaction by its hash. */
const isNonceUsed = (text: string): boolean => {
  // The patterns start again at each of their own first words.
  const start = text.slice(0, 10_000)
  return (
    /nonce(?: \d{1,20})?[_ ](?:is )?too[_ ]low|old ?nonce/i.test(start) ||
    hasInOrder(start.toLowerCase(), ["nonce", "already", "used"]) ||
    isSequenceUsed(start)
  )
}

/** A pattern with these words would start again at each of them: seconds for a hostile text. */
const hasInOrder = (text: string, words: readonly string[]): boolean => {
  let end = 0
  return words.every((word) => {
    const at = text.indexOf(word, end)
    end = at + word.length
    return at !== -1
  })
}

/** Nodes of Cosmos chains name both numbers: "invalid nonce; got 8, expected 9: invalid sequence". */
const isSequenceUsed = (text: string): boolean => {
  const got = /(?:nonce|sequence).*\bgot (\d{1,20})\b/i.exec(text)?.[1]
  const expected = /(?:nonce|sequence).*\bexpected (\d{1,20})\b/i.exec(text)?.[1]
  return got !== undefined && expected !== undefined && BigInt(got) < BigInt(expected)
}

/** Why a broadcast failed, and whether a node can have the transaction. */
export type BroadcastReason =
  /** The node rejected the transaction and does not have it. */
  | {
      readonly _tag: "Refused"
      readonly code: number
      /** The node's message. Untrusted. */
      readonly text: string
    }
  /** This attempt sent nothing: no node is configured, or none may be requested now. */
  | { readonly _tag: "NotSent"; readonly error: RpcError }
  /**
   * The bytes may be on the network: send the same ones again or watch `hash`, and do not sign a replacement. `error`
   * is `null` where the node returned a result other than the hash.
   */
  | { readonly _tag: "Uncertain"; readonly error: RpcError | null }

/** A broadcast whose acceptance is not confirmed. The text never contains the transaction's bytes. */
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
        return `${this.hash} may have been sent: ${reason.error?.message ?? "the node returned another hash"}`
    }
  }
}
