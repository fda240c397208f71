import type { Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import * as z from "zod/mini"
import { fetchNode, fetchNodeOrNull } from "../../rpc/fetchNode.ts"
import { confirmedCommitment, integerSchema } from "../account/SolanaAccount.ts"
import { decodeTransaction, type SolanaTransaction } from "../wire/SolanaTransaction.ts"

const Status = z.object({
  context: z.object({ slot: integerSchema }),
  value: z.array(
    z.nullable(
      z.object({ slot: integerSchema, err: z.unknown(), confirmationStatus: z.nullish(z.string()) }),
    ),
  ),
})

/** What a node knows of a signature, of all times that it remembers. */
export interface SignatureStatus {
  /** The newest slot of the node. */
  readonly tip: bigint
  readonly status: {
    readonly slot: bigint
    readonly succeeded: boolean
    /** Nearly all of the network has agreed on its block. */
    readonly isSure: boolean
  } | null
}

export const fetchSignatureStatus = (rpc: Rpc, signature: string): Effect.Effect<SignatureStatus, RpcError> =>
  fetchNode(
    rpc,
    ["getSignatureStatuses", [signature], { searchTransactionHistory: true }],
    (answer): SignatureStatus | null => {
      const decoded = Status.safeParse(answer)
      if (!decoded.success || decoded.data.value.length !== 1) return null
      const [status = null] = decoded.data.value
      return {
        tip: BigInt(decoded.data.context.slot),
        status: status && {
          slot: BigInt(status.slot),
          succeeded: status.err == null,
          // Only what has long been final comes without.
          isSure: status.confirmationStatus !== "processed",
        },
      }
    },
  )

const ConfirmedTransaction = z.object({
  slot: integerSchema,
  blockTime: z.nullish(z.number()),
  meta: z.nullish(z.object({ fee: integerSchema, err: z.unknown() })),
  transaction: z.array(z.string()),
})

/** A transaction that is in a block. */
export interface Landed {
  readonly slot: bigint
  /** UTC milliseconds; `null` where the node does not say. */
  readonly at: number | null
  /** Lamports; `null` where the node does not say. */
  readonly fee: bigint | null
  /** `null` where it is of a form that nobody here knows. */
  readonly transaction: SolanaTransaction | null
}

/** `null` where the node has none such, or not yet; also where it would not show one of a form that is newer than what is read here. */
export const fetchConfirmedTransaction = (
  rpc: Rpc,
  signature: string,
): Effect.Effect<Landed | null, RpcError> =>
  Effect.map(
    fetchNodeOrNull(
      rpc,
      [
        "getTransaction",
        signature,
        { ...confirmedCommitment, encoding: "base64", maxSupportedTransactionVersion: 0 },
      ],
      (answer) => {
        if (answer === null) return { landed: null }
        const decoded = ConfirmedTransaction.safeParse(answer)
        if (!decoded.success) return null
        const {
          blockTime,
          meta,
          slot,
          transaction: [text = ""],
        } = decoded.data
        const landed: Landed = {
          slot: BigInt(slot),
          at: blockTime == null ? null : blockTime * 1000,
          fee: meta == null ? null : BigInt(meta.fee),
          transaction: decodeTransaction(text),
        }
        return { landed }
      },
    ),
    (answer) => answer?.landed ?? null,
  )

const Signatures = z.array(z.object({ signature: z.string(), slot: integerSchema }))

/** As many as a node tells in one answer. */
const signaturePageSize = 1000

/**
 * Signatures of an account from a slot on, oldest first; `null` where there are more than anybody can look through, or
 * the node does not know of so new a block as `known`.
 */
export const fetchSignatures = (
  rpc: Rpc,
  { account, known, since }: { readonly account: string; readonly since: bigint; readonly known: bigint },
): Effect.Effect<readonly string[] | null, RpcError> =>
  Effect.map(
    fetchNode(
      rpc,
      [
        "getSignaturesForAddress",
        account,
        { ...confirmedCommitment, limit: signaturePageSize, minContextSlot: Number(known) },
      ],
      (answer) => {
        const decoded = Signatures.safeParse(answer)
        return decoded.success ? decoded.data : null
      },
    ),
    (all) => {
      const recent = all.filter(({ slot }) => BigInt(slot) >= since)
      return recent.length === signaturePageSize
        ? null
        : recent.map(({ signature }) => signature).toReversed()
    },
  )

/** The oldest slot of which a node still has everything; `null` where it does not tell. */
export const fetchOldestSlot = (rpc: Rpc): Effect.Effect<bigint | null, RpcError> =>
  fetchNodeOrNull(rpc, ["getFirstAvailableBlock"], (answer) => {
    const decoded = integerSchema.safeParse(answer)
    return decoded.success ? BigInt(decoded.data) : null
  })
