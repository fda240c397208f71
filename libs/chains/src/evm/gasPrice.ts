import type { Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import * as z from "zod/mini"
import type { ChainTransaction } from "../contract/Transfer.ts"
import { fetchNode, fetchNodeOrNull } from "../rpc/fetchNode.ts"
import type { Block } from "./blocks.ts"
import { parseQuantity, toQuantityHex } from "./Hex.ts"
import { quantitySchema } from "./wireSchemas.ts"

/** The price of one unit of gas, in wei. */
export interface GasPrice {
  /** The likely price in the next block. */
  readonly expected: bigint
  /** The maximum price: the base fee may double first, which takes six full blocks. */
  readonly most: bigint
  /** The fee fields of a transaction. */
  readonly transactionFields: ChainTransaction
}

/** A node's own price hints; each `null` if the node provides none. */
export interface PriceHints {
  readonly history: z.infer<typeof FeeHistory> | null
  /** The tip that the node suggests. */
  readonly tip: bigint | null
}

export const fetchPriceHints = (rpc: Rpc): Effect.Effect<PriceHints, RpcError> =>
  Effect.all(
    {
      history: fetchNodeOrNull(rpc, ["eth_feeHistory", "0x14", "latest", [50]], (answer) => {
        const decoded = FeeHistory.safeParse(answer)
        return decoded.success ? decoded.data : null
      }),
      tip: fetchNodeOrNull(rpc, ["eth_maxPriorityFeePerGas"], parseQuantity),
    },
    { concurrency: "unbounded" },
  )

/** Fetches the price by EIP-1559 if blocks have a base fee, else the plain price. */
export const fetchGasPrice = Effect.fnUntraced(function* (
  rpc: Rpc,
  { baseFeePerGas }: Block,
  { history, tip: suggested }: PriceHints,
): Effect.fn.Return<GasPrice, RpcError> {
  const plain = fetchNode(rpc, ["eth_gasPrice"], parseQuantity)
  if (baseFeePerGas == null) {
    return toPlainPrice(yield* plain)
  }
  // Some nodes have a history of zeros only.
  const base = history?.baseFeePerGas.at(-1) || baseFeePerGas
  const known = suggested ?? getMedianTip(history)
  // A node that wants a price may tell it only by the plain one.
  const tip = known === null || base + known === 0n ? clampToZero((yield* plain) - base) : known
  const most = base * 2n + tip
  return {
    expected: base + tip,
    most,
    transactionFields: { maxFeePerGas: toQuantityHex(most), maxPriorityFeePerGas: toQuantityHex(tip) },
  }
})

/** Returns a price that does not change until the transaction is in a block. */
export const toPlainPrice = (price: bigint): GasPrice => ({
  expected: price,
  most: price,
  transactionFields: { gasPrice: toQuantityHex(price) },
})

/** The last `baseFeePerGas` is that of the next block. `reward` has one tip per block, zero for an empty one. */
const FeeHistory = z.object({
  baseFeePerGas: z.array(quantitySchema),
  reward: z.nullish(z.array(z.array(quantitySchema))),
})

/** Returns the median tip of the middle transactions of recent blocks; `null` if they were all empty. */
const getMedianTip = (history: z.infer<typeof FeeHistory> | null): bigint | null => {
  const tips = (history?.reward ?? []).flat().filter((tip) => tip > 0n)
  tips.sort((one, other) => (one < other ? -1 : one > other ? 1 : 0))
  return tips[tips.length >> 1] ?? null
}

const clampToZero = (value: bigint) => (value < 0n ? 0n : value)
