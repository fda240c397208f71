import type { Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import type { ChainActions } from "../contract/ChainActions.ts"
import type { TransactionQuery, TransactionStatus } from "../contract/TransactionStatus.ts"
import { type EsploraTransaction, fetchHeight, fetchSpender, fetchTransaction } from "./esplora.ts"
import {
  conflictsWith,
  hasSameOutputs,
  isSelfTransfer,
  type PaymentFingerprint,
  toCheckpoint,
  toPaymentFingerprint,
} from "./PaymentFingerprint.ts"

const missingStatus: TransactionStatus = { _tag: "Missing" }

/**
 * Searches by hash if known, then by the spender of its UTXOs, which is unique. Reads from one node only. A reorganised
 * block changes the status again.
 */
export const findTransaction: ChainActions["find"] = Effect.fnUntraced(function* ({ rpc, sought }) {
  const node = yield* rpc.pin
  // The user may have typed the hash.
  const [hash = null] = /^[0-9a-f]{64}$/.exec(sought.hash?.toLowerCase() ?? "") ?? []
  const [height, named] = yield* Effect.all(
    [fetchHeight(node), hash === null ? Effect.succeed(null) : fetchTransaction(node, hash)],
    { concurrency: "unbounded" },
  )
  const wanted = toPaymentFingerprint(sought)
  if (named !== null && (wanted === null || isQueriedTransaction(named, wanted, sought))) {
    // Signed bytes do not say whose coins they spend.
    const learned = wanted === null || wanted.own === "" ? toCheckpoint(named, height) : null
    return toTransactionStatus(named, height, learned)
  }
  if (wanted === null) return missingStatus
  const spender = yield* fetchConflictingSpender(node, wanted)
  if (spender === null) return missingStatus
  if (isQueriedTransaction(spender, wanted, sought)) return toTransactionStatus(spender, height, null)
  // A pending conflict may still lose to the payment.
  if (!spender.status.confirmed) return missingStatus
  return { _tag: isSelfTransfer(spender, wanted) ? "Cancelled" : "Replaced", by: spender.txid }
})

/** Returns `false` for a wrong hash of the wallet, or for another request that spent the same UTXOs. */
const isQueriedTransaction = (
  shown: EsploraTransaction,
  wanted: PaymentFingerprint,
  { hash, excludedHashes }: TransactionQuery,
): boolean =>
  conflictsWith(shown, wanted) &&
  hasSameOutputs(shown, wanted) &&
  (shown.txid === hash?.toLowerCase() || !excludedHashes.some((one) => one.toLowerCase() === shown.txid))

/**
 * Fetches a transaction that spends any of the UTXOs. The first is requested alone, because the payment spends all of
 * them.
 */
const fetchConflictingSpender = Effect.fnUntraced(function* (
  node: Rpc,
  { inputs }: PaymentFingerprint,
): Effect.fn.Return<EsploraTransaction | null, RpcError> {
  const [first, ...others] = inputs
  if (first === undefined) return null
  const known = yield* fetchSpender(node, first)
  const spenders =
    known === null
      ? yield* Effect.forEach(others, (outpoint) => fetchSpender(node, outpoint), { concurrency: 8 })
      : [known]
  let found: EsploraTransaction | null = null
  for (const hash of new Set(spenders)) {
    const one = hash === null ? null : yield* fetchTransaction(node, hash)
    // A confirmed spender takes precedence over a pending one.
    if (one !== null && (found === null || one.status.confirmed)) found = one
  }
  return found
})

const toTransactionStatus = (
  { fee, status, txid }: EsploraTransaction,
  height: number,
  mark: ReturnType<typeof toCheckpoint>,
): TransactionStatus => {
  const { block_height: block, block_time: time, confirmed } = status
  return confirmed && block != null
    ? {
        _tag: "Mined",
        hash: txid,
        succeeded: true,
        block: BigInt(block),
        at: time == null ? null : time * 1_000,
        fee,
        confirmations: Math.max(1, height - block + 1),
      }
    : { _tag: "Pending", hash: txid, ...(mark !== null && { mark }) }
}
