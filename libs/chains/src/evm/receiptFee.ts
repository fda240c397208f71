import type { Rpc } from "@wmodal/protocol"
import { Effect } from "effect"
import * as z from "zod/mini"
import { fetchNodeOrNull } from "../rpc/fetchNode.ts"
import { parseQuantity, toQuantityHex } from "./Hex.ts"
import { fetchOperatorFee } from "./rollupFee.ts"
import { quantitySchema } from "./wireSchemas.ts"

/** The fields of a receipt that its fee depends on, as a node sends them; all but the gas may be missing. */
export interface ReceiptCost {
  readonly transactionHash: string
  readonly gasUsed: bigint
  readonly blockNumber: bigint
  readonly type?: unknown
  readonly effectiveGasPrice?: unknown
  /** The fee for data on the parent chain. Source: OP Stack, Scroll. */
  readonly l1Fee?: unknown
  /** The terms of the operator's fee in that block. Source: OP Stack, Isthmus. */
  readonly operatorFeeScalar?: unknown
  readonly operatorFeeConstant?: unknown
  /** Only since the upgrade Jovian. */
  readonly daFootprintGasScalar?: unknown
}

/**
 * The types whose gas is paid in the native currency by the sender, and that pay nothing but gas: others have blobs
 * (EIP-4844), another currency (Celo, CIP-64) or another payer (ZKsync, paymasters). Source: EIP-2718, EIP-2930,
 * EIP-1559, EIP-7702.
 */
const plainTypes: readonly bigint[] = [0n, 1n, 2n, 4n]

/** Returns the fee of a mined transaction in wei; `null` if its receipt lacks a part of it. */
export const fetchReceiptFee = Effect.fnUntraced(function* (
  node: Rpc,
  receipt: ReceiptCost,
): Effect.fn.Return<bigint | null> {
  const price =
    receipt.effectiveGasPrice === undefined
      ? yield* fetchFixedPrice(node, receipt.transactionHash)
      : parseQuantity(receipt.effectiveGasPrice)
  const type = readOptional(receipt.type)
  const data = readOptional(receipt.l1Fee)
  if (price === null || type === null || data === null || !plainTypes.includes(type)) return null
  const operator = yield* fetchReceiptOperatorFee(node, receipt)
  return operator === null ? null : receipt.gasUsed * price + data + operator
})

const FixedPrice = z.object({ type: z.optional(z.enum(["0x0", "0x1"])), gasPrice: quantitySchema })

/**
 * Fetches the price of a transaction, for a receipt from before EIP-1559; `null` for a type that may have paid less than
 * it offered.
 */
const fetchFixedPrice = (node: Rpc, hash: string): Effect.Effect<bigint | null> =>
  fetchNodeOrNull(node, ["eth_getTransactionByHash", hash], (answer) => {
    const decoded = FixedPrice.safeParse(answer)
    return decoded.success ? decoded.data.gasPrice : null
  }).pipe(Effect.orElseSucceed(() => null))

/** Without a scalar both formulas are the constant; with one, the upgrade has to be known. */
const fetchReceiptOperatorFee = Effect.fnUntraced(function* (
  node: Rpc,
  { blockNumber, gasUsed, ...terms }: ReceiptCost,
): Effect.fn.Return<bigint | null> {
  const scalar = readOptional(terms.operatorFeeScalar)
  const constant = readOptional(terms.operatorFeeConstant)
  if (scalar === null || constant === null) return null
  if (scalar === 0n) return constant
  if (parseQuantity(terms.daFootprintGasScalar) !== null) return gasUsed * scalar * 100n + constant
  return yield* Effect.orElseSucceed(fetchOperatorFee(node, gasUsed, toQuantityHex(blockNumber)), () => null)
})

/** Reads a quantity; 0 if there is none, and `null` if it is not one. */
const readOptional = (value: unknown): bigint | null => (value == null ? 0n : parseQuantity(value))
