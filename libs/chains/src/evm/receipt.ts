import type { Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import * as z from "zod/mini"
import type { TransactionStatus } from "../contract/TransactionStatus.ts"
import { fetchNode } from "../rpc/fetchNode.ts"
import { type Block, fetchBlock } from "./blocks.ts"
import { decodeOperationEvents, type UserOperationEvent } from "./operations/UserOperationEvent.ts"
import { hashSchema, quantitySchema } from "./wireSchemas.ts"

const ReceiptSchema = z.object({
  transactionHash: hashSchema,
  blockHash: hashSchema,
  blockNumber: quantitySchema,
  status: quantitySchema,
  gasUsed: quantitySchema,
  effectiveGasPrice: z.nullish(quantitySchema),
  /** What a rollup took on top. Source: OP Stack. */
  l1Fee: z.nullish(quantitySchema),
  logs: z.nullish(z.array(z.unknown())),
})

/** What the receipt of a transaction says. */
export interface TransactionReceipt {
  /** Of the account that was asked about. */
  readonly operations: readonly UserOperationEvent[]
  /** Where the transaction stands, or rather one operation in it. */
  readonly status: (tip: Block, operation: UserOperationEvent | null) => TransactionStatus
}

/** @param sender whose operations are told of, in lower case. @returns `null` where there is no receipt */
export const fetchReceipt = Effect.fnUntraced(function* (
  node: Rpc,
  hash: string,
  sender: string,
): Effect.fn.Return<TransactionReceipt | null, RpcError> {
  const { receipt } = yield* fetchNode(node, ["eth_getTransactionReceipt", hash], (answer) => {
    if (answer === null) return { receipt: null }
    const decoded = ReceiptSchema.safeParse(answer)
    return decoded.success && decoded.data.transactionHash === hash.toLowerCase()
      ? { receipt: decoded.data }
      : null
  })
  if (receipt === null) return null
  const { blockHash, blockNumber, effectiveGasPrice, gasUsed, l1Fee, logs, status, transactionHash } = receipt
  const cost = effectiveGasPrice == null ? null : gasUsed * effectiveGasPrice + (l1Fee ?? 0n)
  const block = yield* fetchBlock(node, blockNumber)
  return {
    operations: decodeOperationEvents(sender, logs ?? []),
    status: (tip, operation) =>
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
