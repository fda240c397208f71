import type { RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Actions } from "../contract/Actions.ts"
import type { Mark, Sought, Standing } from "../contract/Standing.ts"
import { readNode } from "../rpc/readNode.ts"
import { accountHistory, reorganised } from "./AccountHistory.ts"
import {
  type AccountTransaction,
  isSomethingElse,
  transactionFrom,
  type Wanted,
  wantedIn,
} from "./AccountTransaction.ts"
import { type Block, readBlock } from "./blocks.ts"
import { markOfShown, type Place, placeIn, sharpened } from "./mark.ts"
import { callDataIn, isCallTo } from "./operations/callDataIn.ts"
import { entryPoints, type OperationEvent } from "./operations/OperationEvent.ts"
import { byOperations } from "./operations/searchOperations.ts"
import { readReceipt } from "./receipt.ts"
import { byMark, byNonce, type Search } from "./search.ts"

/**
 * By hash where there is one, then by the nonces that the account has used since, then by the operations that others
 * have brought for it. All of it from one node.
 */
export const find: Actions["find"] = Effect.fnUntraced(function* ({ rpc, sought }) {
  const node = yield* rpc.pin
  const told = sought.hash?.toLowerCase() ?? null
  const sender = sought.from.toLowerCase()
  const [tip, receipt, named] = yield* Effect.all(
    [
      readBlock(node, "latest"),
      told === null ? Effect.succeed(null) : readReceipt(node, told, sender),
      told === null ? Effect.succeed(null) : Effect.map(readTransaction(node, told), ({ found }) => found),
    ],
    { concurrency: "unbounded" },
  )
  const wanted = wantedIn(sought.transaction)
  const mined = receipt?.standing(tip, ownIn(receipt.operations, { named, sender, wanted })) ?? null
  // A bundle that has nothing of the account in it: its operation may be in another one.
  const isEmpty =
    receipt?.operations.length === 0 && sender !== "" && named?.from !== sender && isBundle(named)
  const isOther =
    isEmpty ||
    (named !== null && isAnothers(named, sought)) ||
    (mined !== null && isFromBefore(mined, placeIn(sought.mark), tip))
  if (mined !== null && !isOther) return mined

  // What was named in its place says nothing of it.
  const [hash, shown] = isOther ? [null, null] : [told, named]
  // Whoever knows a hash alone learns from the node, and from the mark later, whose it is and what it does.
  const known = sought.mark ?? (shown === null ? null : markOfShown(shown, tip))
  const place = placeIn(known)
  const taken = new Set(sought.taken.map((one) => one.toLowerCase()))
  const standing = yield* byAccount({ hash, known, node, place, shown, sought, taken, tip })
  if (standing._tag !== "Missing") return standing
  const found =
    place === null
      ? null
      : yield* byOperations({ node, tip, since: place.block, from: sender, hash: told, wanted, taken })
  // Unless there is another, what became of an empty bundle is all that can be said, or that it has failed.
  return found ?? (isEmpty && (place === null || isFailed(mined)) ? (mined ?? standing) : standing)
})

const missing: Standing = { _tag: "Missing" }

/** By what waits under its hash, and by the nonces of the account. */
const byAccount = Effect.fnUntraced(function* ({
  hash,
  known,
  node,
  place,
  shown,
  sought,
  taken,
  tip,
}: Pick<Search, "hash" | "node" | "taken" | "tip"> & {
  readonly known: Mark | null
  readonly place: Place | null
  readonly shown: AccountTransaction | null
  readonly sought: Sought
}): Effect.fn.Return<Standing, RpcError> {
  const from = (sought.from || (known?.["from"] ?? "")).toLowerCase()
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
    taken,
  }
  const standing = own === null ? yield* byMark(search) : yield* byNonce(search, own)
  return standing._tag === "Missing" && pending !== null ? pending : standing
})

const isFailed = (standing: Standing | null): boolean => standing?._tag === "Mined" && !standing.succeeded

const isBundle = (named: AccountTransaction | null): boolean =>
  named?.to != null && entryPoints.includes(named.to)

/** The operation that was asked for. Of several that do the same, one that has succeeded: something was done. */
const ownIn = (
  operations: readonly OperationEvent[],
  {
    named,
    sender,
    wanted,
  }: {
    readonly named: AccountTransaction | null
    readonly sender: string
    readonly wanted: Wanted | null
  },
): OperationEvent | null => {
  const doing = operations.filter(({ nonce }) => {
    const callData = named === null ? null : callDataIn(named.input, { nonce, sender })
    return callData !== null && wanted !== null && isCallTo(callData, wanted)
  })
  const those = doing.length === 0 ? operations : doing
  return those.find(({ succeeded }) => succeeded) ?? those[0] ?? null
}

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
