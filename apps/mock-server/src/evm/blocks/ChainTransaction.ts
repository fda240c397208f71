import { toEventSelector } from "viem"
import * as z from "zod/mini"
import { decodeNativeMovements, decodeTokenMovements, Log, type Movement, Trace } from "./movements.ts"

const Quantity = z.pipe(
  z.string(),
  z.transform((hex) => Number(hex)),
)

const RpcTransaction = z.object({
  hash: z.string(),
  from: z.string(),
  to: z.nullish(z.string()),
  input: z.string(),
  nonce: Quantity,
  value: z.string(),
})

export const EvmBlock = z.object({
  number: Quantity,
  hash: z.string(),
  /** Unix seconds. */
  timestamp: Quantity,
  transactions: z.array(RpcTransaction),
})
export type EvmBlock = z.output<typeof EvmBlock>

export const Receipts = z.array(
  z.object({
    transactionHash: z.string(),
    status: Quantity,
    contractAddress: z.nullish(z.string()),
    logs: z.array(Log),
  }),
)
export const Traces = z.array(Trace)

/** The pending transactions, by sender and nonce. */
export const PendingPool = z.object({ pending: z.record(z.string(), z.record(z.string(), RpcTransaction)) })

/** A transaction with the fields that histories need. Addresses and hashes in lower case. */
export interface ChainTransaction {
  readonly hash: string
  /** Unix seconds; the current time for a pending transaction. */
  readonly minedAt: number
  readonly from: string
  /** The called address; for a deployment, the created contract. */
  readonly to: string
  readonly isDeployment: boolean
  readonly input: string
  readonly nonce: number
  readonly status: "confirmed" | "failed" | "pending"
  /**
   * Movements of the calls, then of the logs, in order; empty for a failed transaction. For a pending one, its native
   * value.
   */
  readonly movements: readonly Movement[]
  /** A token approval that was granted or revoked. */
  readonly approvers: readonly string[]
}

const approvalTopics: readonly (string | undefined)[] = [
  toEventSelector("Approval(address,address,uint256)"),
  toEventSelector("ApprovalForAll(address,address,bool)"),
]

/** Returns the pending transactions that the next block could contain. `now` in Unix seconds. */
export const decodePendingTransactions = (
  { pending }: z.output<typeof PendingPool>,
  now: number,
): readonly ChainTransaction[] =>
  Object.values(pending)
    .flatMap((bySender) => Object.values(bySender))
    .map(({ hash, from, to, input, nonce, value }) => {
      const amount = BigInt(value)
      const movement: Movement = { from, to: to ?? "", moved: { _tag: "Native", amount } }
      return {
        hash,
        minedAt: now,
        from,
        to: to ?? "",
        isDeployment: to == null,
        input,
        nonce,
        status: "pending",
        movements: amount === 0n ? [] : [movement],
        approvers: [],
      }
    })

/** Returns the transactions of one block, from a node's response. */
export const decodeBlockTransactions = (
  block: EvmBlock,
  receipts: z.output<typeof Receipts>,
  traces: readonly Trace[],
): readonly ChainTransaction[] =>
  block.transactions.flatMap(({ hash, from, to, input, nonce }) => {
    const receipt = receipts.find(({ transactionHash }) => transactionHash === hash)
    const callee = to ?? receipt?.contractAddress
    if (receipt === undefined || callee == null) return []
    const hasFailed = receipt.status === 0
    const calls = traces.filter(({ transactionHash }) => transactionHash === hash)
    return [
      {
        hash,
        minedAt: block.timestamp,
        from,
        to: callee,
        isDeployment: to == null,
        input,
        nonce,
        status: hasFailed ? "failed" : "confirmed",
        movements: hasFailed ? [] : [...decodeNativeMovements(calls), ...decodeTokenMovements(receipt.logs)],
        approvers: receipt.logs.flatMap(({ topics: [topic, owner] }) =>
          approvalTopics.includes(topic) && owner !== undefined ? [`0x${owner.slice(-40)}`] : [],
        ),
      },
    ]
  })
