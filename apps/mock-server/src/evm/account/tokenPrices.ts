import { formatAmount, type Network } from "@wmodal/protocol"
import { decodeFunctionResult, encodeFunctionData } from "viem"
import { getPrice } from "../../blockchain/prices.ts"
import type { Anvil } from "../Anvil.ts"
import { exchangeAbi, exchangeAddress, nativeAddress, tradedTokens } from "../exchange.ts"
import { fetchContractResults } from "../rpcResults.ts"
import { tokens } from "../tokens.ts"

/**
 * Fetches the US dollar price of each known token, by its address in lower case: from its pool, or from the table
 * when it has none.
 */
export const fetchTokenPrices = async (
  anvil: Pick<Anvil, "send">,
  network: Network,
): Promise<ReadonlyMap<string, number>> => {
  const native = getPrice(network.nativeCurrency.symbol, network)
  const answers = await fetchContractResults(
    anvil,
    tradedTokens.map(({ address }) => ({
      to: exchangeAddress,
      data: encodeFunctionData({
        abi: exchangeAbi,
        functionName: "reserves",
        args: [nativeAddress, address],
      }),
    })),
  )
  return new Map([
    ...tokens.map(({ address, symbol }) => [address.toLowerCase(), getPrice(symbol, network)] as const),
    ...tradedTokens.map(({ address, decimals }, index) => {
      const data = answers[index]
      const [coins, held] =
        data == null ? [0n, 0n] : decodeFunctionResult({ abi: exchangeAbi, functionName: "reserves", data })
      const worth = native * Number(formatAmount(coins, network.nativeCurrency.decimals))
      const price = held === 0n ? 0 : worth / Number(formatAmount(held, decimals))
      return [address.toLowerCase(), Math.round(price * 1e6) / 1e6] as const
    }),
  ])
}
