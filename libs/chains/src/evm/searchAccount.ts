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

/** A transaction that is looked for among those of its sender. */
export interface AccountSearch {
  readonly node: Rpc
  readonly history: AccountHistory
  readonly tip: Block
  /** Transactions of the account that are mined at the tip: the next nonce. */
  readonly count: bigint
  readonly mark: SendCheckpoint
  /** What the mark says, and the nonce that a node has shown since. */
  readonly checkpoint: EvmCheckpoint
  /** Lower case; `null` where nobody told. */
  readonly hash: string | null
  /** What it does; `null` where nobody knows. */
  readonly expected: ExpectedTransaction | null
  /** Lower case. */
  readonly excludedHashes: ReadonlySet<string>
}

/**
 * Seconds that a place must have been taken before it counts where nobody has ever seen what is sought: it may have
 * got a later place, where somebody would have seen it by then, or the wallet may still be asking. What moves nothing
 * was sent to take another back, and says more.
 */
const minDisplacedSeconds = { Cancelled: 180n, Replaced: 1_800n } as const

/** Transactions of one account that are looked through in one go. */
const maxSearchedTransactions = 64n

const missingStatus: TransactionStatus = { _tag: "Missing" }

/** Where its very nonce is known: whatever is mined there is it, or has taken its place for good. */
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
  // Somebody else's, and yet in this place: one of the two is not what it is taken for.
  if (
    expected !== null &&
    isExactMatch(use.transaction, expected) &&
    excludedHashes.has(use.transaction.hash)
  )
    return missingStatus
  return toReplacedStatus(use)
})

/**
 * Where only the mark is known. It may have any nonce from there on, so that another transaction in the first place
 * says nothing while anything else of the account may be it.
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
    // What was on its way before the mark was made is something else.
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
  // What merely does the same may be another one, whose place says nothing of this one's.
  const isCertain = search.checkpoint.own === nonce || search.hash === hash
  return { _tag: "Pending", hash, ...(isCertain && { mark: withKnownNonce(search.mark, nonce) }) }
}

const fetchStatus = ({ node, tip }: AccountSearch, { transaction: { hash } }: MinedTransaction) =>
  Effect.map(
    fetchReceipt(node, hash, ""),
    (receipt): TransactionStatus => receipt?.status(tip, null) ?? { _tag: "Pending", hash },
  )

const toReplacedStatus = ({ transaction }: MinedTransaction) =>
  ({ _tag: isCancellation(transaction) ? "Cancelled" : "Replaced", by: transaction.hash }) as const
