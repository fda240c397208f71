import type { Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Mark, Standing } from "../contract/Standing.ts"
import type { AccountHistory, Use } from "./AccountHistory.ts"
import { type AccountTransaction, does, mayDo, takesBack, type Wanted } from "./AccountTransaction.ts"
import type { Block } from "./blocks.ts"
import { type Place, sharpened } from "./mark.ts"
import { readReceipt } from "./receipt.ts"

/** A transaction that is looked for among those of its sender. */
export interface Search {
  readonly node: Rpc
  readonly history: AccountHistory
  readonly tip: Block
  /** Transactions of the account that are mined at the tip: the next nonce. */
  readonly count: bigint
  readonly mark: Mark
  /** What the mark says, and the nonce that a node has shown since. */
  readonly place: Place
  /** Lower case; `null` where nobody told. */
  readonly hash: string | null
  /** What it does; `null` where nobody knows. */
  readonly wanted: Wanted | null
  /** Lower case. */
  readonly taken: ReadonlySet<string>
}

/**
 * Seconds that a place must have been taken before it counts where nobody has ever seen what is sought: it may have
 * got a later place, where somebody would have seen it by then, or the wallet may still be asking. What moves nothing
 * was sent to take another back, and says more.
 */
const patience = { Cancelled: 180n, Replaced: 1_800n } as const

/** Transactions of one account that are looked through in one go. */
const most = 64n

const missing: Standing = { _tag: "Missing" }

/** Where its very nonce is known: whatever is mined there is it, or has taken its place for good. */
export const byNonce = Effect.fnUntraced(function* (
  search: Search,
  own: bigint,
): Effect.fn.Return<Standing, RpcError> {
  const { count, history, taken, wanted } = search
  if (own >= count) {
    const waiting = yield* history.waiting
    return (
      pendingIn(
        search,
        waiting.filter(({ nonce }) => nonce === own),
      ) ?? missing
    )
  }
  const use = yield* history.useOf(own)
  if (use === null) return missing
  if (isIt(search, use.transaction)) return yield* standingOf(search, use)
  // Somebody else's, and yet in this place: one of the two is not what it is taken for.
  if (wanted !== null && does(use.transaction, wanted) && taken.has(use.transaction.hash)) return missing
  return replacedBy(use)
})

/**
 * Where only the mark is known. It may have any nonce from there on, so that another transaction in the first place
 * says nothing while anything else of the account may be it.
 */
export const byMark = Effect.fnUntraced(function* (search: Search): Effect.fn.Return<Standing, RpcError> {
  const { count, history, place, tip, wanted } = search
  let first: Use | null = null
  let isCertain = wanted !== null && count - place.mined <= most
  for (let nonce = place.mined; nonce < count && nonce < place.mined + most; nonce++) {
    const use = yield* history.useOf(nonce)
    if (use === null) {
      isCertain = false
      continue
    }
    // What was on its way before the mark was made is something else.
    if (nonce >= place.next && isIt(search, use.transaction)) return yield* standingOf(search, use)
    if (nonce === place.next) first = use
    if (isCertain) isCertain = !resembles(search, use.transaction)
  }

  const waiting = yield* history.waiting
  const pending = pendingIn(
    search,
    waiting.filter(({ nonce }) => nonce >= place.next),
  )
  if (pending !== null) return pending
  if (first === null || !isCertain || waiting.some(({ nonce }) => nonce >= count)) return missing
  const standing = replacedBy(first)
  if (tip.timestamp - first.block.timestamp < patience[standing._tag]) return missing
  return (yield* history.isQuiet) ? standing : missing
})

const isIt = ({ hash, taken, wanted }: Search, one: AccountTransaction): boolean =>
  one.hash === hash || (wanted !== null && does(one, wanted) && !taken.has(one.hash))

const resembles = ({ taken, wanted }: Search, one: AccountTransaction): boolean =>
  !taken.has(one.hash) && (wanted === null || mayDo(one, wanted))

const pendingIn = (search: Search, waiting: readonly AccountTransaction[]): Standing | null => {
  const one = waiting.find((transaction) => isIt(search, transaction))
  if (one === undefined) return null
  const { hash, nonce } = one
  // What merely does the same may be another one, whose place says nothing of this one's.
  const isCertain = search.place.own === nonce || search.hash === hash
  return { _tag: "Pending", hash, ...(isCertain && { mark: sharpened(search.mark, nonce) }) }
}

const standingOf = ({ node, tip }: Search, { transaction: { hash } }: Use) =>
  Effect.map(
    readReceipt(node, hash, ""),
    (receipt): Standing => receipt?.standing(tip, null) ?? { _tag: "Pending", hash },
  )

const replacedBy = ({ transaction }: Use) =>
  ({ _tag: takesBack(transaction) ? "Cancelled" : "Replaced", by: transaction.hash }) as const
