import type { Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import * as z from "zod/mini"
import type { Standing } from "../contract/Standing.ts"
import { readNode } from "../rpc/readNode.ts"
import { type Block, readBlock } from "./blocks.ts"
import { type OperationEvent, operationsOf } from "./operations/OperationEvent.ts"
import { hashText, quantity } from "./quantity.ts"

const Shape = z.object({
  transactionHash: hashText,
  blockHash: hashText,
  blockNumber: quantity,
  status: quantity,
  gasUsed: quantity,
  effectiveGasPrice: z.nullish(quantity),
  /** What a rollup took on top. Source: OP Stack. */
  l1Fee: z.nullish(quantity),
  logs: z.nullish(z.array(z.unknown())),
})

/** What the receipt of a transaction says. */
export interface Receipt {
  /** Of the account that was asked about. */
  readonly operations: readonly OperationEvent[]
  /** Where the transaction stands, or rather one operation in it. */
  readonly standing: (tip: Block, operation: OperationEvent | null) => Standing
}

/** @param sender whose operations are told of, in lower case. @returns `null` where there is no receipt */
export const readReceipt = Effect.fnUntraced(function* (
  node: Rpc,
  hash: string,
  sender: string,
): Effect.fn.Return<Receipt | null, RpcError> {
  const { receipt } = yield* readNode(node, ["eth_getTransactionReceipt", hash], (answer) => {
    if (answer === null) return { receipt: null }
    const decoded = Shape.safeParse(answer)
    return decoded.success && decoded.data.transactionHash === hash.toLowerCase()
      ? { receipt: decoded.data }
      : null
  })
  if (receipt === null) return null
  const { blockHash, blockNumber, effectiveGasPrice, gasUsed, l1Fee, logs, status, transactionHash } = receipt
  const cost = effectiveGasPrice == null ? null : gasUsed * effectiveGasPrice + (l1Fee ?? 0n)
  const block = yield* readBlock(node, blockNumber)
  return {
    operations: operationsOf(sender, logs ?? []),
    standing: (tip, operation) =>
      block.hash === blockHash
        ? {
            _tag: "Mined",
            hash: transactionHash,
            succeeded: status === 1n && operation?.succeeded !== false,
            block: blockNumber,
            at: Number(block.timestamp) * 1000,
            fee: operation === null ? cost : operation.paid,
            confirmations: Math.max(1, Number(tip.number - blockNumber) + 1),
          }
        : // The chain is just being made anew there.
          { _tag: "Pending", hash: transactionHash },
  }
})
