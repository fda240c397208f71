import type { Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import * as z from "zod/mini"
import { fetchNodeOrNull } from "../rpc/fetchNode.ts"
import { toQuantityHex } from "./Hex.ts"
import { addressSchema, bytesSchema, decodeHash, quantitySchema } from "./wireSchemas.ts"

/** The gas of a transfer that runs no code. Source: the yellow paper, G_transaction. */
const transferGas = 21_000n

/** Precompiled contracts have addresses up to this one, and no code. */
const lastPrecompile = 0xffffn

const SentSchema = z.object({ to: z.nullish(addressSchema), input: bytesSchema, gas: quantitySchema })

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
 * proves no failure: it may have been enough.
 */
export const inferResult = Effect.fnUntraced(function* (
  node: Rpc,
  { block, gasUsed, hasBaseFee, hash, logs, root }: ReceiptFacts,
): Effect.fn.Return<boolean | null, RpcError> {
  // A failure takes back all logs.
  if (logs.length > 0) return true
  const sent = yield* fetchNodeOrNull(node, ["eth_getTransactionByHash", hash], (answer) => {
    const decoded = SentSchema.safeParse(answer)
    return decoded.success ? decoded.data : null
  })
  if (sent === null) return null
  // Before Byzantium there was no REVERT: a failure used all gas. Source: EIP-140.
  if (decodeHash(root) !== null && !hasBaseFee && gasUsed < sent.gas) return true
  const { to } = sent
  if (to == null || sent.input !== "0x" || gasUsed !== transferGas) return null
  // Code that fails uses all gas, or some for its REVERT.
  if (sent.gas > transferGas) return true
  if (BigInt(to) <= lastPrecompile) return null
  const code = yield* fetchNodeOrNull(node, ["eth_getCode", to, toQuantityHex(block)], (answer) => answer)
  return code === "0x" ? true : null
})
