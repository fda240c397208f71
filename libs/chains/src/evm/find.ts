import { Effect } from "effect"
import type { Actions } from "../contract/Actions.ts"
import type { Sought, Standing } from "../contract/Standing.ts"
import { readNode } from "../rpc/readNode.ts"
import { accountHistory, reorganised } from "./AccountHistory.ts"
import { type AccountTransaction, isSomethingElse, transactionFrom, wantedIn } from "./AccountTransaction.ts"
import { type Block, readBlock } from "./blocks.ts"
import { markOfShown, type Place, placeIn, sharpened } from "./mark.ts"
import { standingByReceipt } from "./receipt.ts"
import { byMark, byNonce, type Search } from "./search.ts"

/** By hash where there is one, then by the nonces that the account has used since. All of it from one node. */
export const find: Actions["find"] = Effect.fnUntraced(function* ({ rpc, sought }) {
  const node = yield* rpc.pin
  const told = sought.hash?.toLowerCase() ?? null
  const [tip, receipt, named] = yield* Effect.all(
    [
      readBlock(node, "latest"),
      told === null ? Effect.succeed(null) : standingByReceipt(node, told),
      told === null ? Effect.succeed(null) : Effect.map(readTransaction(node, told), ({ found }) => found),
    ],
    { concurrency: "unbounded" },
  )
  const mined = receipt?.(tip) ?? null
  const isOther =
    (named !== null && isAnothers(named, sought)) ||
    (mined !== null && isFromBefore(mined, placeIn(sought.mark), tip))
  if (mined !== null && !isOther) return mined

  // What was named in its place says nothing of it.
  const [hash, shown] = isOther ? [null, null] : [told, named]
  // Whoever knows a hash alone learns from the node, and from the mark later, whose it is and what it does.
  const known = sought.mark ?? (shown === null ? null : markOfShown(shown, tip))
  const from = (sought.from || (known?.["from"] ?? "")).toLowerCase()
  const place = placeIn(known)
  // The transaction of a bundler has a nonce of the bundler's.
  const own = shown?.from === from ? shown.nonce : (place?.own ?? null)
  const pending: Standing | null =
    shown === null
      ? null
      : {
          _tag: "Pending",
          hash: shown.hash,
          ...(known !== null && own !== null && { mark: sharpened(known, own) }),
        }
  if (known === null || place === null || (shown !== null && shown.from !== from)) return pending ?? missing

  const history = accountHistory(node, { from, since: place.block, tip: tip.number })
  const count = yield* history.countAt(tip.number)
  if (count === null || (shown !== null && shown.nonce >= count)) return pending ?? missing
  const search: Search = {
    node,
    history,
    tip,
    count,
    mark: known,
    place: { ...place, own },
    hash,
    wanted: wantedIn(sought.transaction) ?? wantedIn(known),
    taken: new Set(sought.taken.map((one) => one.toLowerCase())),
  }
  const standing = own === null ? yield* byMark(search) : yield* byNonce(search, own)
  return standing._tag === "Missing" && pending !== null ? pending : standing
})

const missing: Standing = { _tag: "Missing" }

/** A wallet has named the hash of something else: this one is of the same account and does something else. */
const isAnothers = (named: AccountTransaction, { from, transaction }: Sought): boolean => {
  const wanted = wantedIn(transaction)
  return wanted !== null && named.from === from.toLowerCase() && isSomethingElse(named, wanted)
}

/** The same: this one was mined before it was even asked. */
const isFromBefore = (standing: Standing, place: Place | null, tip: Block): boolean =>
  standing._tag === "Mined" &&
  place !== null &&
  // Else the chain has begun anew, as those of tests do.
  place.block <= tip.number &&
  standing.block + reorganised < place.block

const readTransaction = (node: Parameters<typeof readNode>[0], hash: string) =>
  readNode(node, ["eth_getTransactionByHash", hash], (answer) => {
    if (answer === null) return { found: null }
    const found = transactionFrom(answer)
    return found?.hash === hash ? { found } : null
  })
