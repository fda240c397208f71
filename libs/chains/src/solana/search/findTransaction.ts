import { bytesEqual } from "@solana/kit"
import type { Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import type { ChainActions } from "../../contract/ChainActions.ts"
import type { TransactionQuery, TransactionStatus } from "../../contract/TransactionStatus.ts"
import { decodeCheckpoint, type SolanaCheckpoint } from "../checkpoint.ts"
import { blockhashTtlBlocks, fetchEpoch } from "../payment/blockhash.ts"
import { parseDecimal } from "../payment/TransferPlan.ts"
import { usesDurableNonce } from "../program/durableNonce.ts"
import { programs } from "../program/programs.ts"
import { type Instruction, toAccountKey, toAccountMetas, toInstructions } from "../wire/Instruction.ts"
import { decodeTransaction, type SolanaTransaction } from "../wire/SolanaTransaction.ts"
import {
  type ConfirmedTransaction,
  fetchConfirmedTransaction,
  fetchOldestSlot,
  fetchSignatureStatus,
  fetchSignatures,
  type SignatureStatus,
} from "./ConfirmedTransaction.ts"

/**
 * Compares two transactions: equal bytes, or equal actions under another blockhash, limit or price, with guard
 * instructions that wallets add. `null` if they differ.
 */
const compareTransactions = (one: SolanaTransaction, wanted: SolanaTransaction): "bytes" | "deeds" | null => {
  if (bytesEqual(one.messageBytes, wanted.messageBytes)) return "bytes"
  if (one.message.staticAccounts[0] !== wanted.message.staticAccounts[0]) return null
  const left = toInstructionKeys(one)
  return toInstructionKeys(wanted).every((deed) => {
    const at = left.indexOf(deed)
    if (at >= 0) left.splice(0, at + 1)
    return at >= 0
  })
    ? "deeds"
    : null
}

/** Returns one key per instruction that contains all its data, in order. */
const toInstructionKeys = ({ message }: SolanaTransaction): string[] =>
  toInstructions(message, toAccountMetas(message))
    .filter(({ programAddress }) => programAddress !== programs.computeBudget)
    .map(toInstructionKey)

const toInstructionKey = ({ accounts, data, programAddress }: Instruction) =>
  `${programAddress} ${accounts.map(toAccountKey).join(" ")} ${data.join(" ")}`

/**
 * Searches by signature if known, then through all transactions of the sender since the checkpoint. Reads from one node
 * and fetches its newest final block first, so that an expired transaction is in the searched range or nowhere.
 */
export const findTransaction: ChainActions["find"] = Effect.fnUntraced(function* ({ rpc, sought }) {
  const node = yield* rpc.pin
  const final = yield* fetchEpoch(node, "finalized")
  // Bytes that another program signed are a part of the checkpoint.
  const wanted = decodeTransaction((sought.transaction ?? sought.mark)?.["transaction"] ?? "")
  const from = sought.from || (sought.mark?.["from"] ?? "")
  const place = decodeCheckpoint(sought.mark)
  const { hash } = sought
  const named = hash === null || !isSignatureText(hash) ? null : yield* fetchBySignature(node, hash)
  const isOther =
    named !== null && hash !== sought.mark?.["hash"] && isUnrelatedTransaction(named, wanted, place)
  if (named?.known.status != null && hash !== null && !isOther)
    return toTransactionStatus(hash, named.known.tip, named.known.status, named.landed)

  if (place === null || from === "") return missingStatus
  const since = yield* fetchSignatures(node, {
    account: from,
    since: place.slot,
    known: final.slot,
  })
  const others =
    since?.filter(
      (signature) => !(sought.excludedHashes.includes(signature) || (isOther && signature === hash)),
    ) ?? []
  const { found, isCertain } = yield* findEqualTransaction(
    node,
    others.slice(0, maxSearchedTransactions),
    wanted,
  )
  if (found !== null) {
    const { known, landed } = yield* fetchBySignature(node, found)
    return known.status === null ? missingStatus : toTransactionStatus(found, known.tip, known.status, landed)
  }

  const last = getLastHeight(sought, wanted, place)
  if (last === null || isOther || since === null || others.length > maxSearchedTransactions || !isCertain)
    return missingStatus
  const isLate =
    final.height >
    (getSignedLastHeight(sought) ?? last + (hash === null ? maxUnsignedBlocks : blockhashTtlBlocks))
  // A node that lags behind, or has pruned its history, cannot prove absence.
  if (!isLate || (named !== null && named.known.tip < final.slot)) return missingStatus
  const oldest = yield* fetchOldestSlot(node)
  return oldest !== null && oldest <= place.slot ? expiredStatus : missingStatus
})

const missingStatus: TransactionStatus = { _tag: "Missing" }

const expiredStatus: TransactionStatus = { _tag: "Expired" }

/** The maximum transactions of one account in one search. */
const maxSearchedTransactions = 64

/**
 * Blocks, about half an hour, after which an unreported request counts as unsigned. Until then the wallet may insert a
 * newer blockhash and still prompt. A reported transaction may have a newer blockhash too, with its own lifetime.
 */
const maxUnsignedBlocks = 4_500n

/** Milliseconds, below the time of any block. */
const minBlockMs = 250n

/**
 * Returns the last height at which it can land, from its own blockhash or the newest one at the wallet's response:
 * wallets insert that, and the prompt may have taken long. `null` without a limit.
 */
const getLastHeight = (
  sought: TransactionQuery,
  wanted: SolanaTransaction | null,
  place: SolanaCheckpoint,
): bigint | null => {
  if (wanted === null || usesDurableNonce(wanted.message)) return null
  const named = parseDecimal(sought.transaction?.["lastValidBlockHeight"]) ?? 0n
  const newest = place.height + place.waited / minBlockMs + blockhashTtlBlocks
  return named > newest ? named : newest
}

/** Returns the last height of bytes that were signed as they were requested, with the blockhash of the request. */
const getSignedLastHeight = ({ hash, mark, transaction }: TransactionQuery): bigint | null => {
  const signed =
    hash === null || hash !== mark?.["hash"] ? null : decodeTransaction(mark["transaction"] ?? "")
  const requested = decodeTransaction(transaction?.["transaction"] ?? "")
  return signed !== null && requested !== null && bytesEqual(signed.messageBytes, requested.messageBytes)
    ? parseDecimal(transaction?.["lastValidBlockHeight"])
    : null
}

interface SignatureLookup {
  readonly known: SignatureStatus
  readonly landed: ConfirmedTransaction | null
}

const fetchBySignature = (node: Rpc, signature: string): Effect.Effect<SignatureLookup, RpcError> =>
  Effect.map(
    Effect.all([fetchSignatureStatus(node, signature), fetchConfirmedTransaction(node, signature)], {
      concurrency: "unbounded",
    }),
    ([known, landed]) => ({ known, landed }),
  )

const isSignatureText = (text: string) => /^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(text)

/**
 * Returns `true` if the wallet's signature belongs to another transaction, by content or because it is older than the
 * request.
 */
const isUnrelatedTransaction = (
  { known, landed }: SignatureLookup,
  wanted: SolanaTransaction | null,
  place: SolanaCheckpoint | null,
): boolean =>
  (landed?.transaction != null &&
    wanted !== null &&
    compareTransactions(landed.transaction, wanted) === null) ||
  (known.status !== null &&
    place !== null &&
    known.status.slot < place.slot &&
    // Otherwise the chain was reset, as test chains are.
    place.slot <= known.tip)

/**
 * Finds the transaction with equal bytes, otherwise the oldest with equal actions. Certain if a node returned all
 * candidates.
 */
const findEqualTransaction = Effect.fnUntraced(function* (
  node: Rpc,
  signatures: readonly string[],
  wanted: SolanaTransaction | null,
): Effect.fn.Return<{ readonly found: string | null; readonly isCertain: boolean }, RpcError> {
  if (wanted === null) return { found: null, isCertain: false }
  const all = yield* Effect.forEach(
    signatures,
    (signature) =>
      Effect.map(fetchConfirmedTransaction(node, signature), (landed) => ({
        signature,
        isTold: landed !== null,
        same: landed?.transaction == null ? null : compareTransactions(landed.transaction, wanted),
      })),
    { concurrency: 8 },
  )
  const found = all.find(({ same }) => same === "bytes") ?? all.find(({ same }) => same === "deeds")
  return { found: found?.signature ?? null, isCertain: all.every(({ isTold }) => isTold) }
})

const toTransactionStatus = (
  hash: string,
  tip: bigint,
  { isSure, slot, succeeded }: NonNullable<SignatureStatus["status"]>,
  landed: ConfirmedTransaction | null,
): TransactionStatus =>
  isSure
    ? {
        _tag: "Mined",
        hash,
        succeeded,
        block: slot,
        at: landed?.at ?? null,
        fee: landed?.fee ?? null,
        confirmations: Math.max(1, Number(tip - slot) + 1),
      }
    : { _tag: "Pending", hash }
