import {
  getBuildApprove,
  getConvertAllowance,
  getConvertGasPrice,
  getConvertQuotes,
  getConvertTokens,
  postBuildTransaction,
} from "@wmodal/api"
import type { Hono } from "hono"
import { decodeFunctionResult, encodeFunctionData, erc20Abi, getAddress, maxUint256 } from "viem"
import { getTokenIconUrl } from "../blockchain/tokenIcon.ts"
import { getTradedAssets } from "../evm/assets.ts"
import { exchangeAddress, nativeAddress } from "../evm/exchange.ts"
import { fetchGasPrices } from "../evm/gasPrices.ts"
import { fetchContractResults } from "../evm/rpcResults.ts"
import type { Env } from "../http/Env.ts"
import { parseEvmAccount, parseEvmAddress } from "../http/EvmAccount.ts"
import { mountContract } from "../http/mountContract.ts"
import { parseNetwork } from "../http/parseNetwork.ts"
import { RequestError } from "../http/RequestError.ts"
import { parseTradedAsset, swapNetworksById, toCaipAddress } from "./parseAsset.ts"
import { buildSwap } from "./swapTransaction.ts"
import { fetchQuote, parseBaseUnits, parsePair } from "./TradingPair.ts"

/** Adds swaps through the exchange of every chain. */
export const addConvertRoutes = (app: Hono<Env>): void => {
  mountContract(app, getConvertTokens, {
    maxAge: 0,
    answer: ({ query: { chainId }, origin }) => ({
      tokens: getTradedAssets(parseNetwork(chainId, swapNetworksById)).map((asset) => ({
        name: asset.name,
        symbol: asset.symbol,
        address: toCaipAddress(asset),
        decimals: asset.decimals,
        logoUri: getTokenIconUrl(origin, asset.symbol),
        // No token here supports a signed permit.
        eip2612: false,
      })),
    }),
  })

  mountContract(app, getConvertQuotes, {
    maxAge: 0,
    answer: async ({ query, world }) => {
      const pair = parsePair(query)
      const account = parseQuoteUser(query.userAddress, pair.network.caipNetworkId)
      const amount = parseBaseUnits(query.amount)
      const received = await fetchQuote(await world.chain(pair.network), pair, amount)
      return {
        quotes: [
          {
            id: null,
            fromAmount: `${amount}`,
            fromAccount: account,
            toAmount: `${received}`,
            toAccount: account,
          },
        ],
      }
    },
  })

  mountContract(app, getConvertAllowance, {
    maxAge: 0,
    answer: async ({ query, world }) => {
      const token = parseTradedAsset("tokenAddress", query.tokenAddress)
      const user = parseUser(query.userAddress, token.network.caipNetworkId)
      if (token.address === nativeAddress) return { allowance: `${maxUint256}` }
      const of = { abi: erc20Abi, functionName: "allowance" } as const
      const data = encodeFunctionData({ ...of, args: [user, exchangeAddress] })
      const [result] = await fetchContractResults(await world.chain(token.network), [
        { to: token.address, data },
      ])
      return { allowance: `${result == null ? 0n : decodeFunctionResult({ ...of, data: result })}` }
    },
  })

  mountContract(app, getConvertGasPrice, {
    maxAge: 0,
    answer: async ({ query, world }) => {
      const { standard, fast, instant } = await fetchGasPrices(
        await world.chain(parseNetwork(query.chainId, swapNetworksById)),
      )
      return { standard: `${standard}`, fast: `${fast}`, instant: `${instant}` }
    },
  })

  mountContract(app, getBuildApprove, {
    maxAge: 0,
    answer: async ({ query, world }) => {
      const { network, from, to } = parsePair(query)
      parseUser(query.userAddress, network.caipNetworkId)
      if (from.address === nativeAddress)
        throw new RequestError({
          status: 400,
          field: "from",
          description: "The native currency needs no approval",
        })
      const args = [exchangeAddress, maxUint256] as const
      const { standard } = await fetchGasPrices(await world.chain(network))
      return {
        tx: {
          // On the wire `from` is the token to be approved, and `to` the other one.
          from: toCaipAddress(from),
          to: toCaipAddress(to),
          data: encodeFunctionData({ abi: erc20Abi, functionName: "approve", args }),
          value: "0",
          eip155: { gasPrice: `${standard}` },
        },
      }
    },
  })

  mountContract(app, postBuildTransaction, {
    maxAge: 0,
    answer: async ({ body, world }) => {
      const pair = parsePair(body)
      const { slippage } = body.eip155
      if (!(slippage >= 0 && slippage <= 100))
        throw new RequestError({
          status: 400,
          field: "eip155.slippage",
          description: "Percent, from 0 to 100",
        })
      const tx = await buildSwap(await world.chain(pair.network), {
        pair,
        user: parseUser(body.userAddress, pair.network.caipNetworkId),
        amount: parseBaseUnits(body.amount),
        slippage,
        now: world.now(),
        gas: body.disableEstimate ? "default" : "estimated",
      })
      return { tx }
    },
  })
}

/** @throws Failed when `text` is not a CAIP-10 address on the network. */
const parseUser = (text: string, chainId: string): `0x${string}` => {
  const { network, address } = parseEvmAccount("userAddress", text)
  if (network.caipNetworkId !== chainId)
    throw new RequestError({
      status: 400,
      field: "userAddress",
      description: "Not on the network of the tokens",
    })
  return address
}

/** Returns the CAIP-10 id of the requesting account, which the wire sends plain or as CAIP-10. */
const parseQuoteUser = (text: string, chainId: string): string => {
  const address = text.includes(":") ? parseUser(text, chainId) : parseEvmAddress("userAddress", text)
  return `${chainId}:${getAddress(address)}`
}
