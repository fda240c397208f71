import type { Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import * as z from "zod/mini"
import { fetchKnown, fetchNode } from "../rpc/fetchNode.ts"
import { toQuantityHex } from "./Hex.ts"
import { addressSchema, bytesSchema, decodeHash, quantitySchema } from "./wireSchemas.ts"

/** The gas of a transfer that runs no code. Source: the yellow paper, G_transaction. */
const transferGas = 21_000n

/**
 * Contracts of the chain itself have addresses up to this one: precompiled ones, which have no code, and those that log
 * fees. Sources: Bor's LogFeeTransfer (0x1010), ZKsync's system contracts.
 */
const lastSystemAddress = 0xffffn

const SentSchema = z.object({ to: z.nullish(addressSchema), input: bytesSchema, gas: quantitySchema })
const LogSchema = z.object({ address: addressSchema })

const isSystemAddress = (address: string): boolean => BigInt(address) <= lastSystemAddress

/** A failure takes back all logs of contracts. The chain's own logs of its fees stay. */
const isContractLog = (log: unknown): boolean => {
  const decoded = LogSchema.safeParse(log)
  return decoded.success && !isSystemAddress(decoded.data.address)
}

/** The parts of a receipt without a status, and of its block. */
export interface ReceiptFacts {
  readonly hash: string
  readonly block: bigint
  readonly gasUsed: bigint
  readonly logs: readonly unknown[]
  /** The state root that receipts had before Byzantium. Source: EIP-658. */
  readonly root: unknown
  /** True if the block has a base fee, so that it is from long after Byzantium. */
  readonly hasBaseFee: boolean
}

/**
 * Returns whether the transaction of a receipt without a status succeeded; `null` if nothing proves it. All gas used
 * proves no failure: it may have been enough. Fails if the node rejects what it is asked: a later look may prove it.
 */
export const inferResult = Effect.fnUntraced(function* (
  node: Rpc,
  { block, gasUsed, hasBaseFee, hash, logs, root }: ReceiptFacts,
): Effect.fn.Return<boolean | null, RpcError> {
  if (logs.some(isContractLog)) return true
  const { sent } = yield* fetchKnown(node, ["eth_getTransactionByHash", hash], (answer) => {
    if (answer === null) return { sent: null }
    const decoded = SentSchema.safeParse(answer)
    return decoded.success ? { sent: decoded.data } : null
  })
  if (sent === null) return null
  // Before Byzantium there was no REVERT: a failure used all gas. Source: EIP-140.
  if (decodeHash(root) !== null && !hasBaseFee && gasUsed < sent.gas) return true
  const { to } = sent
  if (to == null || sent.input !== "0x" || gasUsed !== transferGas) return null
  // Code that fails uses all gas, or some for its REVERT.
  if (sent.gas > transferGas) return true
  if (isSystemAddress(to)) return null
  const code = yield* fetchNode(node, ["eth_getCode", to, toQuantityHex(block)], (answer) => {
    const decoded = bytesSchema.safeParse(answer)
    return decoded.success ? decoded.data : null
  })
  return code === "0x" ? true : null
})
