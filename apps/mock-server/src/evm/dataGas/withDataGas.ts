import {
  type Hex,
  hexToBigInt,
  isHex,
  keccak256,
  numberToHex,
  parseTransaction,
  recoverTransactionAddress,
  serializeTransaction,
  type TransactionSerialized,
} from "viem"
import * as z from "zod/mini"
import type { Anvil } from "../Anvil.ts"
import { fetchRpcResults, fetchRpcResultsOrNull } from "../rpcResults.ts"
import type { DataGas } from "./DataGas.ts"
import {
  type Call,
  fetchTip,
  Hexes,
  type MinedTransaction,
  type Send,
  withSettlement,
} from "./withSettlement.ts"

const EstimatedCall = z.object({
  to: z.nullish(Hexes),
  value: z.nullish(Hexes),
  data: z.nullish(Hexes),
  input: z.nullish(Hexes),
})
const FeeHistory = z.looseObject({
  baseFeePerGas: z.array(z.unknown()),
  reward: z.nullish(z.array(z.array(z.unknown()))),
})

/**
 * Makes a chain charge and tell its gas as the network does. A transaction whose gas does not suffice for both parts is
 * refused; a real node refuses it for the data only, else the transaction fails in its block.
 */
export const withDataGas = (anvil: Anvil, gas: DataGas): Promise<Anvil> =>
  withSettlement(anvil, {
    prepare: (send) => setPrice(send, gas),
    refuse: (send, call) => refuse(send, gas, call),
    surcharge: ({ block, receipt, signed }) => {
      const used = hexToBigInt(receipt.gasUsed)
      return (used + gas.used(signed, block)) * gas.baseFee - used * hexToBigInt(receipt.effectiveGasPrice)
    },
    toReceipt: (mined) => toNetworkReceipt(gas, mined),
    tell: (send, call, result) => tell(send, gas, call, result),
  })

/** Returns why the network refuses a call that its chain would not; `null` if it does not. */
const refuse = async (send: Send, gas: DataGas, { method, params }: Call) => {
  // Would fill in the gas of the EVM alone.
  if (method === "eth_fillTransaction")
    return { code: -32_601, message: `the method ${method} does not exist/is not available` }
  return method === "eth_sendRawTransaction" && (await needsMore(send, gas, params?.[0]))
    ? { code: -32_000, message: "intrinsic gas too low" }
    : null
}

/** The network's price, of the next block: anvil's own would fall from block to block. */
const setPrice = (send: Send, { baseFee }: DataGas) =>
  fetchRpcResults({ send }, [["anvil_setNextBlockBaseFeePerGas", numberToHex(baseFee)]])

/** Returns whether a signed transaction has less gas than its data and its run take. */
const needsMore = async (send: Send, gas: DataGas, signed: unknown): Promise<boolean> => {
  if (!isHex(signed)) return false
  const sent = readTransaction(signed)
  if (sent === null) return false
  const left = sent.gas - gas.used(signed, (await fetchTip(send)) + 1n)
  if (left < leastGas) return true
  const { data = "0x", to, value } = sent
  if (data === "0x") return false
  const from = await recoverTransactionAddress({ serializedTransaction: signed as TransactionSerialized })
  const call = { from, to, value: numberToHex(value), data }
  const [withAll, withLeft] = await fetchRpcResultsOrNull(
    { send },
    [sent.gas, left].map((limit) => ["eth_call", { ...call, gas: numberToHex(limit) }, "pending"] as const),
  )
  return withAll !== null && withLeft === null
}

/** The gas of any transaction. Source: the yellow paper, G_transaction. */
const leastGas = 21_000n

/** @returns `null` for bytes that are no transaction, which the chain itself refuses. */
const readTransaction = (signed: Hex) => {
  try {
    const { data, gas = 0n, to, value = 0n } = parseTransaction(signed)
    return { data, gas, to, value }
  } catch {
    return null
  }
}

/** Returns the network's result of a call for that of the chain. */
const tell = async (
  send: Send,
  gas: DataGas,
  { method, params = [] }: Call,
  result: unknown,
): Promise<unknown> => {
  switch (method) {
    case "eth_estimateGas": {
      const signed = encodePlaceholders(EstimatedCall.safeParse(params[0]).data ?? {})
      return numberToHex(gas.estimate(hexToBigInt(Hexes.parse(result)), signed, await fetchTip(send)))
    }
    case "eth_gasPrice":
      return numberToHex(gas.baseFee)
    case "eth_maxPriorityFeePerGas":
      return "0x0"
    case "eth_feeHistory": {
      const { baseFeePerGas, reward, ...history } = FeeHistory.parse(result)
      return {
        ...history,
        baseFeePerGas: baseFeePerGas.map(() => numberToHex(gas.baseFee)),
        ...(reward != null && { reward: reward.map((rewards) => rewards.map(() => "0x0")) }),
      }
    }
    default:
      return result
  }
}

const toNetworkReceipt = (gas: DataGas, { block, receipt, signed }: MinedTransaction) => {
  const { blockHash, blockNumber, cumulativeGasUsed, from, status, transactionHash, transactionIndex } =
    receipt
  const dataGas = gas.used(signed, block)
  const gasUsed = hexToBigInt(receipt.gasUsed) + dataGas
  const own = {
    ...receipt,
    gasUsed: numberToHex(gasUsed),
    // Of the transactions before it in the block only what the EVM used is in it.
    cumulativeGasUsed: numberToHex(hexToBigInt(cumulativeGasUsed) + dataGas),
    effectiveGasPrice: numberToHex(gas.baseFee),
  }
  return gas.toReceipt(own, {
    block,
    signed,
    from,
    succeeded: status === "0x1",
    gasUsed,
    dataGas,
    receipt: { blockHash, blockNumber, transactionHash, transactionIndex },
  })
}

/** Encodes a call as a signed transaction, with numbers of the usual lengths that no compression makes shorter. */
const encodePlaceholders = ({ data, input, to, value }: z.output<typeof EstimatedCall>): Hex =>
  serializeTransaction(
    {
      type: "eip1559",
      chainId: 0xa4b1,
      nonce: 0x9e37,
      maxPriorityFeePerGas: 0x3b9aca07n,
      maxFeePerGas: 0x4a817c8035n,
      gas: 0x5fc3a1n,
      to: to ?? null,
      value: value == null || value === "0x" ? 0n : hexToBigInt(value),
      data: data ?? input ?? "0x",
    },
    { r: keccak256("0x01"), s: keccak256("0x02"), yParity: 1 },
  )
