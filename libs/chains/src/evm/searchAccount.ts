import type { Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import type { SendCheckpoint, TransactionStatus } from "../contract/TransactionStatus.ts"
import type { AccountHistory, MinedTransaction } from "./AccountHistory.ts"
import {
  type AccountTransaction,
  type ExpectedTransaction,
  isCancellation,
  isExactMatch,
  isPossibleMatch,
} from "./AccountTransaction.ts"
import type { Block } from "./blocks.ts"
import { type EvmCheckpoint, withKnownNonce } from "./checkpoint.ts"
import { fetchReceipt } from "./receipt.ts"

/** A query for a transaction among those of its sender. */
export interface AccountSearch {
  readonly node: Rpc
  readonly history: AccountHistory
  readonly tip: Block
  /** Number of the account's transactions mined at the tip: the next nonce. */
  readonly count: bigint
  readonly mark: SendCheckpoint
  /** The checkpoint, with the nonce that a node has reported since. */
  readonly checkpoint: EvmCheckpoint
  /** Lower case; `null` if the wallet reported none. */
  readonly hash: string | null
  /** The content of the transaction; `null` if unknown. */
  readonly expected: ExpectedTransaction | null
  /** Lower case. */
  readonly excludedHashes: ReadonlySet<string>
}

/**
 * Seconds that a nonce must have been used by another transaction before that counts for a transaction that no node has
 * seen. It may have a later nonce, under which a node would have seen it by then, or the wallet may still be prompting.
 * A transaction that moves no assets was sent to cancel another one, so it counts sooner.
 */
const minDisplacedSeconds = { Cancelled: 180n, Replaced: 1_800n } as const

/** The maximum number of the account's transactions per search. */
const maxSearchedTransactions = 64n

const missingStatus: TransactionStatus = { _tag: "Missing" }

/**
 * Finds the transaction by its known nonce: the transaction mined there is the queried one, or has replaced it
 * permanently.
 */
export const findByNonce = Effect.fnUntraced(function* (
  search: AccountSearch,
  own: bigint,
): Effect.fn.Return<TransactionStatus, RpcError> {
  const { count, history, excludedHashes, expected } = search
  if (own >= count) {
    const waiting = yield* history.pendingTransactions
    return (
      findPending(
        search,
        waiting.filter(({ nonce }) => nonce === own),
      ) ?? missingStatus
    )
  }
  const use = yield* history.findByNonce(own)
  if (use === null) return missingStatus
  if (isQueried(search, use.transaction)) return yield* fetchStatus(search, use)
  // The transaction at this nonce belongs to another request, so a nonce that no signed bytes tell may be wrong.
  if (
    search.checkpoint.hash === null &&
    expected !== null &&
    isExactMatch(use.transaction, expected) &&
    excludedHashes.has(use.transaction.hash)
  )
    return missingStatus
  return toReplacedStatus(use)
})

/**
 * Searches from the checkpoint if the nonce is unknown. The transaction may have any nonce from there on, so another
 * transaction at the first nonce proves nothing while a later one may match.
 */
export const findFromCheckpoint = Effect.fnUntraced(function* (
  search: AccountSearch,
): Effect.fn.Return<TransactionStatus, RpcError> {
  const { count, history, checkpoint, tip, expected } = search
  let first: MinedTransaction | null = null
  let isCertain = expected !== null && count - checkpoint.mined <= maxSearchedTransactions
  for (
    let nonce = checkpoint.mined;
    nonce < count && nonce < checkpoint.mined + maxSearchedTransactions;
    nonce++
  ) {
    const use = yield* history.findByNonce(nonce)
    if (use === null) {
      isCertain = false
      continue
    }
    // A transaction that was pending before the checkpoint is another one.
    if (nonce >= checkpoint.next && isQueried(search, use.transaction)) return yield* fetchStatus(search, use)
    if (nonce === checkpoint.next) first = use
    if (isCertain) isCertain = !isPossiblyQueried(search, use.transaction)
  }

  const waiting = yield* history.pendingTransactions
  const pending = findPending(
    search,
    waiting.filter(({ nonce }) => nonce >= checkpoint.next),
  )
  if (pending !== null) return pending
  if (first === null || !isCertain || waiting.some(({ nonce }) => nonce >= count)) return missingStatus
  const standing = toReplacedStatus(first)
  if (tip.timestamp - first.block.timestamp < minDisplacedSeconds[standing._tag]) return missingStatus
  return (yield* history.isQuiet) ? standing : missingStatus
})

const isQueried = ({ hash, excludedHashes, expected }: AccountSearch, one: AccountTransaction): boolean =>
  one.hash === hash || (expected !== null && isExactMatch(one, expected) && !excludedHashes.has(one.hash))

const isPossiblyQueried = ({ excludedHashes, expected }: AccountSearch, one: AccountTransaction): boolean =>
  !excludedHashes.has(one.hash) && (expected === null || isPossibleMatch(one, expected))

const findPending = (
  search: AccountSearch,
  waiting: readonly AccountTransaction[],
): TransactionStatus | null => {
  const one = waiting.find((transaction) => isQueried(search, transaction))
  if (one === undefined) return null
  const { hash, nonce } = one
  // A transaction with merely the same content may be another one, whose nonce proves nothing about this one.
  const isCertain = search.checkpoint.own === nonce || search.hash === hash
  return { _tag: "Pending", hash, ...(isCertain && { mark: withKnownNonce(search.mark, nonce) }) }
}

const fetchStatus = ({ node, tip }: AccountSearch, { transaction: { from, hash } }: MinedTransaction) =>
  Effect.map(
    fetchReceipt(node, hash, from),
    (receipt): TransactionStatus => receipt?.status(tip, null) ?? { _tag: "Pending", hash },
  )

const toReplacedStatus = ({ transaction }: MinedTransaction) =>
  ({ _tag: isCancellation(transaction) ? "Cancelled" : "Replaced", by: transaction.hash }) as const
