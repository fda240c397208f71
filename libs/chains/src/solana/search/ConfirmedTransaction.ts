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

/** A node's status of a signature, from its whole history. */
export interface SignatureStatus {
  /** The node's newest slot. */
  readonly tip: bigint
  readonly status: {
    readonly slot: bigint
    readonly succeeded: boolean
    /** `true` if a supermajority has confirmed its block. */
    readonly isSure: boolean
  } | null
}

/** The error of a node that keeps no history. Source: Agave, custom errors. */
const noHistoryCode = -32011

/** A node without history still knows the transactions of the last blocks, but the absence of one proves nothing there. */
export const fetchSignatureStatus = (rpc: Rpc, signature: string): Effect.Effect<SignatureStatus, RpcError> =>
  Effect.catchIf(
    fetchStatus(rpc, [[signature], { searchTransactionHistory: true }]),
    ({ reason }) => reason._tag === "Answered" && reason.code === noHistoryCode,
    (error) =>
      Effect.flatMap(fetchStatus(rpc, [[signature]]), (recent) =>
        recent.status === null ? Effect.fail(error) : Effect.succeed(recent),
      ),
  )

const fetchStatus = (rpc: Rpc, params: readonly unknown[]): Effect.Effect<SignatureStatus, RpcError> =>
  fetchNode(rpc, ["getSignatureStatuses", ...params], (answer): SignatureStatus | null => {
    const decoded = Status.safeParse(answer)
    if (!decoded.success || decoded.data.value.length !== 1) return null
    const [status = null] = decoded.data.value
    return {
      tip: BigInt(decoded.data.context.slot),
      status: status && {
        slot: BigInt(status.slot),
        succeeded: status.err == null,
        // Only long finalized transactions lack a status.
        isSure: status.confirmationStatus !== "processed",
      },
    }
  })

const ConfirmedTransactionSchema = z.object({
  slot: integerSchema,
  blockTime: z.nullish(z.number()),
  meta: z.nullish(z.object({ fee: integerSchema, err: z.unknown() })),
  transaction: z.array(z.string()),
})

/** A transaction in a block. */
export interface ConfirmedTransaction {
  readonly slot: bigint
  /** UTC milliseconds; `null` if the node does not report it. */
  readonly at: number | null
  /** Lamports; `null` if the node does not report it. */
  readonly fee: bigint | null
  /** `null` if its version is not supported. */
  readonly transaction: SolanaTransaction | null
}

/** Fetches a transaction; `null` if the node does not have it yet, or does not return one of its version. */
export const fetchConfirmedTransaction = (
  rpc: Rpc,
  signature: string,
): Effect.Effect<ConfirmedTransaction | null, RpcError> =>
  Effect.map(
    fetchNodeOrNull(
      rpc,
      [
        "getTransaction",
        signature,
        // Bytes of any version, of which those that are not supported are none that the engine has requested.
        { ...confirmedCommitment, encoding: "base64", maxSupportedTransactionVersion: 255 },
      ],
      (answer) => {
        if (answer === null) return { landed: null }
        const decoded = ConfirmedTransactionSchema.safeParse(answer)
        if (!decoded.success) return null
        const {
          blockTime,
          meta,
          slot,
          transaction: [text = ""],
        } = decoded.data
        const landed: ConfirmedTransaction = {
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

/** The maximum number of signatures in one response. */
const signaturePageSize = 1000

/**
 * Fetches an account's signatures since a slot, oldest first; `null` if there are too many, or if the node has not
 * reached the block `known`.
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

/** Fetches the oldest slot of the node's complete history; `null` if it does not report it. */
export const fetchOldestSlot = (rpc: Rpc): Effect.Effect<bigint | null, RpcError> =>
  fetchNodeOrNull(rpc, ["getFirstAvailableBlock"], (answer) => {
    const decoded = integerSchema.safeParse(answer)
    return decoded.success ? BigInt(decoded.data) : null
  })
