import { ProviderError } from "@wmodal/dev-wallet"
import { Effect } from "effect"
import { decodeEventLog, decodeFunctionData, encodeEventTopics, type Hex, isHex } from "viem"
import { entryPoint08Abi } from "viem/account-abstraction"
import * as z from "zod/mini"
import { entryPointAddress } from "../../../evm/entryPoint.ts"
import type { NodeRequest } from "./fillUserOperation.ts"

const hex = z.custom<Hex>(isHex)
const Log = z.looseObject({ topics: z.tuple([hex], hex), data: hex, transactionHash: hex })
const Receipt = z.looseObject({
  transactionHash: hex,
  blockHash: hex,
  blockNumber: hex,
  gasUsed: hex,
  logs: z.array(Log),
})
type Receipt = z.output<typeof Receipt>
const Transaction = z.looseObject({ input: hex })

/** The receipt of a mined operation. Amounts in wei. */
export interface UserOperationReceipt {
  readonly hash: Hex
  readonly sender: Hex
  readonly nonce: bigint
  readonly succeeded: boolean
  /** The revert data of the account's call; `null` when there is none. */
  readonly reason: Hex | null
  readonly cost: bigint
  readonly gasUsed: bigint
  /** The operation's logs in the node's format. */
  readonly logs: Receipt["logs"]
  /** The bundle's receipt in the node's format. */
  readonly receipt: Receipt
}

/** Fetches the receipt; `null` for an operation that is not mined. */
export const fetchUserOperationReceipt = Effect.fnUntraced(function* (
  hash: Hex,
  ask: NodeRequest,
): Effect.fn.Return<UserOperationReceipt | null, ProviderError> {
  const topics = encodeEventTopics({
    abi: entryPoint08Abi,
    eventName: "UserOperationEvent",
    args: { userOpHash: hash },
  })
  const filter = { address: entryPointAddress, topics, fromBlock: "earliest", toBlock: "latest" }
  const [told] = yield* decodeReply(z.array(Log), ask("eth_getLogs", [filter]))
  if (told === undefined) return null
  const { args } = decodeEventLog({ abi: entryPoint08Abi, eventName: "UserOperationEvent", ...told })
  const receipt = yield* decodeReply(Receipt, ask("eth_getTransactionReceipt", [told.transactionHash]))
  const isOwn = ({ topics: [, operation] }: z.output<typeof Log>) => operation === hash
  const end = receipt.logs.findIndex((log) => isOwn(log) && log.topics[0] === told.topics[0])
  const [reverted] = encodeEventTopics({ abi: entryPoint08Abi, eventName: "UserOperationRevertReason" })
  const why = receipt.logs.find((log) => isOwn(log) && log.topics[0] === reverted)
  return {
    hash,
    sender: args.sender,
    nonce: args.nonce,
    succeeded: args.success,
    reason:
      why === undefined
        ? null
        : decodeEventLog({ abi: entryPoint08Abi, eventName: "UserOperationRevertReason", ...why }).args
            .revertReason,
    cost: args.actualGasCost,
    gasUsed: args.actualGasUsed,
    // A bundle of this wallet has one operation.
    logs: receipt.logs.slice(0, end),
    receipt,
  }
})

/** Fetches the packed operation from its bundle. */
export const fetchPackedUserOperation = Effect.fnUntraced(function* (
  { nonce, receipt, sender }: UserOperationReceipt,
  ask: NodeRequest,
) {
  const { input } = yield* decodeReply(
    Transaction,
    ask("eth_getTransactionByHash", [receipt.transactionHash]),
  )
  const { args, functionName } = decodeFunctionData({ abi: entryPoint08Abi, data: input })
  return functionName === "handleOps"
    ? args[0].find((one) => one.nonce === nonce && one.sender === sender)
    : undefined
})

const decodeReply = <Shape extends z.ZodMiniType>(
  shape: Shape,
  answer: Effect.Effect<unknown, ProviderError>,
): Effect.Effect<z.output<Shape>, ProviderError> =>
  Effect.flatMap(answer, (given) => {
    const read = shape.safeParse(given)
    return read.success
      ? Effect.succeed(read.data)
      : new ProviderError({ code: -32603, message: "The node returned an invalid response." })
  })
