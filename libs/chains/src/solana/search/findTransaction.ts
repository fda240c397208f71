import type { Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import type { ChainActions } from "../../contract/ChainActions.ts"
import type { TransactionQuery, TransactionStatus } from "../../contract/TransactionStatus.ts"
import { decodeCheckpoint, type SolanaCheckpoint } from "../checkpoint.ts"
import { blockhashTtlBlocks, fetchEpoch } from "../payment/blockhash.ts"
import { parseDecimal } from "../payment/TransferPlan.ts"
import { usesDurableNonce } from "../program/durableNonce.ts"
import { programs } from "../program/programs.ts"
import { type Instruction, lookupTableIndexes, toAccountMetas, toInstructions } from "../wire/Instruction.ts"
import { decodeTransaction, type SolanaTransaction } from "../wire/SolanaTransaction.ts"
import {
  fetchConfirmedTransaction,
  fetchOldestSlot,
  fetchSignatureStatus,
  fetchSignatures,
  type Landed,
  type SignatureStatus,
} from "./ConfirmedTransaction.ts"

/**
 * How much one transaction is another: to the byte; or by what it does, under another blockhash, with another limit or
 * price, and with instructions beside, as wallets put them there to guard it. `null` where it is another.
 */
const compareTransactions = (one: SolanaTransaction, wanted: SolanaTransaction): "bytes" | "deeds" | null => {
  if (
    one.messageBytes.length === wanted.messageBytes.length &&
    one.messageBytes.every((byte, at) => byte === wanted.messageBytes[at])
  )
    return "bytes"
  if (one.message.accounts[0] !== wanted.message.accounts[0]) return null
  const left = toInstructionKeys(one)
  return toInstructionKeys(wanted).every((deed) => {
    const at = left.indexOf(deed)
    if (at >= 0) left.splice(0, at + 1)
    return at >= 0
  })
    ? "deeds"
    : null
}

/** In order, each as a text that says all of it. */
const toInstructionKeys = ({ message }: SolanaTransaction): string[] =>
  toInstructions(message, toAccountMetas(message, lookupTableIndexes(message)))
    .filter(({ program }) => program !== programs.computeBudget)
    .map(toInstructionKey)

const toInstructionKey = ({ accounts, data, program }: Instruction) =>
  `${program} ${accounts.map(({ address }) => address).join(" ")} ${data.join(" ")}`

/**
 * By signature where there is one, then by what the sender has signed since the mark. All of it from one node, and its
 * newest final block first: whatever that block is too late for is in one of those that are looked through afterwards,
 * or in none.
 */
export const findTransaction: ChainActions["find"] = Effect.fnUntraced(function* ({ rpc, sought }) {
  const node = yield* rpc.pin
  const final = yield* fetchEpoch(node, "finalized")
  const wanted = decodeTransaction(sought.transaction?.["transaction"] ?? "")
  const place = decodeCheckpoint(sought.mark)
  const { hash } = sought
  const named = hash === null || !isSignatureText(hash) ? null : yield* fetchBySignature(node, hash)
  const isOther = named !== null && isUnrelatedTransaction(named, wanted, place)
  if (named?.known.status != null && hash !== null && !isOther)
    return toTransactionStatus(hash, named.known.tip, named.known.status, named.landed)

  if (place === null || sought.from === "") return missingStatus
  const since = yield* fetchSignatures(node, {
    account: sought.from,
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
  const isLate = final.height > last + (hash === null ? maxUnsignedBlocks : blockhashTtlBlocks)
  // A node that lags behind, or has forgotten, has not looked.
  if (!isLate || (named !== null && named.known.tip < final.slot)) return missingStatus
  const oldest = yield* fetchOldestSlot(node)
  return oldest !== null && oldest <= place.slot ? expiredStatus : missingStatus
})

const missingStatus: TransactionStatus = { _tag: "Missing" }

const expiredStatus: TransactionStatus = { _tag: "Expired" }

/** Transactions of one account that are looked through in one go. */
const maxSearchedTransactions = 64

/**
 * Blocks, about half an hour, after which a wallet that has not told what it signed is taken to have signed nothing: one
 * that puts a newer blockhash into what it is asked for may still be asking until then. One that has told may have done
 * so too, and that blockhash has a life of its own.
 */
const maxUnsignedBlocks = 4_500n

/** Milliseconds, fewer than any block takes. */
const minBlockMs = 250n

/**
 * The last height at which it can land, under the blockhash that it was made with or the newest that there was when the
 * wallet answered: wallets put that in, and somebody may have looked at it for long. `null` where it can for ever.
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

interface SignatureLookup {
  readonly known: SignatureStatus
  readonly landed: Landed | null
}

const fetchBySignature = (node: Rpc, signature: string): Effect.Effect<SignatureLookup, RpcError> =>
  Effect.map(
    Effect.all([fetchSignatureStatus(node, signature), fetchConfirmedTransaction(node, signature)], {
      concurrency: "unbounded",
    }),
    ([known, landed]) => ({ known, landed }),
  )

const isSignatureText = (text: string) => /^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(text)

/** A wallet has named the signature of something else: it does something else, or was there before it was asked. */
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
    // Else the chain has begun anew, as those of tests do.
    place.slot <= known.tip)

/** The one that is the same to the byte, else the oldest that does the same. Certain where a node has told of each. */
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
  landed: Landed | null,
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
