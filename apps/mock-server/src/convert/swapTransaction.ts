import type { SwapTransaction } from "@wmodal/api"
import { encodeFunctionData, getAddress, type Hex, isHex, toHex } from "viem"
import * as z from "zod/mini"
import type { Anvil } from "../evm/Anvil.ts"
import { exchangeAbi, exchangeAddress, nativeAddress } from "../evm/exchange.ts"
import { fetchGasPrices } from "../evm/gasPrices.ts"
import { fetchRpcResults, fetchRpcResultsOrNull } from "../evm/rpcResults.ts"
import { RequestError } from "../http/RequestError.ts"
import { fetchQuote, type TradingPair } from "./TradingPair.ts"

/** The gas limit of a swap without an estimate. Source: the AppKit 1.7.2 wire. */
const defaultGas = 150_000n

/** Seconds until the swap's deadline. */
const deadlineSeconds = 1_200

const BlockTime = z.object({ timestamp: z.string() })

/** A requested swap. */
export interface SwapParams {
  readonly pair: TradingPair
  /** Plain. */
  readonly user: Hex
  /** Base units. */
  readonly amount: bigint
  /** Maximum slippage below the quote, in percent. */
  readonly slippage: number
  /** UTC milliseconds. */
  readonly now: number
  /** `estimated` simulates the swap on the chain, where it must be possible already. */
  readonly gas: "estimated" | "default"
}

/** Builds the swap's calldata: the exchange itself enforces recipient, minimum output and deadline. */
export const buildSwap = async (anvil: Pick<Anvil, "send">, wanted: SwapParams): Promise<SwapTransaction> => {
  const { pair, user, amount, slippage } = wanted
  const quoted = await fetchQuote(anvil, pair, amount)
  const minimum = (quoted * BigInt(Math.round((100 - slippage) * 1e6))) / 100_000_000n
  const [tip] = await fetchRpcResults(anvil, [["eth_getBlockByNumber", "latest", false]])
  // A chain with a manually set time may be ahead of its world.
  const start = Math.max(Number(BlockTime.parse(tip).timestamp), Math.floor(wanted.now / 1000))
  // A zero byte costs less gas: with a varying number of them, two equal worlds would differ.
  const deadline = BigInt((start + deadlineSeconds) | 1)
  const data = encodeFunctionData({
    abi: exchangeAbi,
    functionName: "swap",
    args: [pair.from.address, pair.to.address, amount, minimum, user, deadline],
  })
  const value = pair.from.address === nativeAddress ? amount : 0n
  const call = { from: user, to: exchangeAddress, data, value: toHex(value) }
  return {
    from: `${pair.network.caipNetworkId}:${getAddress(user)}`,
    to: `${pair.network.caipNetworkId}:${exchangeAddress}`,
    data,
    amount: `${amount}`,
    eip155: {
      gas: `${wanted.gas === "estimated" ? await estimateGas(anvil, call) : defaultGas}`,
      gasPrice: `${(await fetchGasPrices(anvil)).standard}`,
    },
  }
}

const estimateGas = async (anvil: Pick<Anvil, "send">, call: object): Promise<bigint> => {
  const [gas] = await fetchRpcResultsOrNull(anvil, [["eth_estimateGas", call]])
  if (!isHex(gas))
    throw new RequestError({
      status: 400,
      field: "userAddress",
      description: "Insufficient balance or allowance for this swap",
    })
  return BigInt(gas)
}
