import * as z from "zod/mini"
import { getTopLevelInstructions, resolveInstruction } from "../chain/instructions.ts"
import type { ConfirmedTransaction, SolanaChain } from "../chain/SolanaChain.ts"
import { Pubkey, SignatureParam, SignaturesConfig, TransactionConfig } from "./params.ts"
import { memoPrograms } from "./parseInstruction.ts"
import { makeMethod, type SolanaMethod, withSlot } from "./SolanaMethod.ts"
import { invalidParams, SolanaRpcError } from "./SolanaRpcError.ts"
import { toUiTransaction } from "./uiTransaction.ts"

const maxStatuses = 256
const maxSignatures = 1000

/** Methods for transactions in a block. */
export const historyMethods: Readonly<Record<string, SolanaMethod>> = {
  getSignatureStatuses: makeMethod(
    z.tuple([
      z.array(SignatureParam),
      z.nullish(z.looseObject({ searchTransactionHistory: z.nullish(z.boolean()) })),
    ]),
    (chain, [signatures]) => {
      if (signatures.length > maxStatuses) throw invalidParams(`Too many inputs provided; max ${maxStatuses}`)
      return withSlot(
        chain,
        signatures.map((signature) => getSignatureStatus(chain, signature)),
      )
    },
  ),

  getTransaction: makeMethod(z.tuple([SignatureParam, TransactionConfig]), (chain, [signature, config]) => {
    const landed = chain.find(signature)
    if (landed === undefined) return null
    const { encoding, maxSupportedTransactionVersion } =
      typeof config === "string"
        ? { encoding: config, maxSupportedTransactionVersion: null }
        : {
            encoding: config?.encoding,
            maxSupportedTransactionVersion: config?.maxSupportedTransactionVersion,
          }
    const { version } = landed.transaction.message
    const versionSays =
      maxSupportedTransactionVersion !== undefined && maxSupportedTransactionVersion !== null
    // Every version number that a client can request includes version 0, the only one.
    if (version !== "legacy" && !versionSays)
      throw new SolanaRpcError({
        code: -32015,
        text: `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
      })
    return {
      blockTime: landed.block.time,
      ...toUiTransaction(landed, encoding ?? null),
      slot: landed.block.slot,
      ...(versionSays && { version }),
    }
  }),

  getSignaturesForAddress: makeMethod(z.tuple([Pubkey, SignaturesConfig]), (chain, [address, config]) => {
    const limit = config?.limit ?? maxSignatures
    if (limit === 0 || limit > maxSignatures) throw invalidParams(`Invalid limit; max ${maxSignatures}`)
    const newestFirst = chain.transactions().toReversed()
    const from = indexAfterSignature(newestFirst, config?.before)
    const to = indexBeforeSignature(newestFirst, config?.until)
    return newestFirst
      .slice(from, to)
      .filter(({ keys }) => keys.some((key) => key.address === address))
      .slice(0, limit)
      .map((landed) => ({
        blockTime: landed.block.time,
        confirmationStatus: "finalized",
        err: landed.outcome.error,
        memo: getMemo(landed),
        signature: landed.transaction.signature,
        slot: landed.block.slot,
      }))
  }),
}

/** Returns the status of a signature. A transaction in a block is final; a pending one is processed without votes. */
const getSignatureStatus = (chain: SolanaChain, signature: string) => {
  const landed = chain.find(signature)
  if (landed === undefined)
    return chain.waiting().some((one) => one.signature === signature)
      ? {
          confirmationStatus: "processed",
          confirmations: 0,
          err: null,
          slot: chain.head().slot + 1,
          status: { Ok: null },
        }
      : null
  const { error } = landed.outcome
  return {
    confirmationStatus: "finalized",
    confirmations: null,
    err: error,
    slot: landed.block.slot,
    status: error === null ? { Ok: null } : { Err: error },
  }
}

/** Returns the index after the transaction of that signature; the end of the list when the signature is unknown. */
const indexAfterSignature = (
  newestFirst: readonly ConfirmedTransaction[],
  signature: string | null | undefined,
): number => {
  if (!signature) return 0
  const index = newestFirst.findIndex(({ transaction }) => transaction.signature === signature)
  return index === -1 ? newestFirst.length : index + 1
}

const indexBeforeSignature = (
  newestFirst: readonly ConfirmedTransaction[],
  signature: string | null | undefined,
): number => {
  const index = newestFirst.findIndex(({ transaction }) => transaction.signature === signature)
  return index === -1 ? newestFirst.length : index
}

/** Returns the memos of a transaction, each after its length in bytes. */
const getMemo = ({ transaction, keys }: ConfirmedTransaction): string | null => {
  const memos = getTopLevelInstructions(transaction.message).flatMap((one) => {
    const instruction = resolveInstruction(one, keys)
    return instruction !== null && memoPrograms.has(instruction.program)
      ? [`[${instruction.data.length}] ${Buffer.from(instruction.data).toString()}`]
      : []
  })
  return memos.length === 0 ? null : memos.join("; ")
}
