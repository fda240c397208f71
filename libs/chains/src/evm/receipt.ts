import type { Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import * as z from "zod/mini"
import type { Standing } from "../contract/Standing.ts"
import { readNode } from "../rpc/readNode.ts"
import { type Block, readBlock } from "./blocks.ts"
import { hashText, quantity } from "./quantity.ts"

const Receipt = z.object({
  transactionHash: hashText,
  blockHash: hashText,
  blockNumber: quantity,
  status: quantity,
  gasUsed: quantity,
  effectiveGasPrice: z.nullish(quantity),
  /** What a rollup took on top. Source: OP Stack. */
  l1Fee: z.nullish(quantity),
})

/** What the receipt of a transaction says of it, once the newest block is known; `null` where there is none. */
export const standingByReceipt = Effect.fnUntraced(function* (
  node: Rpc,
  hash: string,
): Effect.fn.Return<((tip: Block) => Standing) | null, RpcError> {
  const { receipt } = yield* readNode(node, ["eth_getTransactionReceipt", hash], (answer) => {
    if (answer === null) return { receipt: null }
    const decoded = Receipt.safeParse(answer)
    return decoded.success && decoded.data.transactionHash === hash.toLowerCase()
      ? { receipt: decoded.data }
      : null
  })
  if (receipt === null) return null
  const { blockHash, blockNumber, effectiveGasPrice, gasUsed, l1Fee, status, transactionHash } = receipt
  const block = yield* readBlock(node, blockNumber)
  return (tip) =>
    block.hash === blockHash
      ? {
          _tag: "Mined",
          hash: transactionHash,
          succeeded: status === 1n,
          block: blockNumber,
          at: Number(block.timestamp) * 1000,
          fee: effectiveGasPrice == null ? null : gasUsed * effectiveGasPrice + (l1Fee ?? 0n),
          confirmations: Math.max(1, Number(tip.number - blockNumber) + 1),
        }
      : // The chain is just being made anew there.
        { _tag: "Pending", hash: transactionHash }
})
