import { numberToHex } from "viem"
import * as z from "zod/mini"
import type { JsonRpcCall } from "../rpc/JsonRpc.ts"
import type { Anvil } from "./Anvil.ts"
import type { Rollup } from "./dataGas/dataFee.ts"
import { fetchRpcResults, fetchRpcResultsOrNull } from "./rpcResults.ts"

type Node = Pick<Anvil, "send">

/** Receives the fees for data. Source: OP Stack, predeploys. */
const dataFeeVault = "0x420000000000000000000000000000000000001A"

const Replies = z.array(z.looseObject({ id: z.number(), result: z.optional(z.unknown()) }))
const Receipt = z.looseObject({ blockNumber: z.string(), blockHash: z.string() })
const Block = z.object({ transactions: z.array(z.unknown()) })

/**
 * Sends calls to the chain of a rollup since Isthmus, and answers as its nodes do: a receipt has the fees on top of the gas, and a
 * transaction that cannot pay them is refused, which the chain itself would drop in silence.
 */
export const sendToRollup = async (
  chain: Node,
  rollup: Rollup,
  batch: readonly JsonRpcCall[],
): Promise<readonly unknown[]> => {
  const replies = Replies.parse(await chain.send(batch))
  const methods = new Map(batch.map(({ id, method }) => [id, method]))
  return Promise.all(
    replies.map(async (reply) => {
      switch (methods.get(reply.id)) {
        case "eth_getTransactionReceipt":
          return { ...reply, result: await withFees(chain, rollup, reply.result) }
        case "eth_sendRawTransaction":
          return typeof reply.result === "string" && (await isDropped(chain, reply.result))
            ? { jsonrpc: "2.0", id: reply.id, error: insufficientFunds }
            : reply
        default:
          return reply
      }
    }),
  )
}

/** Source: op-geth. */
const insufficientFunds = { code: -32_000, message: "insufficient funds for gas * price + value" }

const isDropped = async (chain: Node, hash: string): Promise<boolean> => {
  const [transaction] = await fetchRpcResultsOrNull(chain, [["eth_getTransactionByHash", hash]])
  return transaction === null
}

const withFees = async (chain: Node, { traits }: Rollup, result: unknown): Promise<unknown> => {
  const decoded = Receipt.safeParse(result)
  if (!decoded.success) return result
  const l1Fee = await fetchDataFee(chain, decoded.data)
  const { operatorFeeConstant, operatorFeeScalar } = traits
  return {
    ...decoded.data,
    ...(l1Fee !== null && { l1Fee: numberToHex(l1Fee) }),
    ...((operatorFeeConstant > 0 || operatorFeeScalar > 0) && {
      operatorFeeScalar: numberToHex(operatorFeeScalar),
      operatorFeeConstant: numberToHex(operatorFeeConstant),
    }),
  }
}

/** Returns what a block's only transaction paid for its data; `null` for a block of several, whose fees it mixes. */
const fetchDataFee = async (
  chain: Node,
  { blockHash, blockNumber }: z.output<typeof Receipt>,
): Promise<bigint | null> => {
  const [block, after, before] = await fetchRpcResults(chain, [
    ["eth_getBlockByHash", blockHash, false],
    ["eth_getBalance", dataFeeVault, blockNumber],
    ["eth_getBalance", dataFeeVault, numberToHex(BigInt(blockNumber) - 1n)],
  ])
  return Block.parse(block).transactions.length === 1
    ? BigInt(z.string().parse(after)) - BigInt(z.string().parse(before))
    : null
}
