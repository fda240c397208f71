import type { Network } from "@wmodal/protocol"
import { decodeFunctionResult, encodeFunctionData, maxUint256 } from "viem"
import type { Anvil } from "../evm/Anvil.ts"
import type { Asset } from "../evm/assets.ts"
import { exchangeAbi, exchangeAddress } from "../evm/exchange.ts"
import { fetchContractResults } from "../evm/rpcResults.ts"
import { RequestError } from "../http/RequestError.ts"
import { parseTradedAsset } from "./parseAsset.ts"

/** The sold and bought currencies, on one network. */
export interface TradingPair {
  readonly network: Network
  readonly from: Asset
  readonly to: Asset
}

/** @throws Failed when the exchange has no pool for the pair. */
export const parsePair = (query: { readonly from: string; readonly to: string }): TradingPair => {
  const [from, to] = [parseTradedAsset("from", query.from), parseTradedAsset("to", query.to)]
  if (from.network !== to.network)
    throw new RequestError({ status: 400, field: "to", description: "Both tokens must be on one network" })
  if (from.address === to.address)
    throw new RequestError({ status: 400, field: "to", description: "A token cannot be swapped for itself" })
  return { network: from.network, from, to }
}

/**
 * Parses base units above zero. `text` is valid for `BigInt`.
 * @throws Failed
 */
export const parseBaseUnits = (text: string): bigint => {
  const amount = BigInt(text)
  if (amount === 0n || amount > maxUint256)
    throw new RequestError({ status: 400, field: "amount", description: "Amount is out of range" })
  return amount
}

/**
 * Fetches the exchange's current output amount, in base units.
 * @throws Failed when it is zero, or the amount overflows.
 */
export const fetchQuote = async (
  anvil: Pick<Anvil, "send">,
  { from, to }: TradingPair,
  amount: bigint,
): Promise<bigint> => {
  const args = [from.address, to.address, amount] as const
  const data = encodeFunctionData({ abi: exchangeAbi, functionName: "quote", args })
  const [result] = await fetchContractResults(anvil, [{ to: exchangeAddress, data }])
  const received =
    result == null ? 0n : decodeFunctionResult({ abi: exchangeAbi, functionName: "quote", data: result })
  if (received === 0n)
    throw new RequestError({
      status: 400,
      field: "amount",
      description: "No quote is available for this amount",
    })
  return received
}
