import type { Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import * as z from "zod/mini"
import type { TransactionStatus } from "../contract/TransactionStatus.ts"
import { fetchKnown } from "../rpc/fetchNode.ts"
import { readAccountFailure } from "./accountFailure.ts"
import { type Block, fetchBlock, hasTransaction } from "./blocks.ts"
import { decodeOperationEvents, type UserOperationEvent } from "./operations/UserOperationEvent.ts"
import { fetchReceiptFee } from "./receiptFee.ts"
import { inferResult } from "./receiptResult.ts"
import { hashSchema, quantitySchema } from "./wireSchemas.ts"

const ReceiptSchema = z.object({
  transactionHash: hashSchema,
  /** Absent in receipts that some nodes give before there is a block. */
  blockHash: z.nullish(hashSchema),
  blockNumber: z.nullish(quantitySchema),
  /** Absent before Byzantium, and at some nodes. Source: EIP-658. */
  status: z.nullish(quantitySchema),
  gasUsed: quantitySchema,
  // A malformed part of the fee leaves the fee unknown, not the transaction.
  type: z.optional(z.unknown()),
  effectiveGasPrice: z.optional(z.unknown()),
  l1Fee: z.optional(z.unknown()),
  operatorFeeScalar: z.optional(z.unknown()),
  operatorFeeConstant: z.optional(z.unknown()),
  daFootprintGasScalar: z.optional(z.unknown()),
  logs: z.nullish(z.array(z.unknown())),
  root: z.optional(z.unknown()),
})

/** A decoded transaction receipt. */
export interface TransactionReceipt {
  /** The operations of the requested account. */
  readonly operations: readonly UserOperationEvent[]
  /** Returns the status of the transaction, or of one operation in it. */
  readonly status: (tip: Block, operation: UserOperationEvent | null) => TransactionStatus
}

/**
 * Fetches a receipt. @param account the account whose operations and failures it reports, in lower case; empty if
 * unknown. @returns `null` if there is no receipt
 */
export const fetchReceipt = Effect.fnUntraced(function* (
  node: Rpc,
  hash: string,
  account: string,
): Effect.fn.Return<TransactionReceipt | null, RpcError> {
  const { receipt } = yield* fetchKnown(node, ["eth_getTransactionReceipt", hash], (answer) => {
    if (answer === null) return { receipt: null }
    const decoded = ReceiptSchema.safeParse(answer)
    return decoded.success && decoded.data.transactionHash === hash.toLowerCase()
      ? { receipt: decoded.data }
      : null
  })
  if (receipt === null) return null
  const { blockHash, blockNumber, gasUsed, root, status, transactionHash } = receipt
  if (blockHash == null || blockNumber == null) return null
  const logs = receipt.logs ?? []
  const [block, cost] = yield* Effect.all(
    [fetchBlock(node, blockNumber), fetchReceiptFee(node, { ...receipt, blockNumber })],
    { concurrency: "unbounded" },
  )
  // Some nodes keep the hash of a proposal in the receipt: then the block itself shows what it has.
  const isInBlock = block.hash === blockHash || (yield* hasTransaction(node, blockNumber, transactionHash))
  const result =
    status == null
      ? yield* inferResult(node, {
          hash: transactionHash,
          block: blockNumber,
          gasUsed,
          logs,
          root,
          hasBaseFee: block.baseFeePerGas != null,
        })
      : status === 1n
  const failure = readAccountFailure(account, logs)
  const outcome = (succeeded: boolean | null) =>
    succeeded === false || failure === "all" ? false : failure === "some" ? null : succeeded
  return {
    operations: decodeOperationEvents(account, logs),
    status: (tip, operation) =>
      isInBlock
        ? {
            _tag: "Mined",
            hash: transactionHash,
            // Operations report their own results, in logs that only a successful bundle has.
            succeeded: outcome(operation === null || result === false ? result : operation.succeeded),
            ...(failure === "some" && result !== false && { accountFailed: true }),
            block: blockNumber,
            at: Number(block.timestamp) * 1000,
            fee: operation === null ? cost : operation.paid,
            confirmations: Math.max(1, Number(tip.number - blockNumber) + 1),
          }
        : // The node is reorganizing its chain.
          { _tag: "Pending", hash: transactionHash },
  }
})
