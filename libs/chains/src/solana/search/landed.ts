import type { Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import * as z from "zod/mini"
import { readNode, readNodeOrNull } from "../../rpc/readNode.ts"
import { confirmed, whole } from "../account/Account.ts"
import { decodeTransaction, type Transaction } from "../wire/Transaction.ts"

const Status = z.object({
  context: z.object({ slot: whole }),
  value: z.array(
    z.nullable(z.object({ slot: whole, err: z.unknown(), confirmationStatus: z.nullish(z.string()) })),
  ),
})

/** What a node knows of a signature, of all times that it remembers. */
export interface Known {
  /** The newest slot of the node. */
  readonly tip: bigint
  readonly status: {
    readonly slot: bigint
    readonly succeeded: boolean
    /** Nearly all of the network has agreed on its block. */
    readonly isSure: boolean
  } | null
}

export const readStatus = (rpc: Rpc, signature: string): Effect.Effect<Known, RpcError> =>
  readNode(
    rpc,
    ["getSignatureStatuses", [signature], { searchTransactionHistory: true }],
    (answer): Known | null => {
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

const Landed = z.object({
  slot: whole,
  blockTime: z.nullish(z.number()),
  meta: z.nullish(z.object({ fee: whole, err: z.unknown() })),
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
  readonly transaction: Transaction | null
}

/** `null` where the node has none such, or not yet; also where it would not show one of a form that is newer than what is read here. */
export const readLanded = (rpc: Rpc, signature: string): Effect.Effect<Landed | null, RpcError> =>
  Effect.map(
    readNodeOrNull(
      rpc,
      ["getTransaction", signature, { ...confirmed, encoding: "base64", maxSupportedTransactionVersion: 0 }],
      (answer) => {
        if (answer === null) return { landed: null }
        const decoded = Landed.safeParse(answer)
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

const Signatures = z.array(z.object({ signature: z.string(), slot: whole }))

/** As many as a node tells in one answer. */
const page = 1000

/**
 * Signatures of an account from a slot on, oldest first; `null` where there are more than anybody can look through, or
 * the node does not know of so new a block as `known`.
 */
export const readSignatures = (
  rpc: Rpc,
  { account, known, since }: { readonly account: string; readonly since: bigint; readonly known: bigint },
): Effect.Effect<readonly string[] | null, RpcError> =>
  Effect.map(
    readNode(
      rpc,
      ["getSignaturesForAddress", account, { ...confirmed, limit: page, minContextSlot: Number(known) }],
      (answer) => {
        const decoded = Signatures.safeParse(answer)
        return decoded.success ? decoded.data : null
      },
    ),
    (all) => {
      const recent = all.filter(({ slot }) => BigInt(slot) >= since)
      return recent.length === page ? null : recent.map(({ signature }) => signature).toReversed()
    },
  )

/** The oldest slot of which a node still has everything; `null` where it does not tell. */
export const readOldest = (rpc: Rpc): Effect.Effect<bigint | null, RpcError> =>
  readNodeOrNull(rpc, ["getFirstAvailableBlock"], (answer) => {
    const decoded = whole.safeParse(answer)
    return decoded.success ? BigInt(decoded.data) : null
  })
