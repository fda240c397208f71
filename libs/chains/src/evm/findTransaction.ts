import type { Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import type { ChainActions } from "../contract/ChainActions.ts"
import type { SendCheckpoint, TransactionQuery, TransactionStatus } from "../contract/TransactionStatus.ts"
import { fetchKnown, fetchNodeOrNull } from "../rpc/fetchNode.ts"
import { makeAccountHistory, maxReorgDepth } from "./AccountHistory.ts"
import {
  type AccountTransaction,
  decodeAccountTransaction,
  type ExpectedTransaction,
  isUnrelated,
  toExpectedTransaction,
} from "./AccountTransaction.ts"
import { type Block, fetchBlock } from "./blocks.ts"
import { decodeCheckpoint, type EvmCheckpoint, toCheckpoint, withKnownNonce } from "./checkpoint.ts"
import { isHexBytes, toQuantityHex } from "./Hex.ts"
import { isDelegation } from "./isDelegated.ts"
import { decodeOperationCallData, isCallTo } from "./operations/decodeOperationCallData.ts"
import { findSafeExecution } from "./operations/findSafeExecution.ts"
import { findUserOperation } from "./operations/findUserOperation.ts"
import { entryPoints, type UserOperationEvent } from "./operations/UserOperationEvent.ts"
import { fetchReceipt } from "./receipt.ts"
import { type AccountSearch, findByNonce, findFromCheckpoint } from "./searchAccount.ts"
import { decodeHash } from "./wireSchemas.ts"

/**
 * Finds a transaction by its hash if there is one, then by the account's nonces since the checkpoint, then by user
 * operations in bundles. One node serves all requests.
 */
export const findTransaction: ChainActions["find"] = Effect.fnUntraced(function* ({ rpc, sought }) {
  const node = yield* rpc.pin
  const told = sought.hash?.toLowerCase() ?? null
  const sender = sought.from.toLowerCase()
  const account = sought.account?.toLowerCase() ?? sender
  const [tip, receipt, named] = yield* Effect.all(
    [
      fetchBlock(node, "latest"),
      told === null ? Effect.succeed(null) : fetchReceipt(node, told, account),
      told === null ? Effect.succeed(null) : Effect.map(fetchTransaction(node, told), ({ found }) => found),
    ],
    { concurrency: "unbounded" },
  )
  const wanted = toExpectedTransaction(sought.transaction)
  const mined =
    receipt?.status(tip, findOwnOperation(receipt.operations, { named, sender: account, wanted })) ?? null
  // A hash of signed bytes is a fact, and that of a wallet a claim.
  const isClaim = told === null || told !== decodeHash(sought.mark?.["hash"])
  // The bundle contains no operation of the account, so another bundle may contain it.
  const isEmpty =
    isClaim &&
    receipt?.operations.length === 0 &&
    sender !== "" &&
    named?.from !== sender &&
    isOperationBundle(named)
  const isOther =
    isClaim &&
    (isEmpty ||
      (named !== null && isUnrelatedTransaction(named, sought)) ||
      (mined !== null && isMinedBefore(mined, decodeCheckpoint(sought.mark), tip)))
  if (mined !== null && !isOther) return mined

  // The status of an unrelated transaction under that hash is ignored.
  const [hash, shown] = isOther ? [null, null] : [told, named]
  // A query with only a hash gets its sender and content from the node, and later from the checkpoint.
  const known = sought.mark ?? (shown === null || shown.nonce < 0n ? null : toCheckpoint(shown, tip))
  const place = decodeCheckpoint(known)
  const taken = new Set(sought.excludedHashes.map((one) => one.toLowerCase()))
  const standing = yield* findByAccount({
    hash,
    known,
    node,
    place,
    shown,
    sought,
    excludedHashes: taken,
    tip,
  })
  if (standing._tag !== "Missing") return standing
  const code = sender === "" ? null : yield* fetchCode(node, sender)
  const search = { node, rpc, tip, from: sender, searched: getSearched(place, tip) }
  // Without code, an account makes no operations; with a hash, it may have had code before.
  const bundled =
    place === null || (code === "0x" && told === null)
      ? null
      : yield* findUserOperation({ ...search, since: place.block, hash: told, wanted, taken })
  if (bundled !== null && bundled.found !== null) return bundled.found
  // Without another match, the status of an empty bundle is used only if it has failed or there is no checkpoint.
  if (isEmpty && (place === null || isFailedStatus(mined))) return mined ?? standing
  if (told === null || !isClaim || named !== null || !isContract(code)) return standing
  // A contract's hash may be of what its owners sign, which no node knows before they have executed it: a Safe's is.
  if (bundled === null) return { _tag: "Pending", hash: told }
  const { found, searched } = yield* findSafeExecution({ ...search, since: search.searched, hash: told })
  if (found !== null) return found
  // What a reorganisation may change, or a node has not yet indexed, is read again.
  const ends = [searched, bundled.searched, tip.number - maxReorgDepth]
  const end = ends.reduce((least, one) => (one < least ? one : least))
  // A node that is behind takes nothing back.
  const starts = [search.searched, place?.searched ?? 0n]
  const height = starts.reduce((most, one) => (one > most ? one : most), end)
  const mark = { ...known, searched: toQuantityHex(height) }
  return { _tag: "Pending", hash: told, mark }
})

/** Returns the block after which a search begins. A lower tip means that a test chain was reset. */
const getSearched = (place: EvmCheckpoint | null, tip: Block): bigint => {
  const { block, searched } = place ?? { block: tip.number, searched: null }
  return searched !== null && searched > block && searched <= tip.number ? searched : block
}

/** Returns the code of an account in lower case; `null` if the node does not say. */
const fetchCode = (node: Rpc, address: string): Effect.Effect<string | null, RpcError> =>
  fetchNodeOrNull(node, ["eth_getCode", address, "latest"], (code) =>
    isHexBytes(code) ? code.toLowerCase() : null,
  )

/** Returns whether the account is known to be a contract, and not one that a key controls. */
const isContract = (code: string | null): boolean => code !== null && code !== "0x" && !isDelegation(code)

const missingStatus: TransactionStatus = { _tag: "Missing" }

/** Finds the transaction by its pending hash, and by the nonces of the account. */
const findByAccount = Effect.fnUntraced(function* ({
  hash,
  known,
  node,
  place,
  shown,
  sought,
  excludedHashes,
  tip,
}: Pick<AccountSearch, "hash" | "node" | "excludedHashes" | "tip"> & {
  readonly known: SendCheckpoint | null
  readonly place: EvmCheckpoint | null
  readonly shown: AccountTransaction | null
  readonly sought: TransactionQuery
}): Effect.fn.Return<TransactionStatus, RpcError> {
  const from = (sought.from || (known?.["from"] ?? "")).toLowerCase()
  // A bundler's transaction has the bundler's nonce.
  const isPlaceOwn = (known?.["from"] ?? from).toLowerCase() === from
  const own =
    shown?.from === from && shown.nonce >= 0n ? shown.nonce : isPlaceOwn ? (place?.own ?? null) : null
  const pending: TransactionStatus | null =
    shown === null
      ? null
      : {
          _tag: "Pending",
          hash: shown.hash,
          ...(known !== null && own !== null && { mark: withKnownNonce(known, own) }),
        }
  if (known === null || place === null || (shown !== null && shown.from !== from))
    return pending ?? missingStatus

  const history = makeAccountHistory(node, { from, since: place.block, tip: tip.number })
  const count = yield* history.getNonceAt(tip.number)
  if (count === null || (shown !== null && shown.nonce >= count)) return pending ?? missingStatus
  const search: AccountSearch = {
    node,
    history,
    tip,
    count,
    mark: known,
    checkpoint: { ...place, own },
    hash,
    expected: toExpectedTransaction(sought.transaction) ?? toExpectedTransaction(known),
    excludedHashes: excludedHashes,
  }
  const standing = own === null ? yield* findFromCheckpoint(search) : yield* findByNonce(search, own)
  return standing._tag === "Missing" && pending !== null ? pending : standing
})

const isFailedStatus = (standing: TransactionStatus | null): boolean =>
  standing?._tag === "Mined" && standing.succeeded === false

const isOperationBundle = (named: AccountTransaction | null): boolean =>
  named?.to != null && entryPoints.includes(named.to)

/** Finds the queried operation. Of several equal ones, a successful one takes precedence. */
const findOwnOperation = (
  operations: readonly UserOperationEvent[],
  {
    named,
    sender,
    wanted,
  }: {
    readonly named: AccountTransaction | null
    readonly sender: string
    readonly wanted: ExpectedTransaction | null
  },
): UserOperationEvent | null => {
  const doing = operations.filter(({ nonce }) => {
    const callData = named === null ? null : decodeOperationCallData(named.input, { nonce, sender })
    return callData !== null && wanted !== null && isCallTo(callData, wanted)
  })
  const those = doing.length === 0 ? operations : doing
  return those.find(({ succeeded }) => succeeded) ?? those[0] ?? null
}

/** Returns true if the wallet reported the hash of another transaction: same account, different content. */
const isUnrelatedTransaction = (
  named: AccountTransaction,
  { from, transaction }: TransactionQuery,
): boolean => {
  const wanted = toExpectedTransaction(transaction)
  return wanted !== null && named.from === from.toLowerCase() && isUnrelated(named, wanted)
}

/** Returns true if the transaction was mined before it was requested. */
const isMinedBefore = (standing: TransactionStatus, place: EvmCheckpoint | null, tip: Block): boolean =>
  standing._tag === "Mined" &&
  place !== null &&
  // A lower tip means that a test chain was reset.
  place.block <= tip.number &&
  standing.block + maxReorgDepth < place.block

const fetchTransaction = (node: Rpc, hash: string) =>
  fetchKnown(node, ["eth_getTransactionByHash", hash], (answer) => {
    if (answer === null) return { found: null }
    const found = decodeAccountTransaction(answer)
    return found?.hash === hash ? { found } : null
  })
