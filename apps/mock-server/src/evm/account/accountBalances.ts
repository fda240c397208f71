import type { TokenBalance } from "@wmodal/api"
import { formatAmount } from "@wmodal/protocol"
import { getAddress } from "viem"
import * as z from "zod/mini"
import type { QueriedAccount } from "../../blockchain/AccountSource.ts"
import { getPrice } from "../../blockchain/prices.ts"
import { getTokenIconUrl } from "../../blockchain/tokenIcon.ts"
import { getChainIndex } from "../blocks/ChainIndex.ts"
import { fetchContractResults, fetchRpcResults } from "../rpcResults.ts"
import { encodeBalanceOf, tokens } from "../tokens.ts"
import { fetchTokenFacts, type TokenFacts } from "./tokenFacts.ts"
import { fetchTokenPrices } from "./tokenPrices.ts"

const Amount = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-f]+$/)),
  z.transform((hex) => BigInt(hex)),
)

const ownTokenFacts: readonly TokenFacts[] = tokens.map((token) => ({
  ...token,
  address: token.address.toLowerCase(),
}))

/**
 * Fetches the balances of an account from the chain: native currency, known tokens and received tokens, without zero
 * balances. A token without a pool has a value of 0.
 */
export const fetchBalances = async (account: QueriedAccount): Promise<readonly TokenBalance[]> => {
  const { world, network, address, origin } = account
  const anvil = await world.chain(network)
  const known = [...ownTokenFacts, ...(await fetchTokenFacts(anvil, await findUnknownTokens(account)))]
  const [[coins], held, prices] = await Promise.all([
    fetchRpcResults(anvil, [["eth_getBalance", address, "latest"]]),
    fetchContractResults(
      anvil,
      known.map((token) => ({ to: token.address, data: encodeBalanceOf(address) })),
    ),
    fetchTokenPrices(anvil, network),
  ])
  const row = (kind: Omit<TokenFacts, "address">, amount: bigint, price: number) => {
    const numeric = formatAmount(amount, kind.decimals)
    return {
      name: kind.name,
      symbol: kind.symbol,
      chainId: network.caipNetworkId,
      value: Number(numeric) * price,
      price,
      quantity: { decimals: String(kind.decimals), numeric },
    }
  }
  const native = row(
    network.nativeCurrency,
    Amount.parse(coins),
    getPrice(network.nativeCurrency.symbol, network),
  )
  const all = [
    { ...native, iconUrl: getTokenIconUrl(origin, native.symbol) },
    ...known.map((token, index) => {
      const amount = held[index]
      const price = prices.get(token.address)
      return {
        ...row(token, amount?.length === 66 ? BigInt(amount) : 0n, price ?? 0),
        address: `${network.caipNetworkId}:${getAddress(token.address)}`,
        iconUrl: price === undefined ? "" : getTokenIconUrl(origin, token.symbol),
      }
    }),
  ]
  return all.filter(({ quantity }) => quantity.numeric !== "0")
}

/** Finds ERC-20s that the account received and that are not in the table, in lower case. */
const findUnknownTokens = async ({ world, network, address }: QueriedAccount): Promise<readonly string[]> => {
  const account = address.toLowerCase()
  const received = (await getChainIndex(world, network).transactions()).flatMap(({ movements }) =>
    movements.flatMap(({ to, moved }) => (to === account && moved._tag === "Fungible" ? [moved.token] : [])),
  )
  return [...new Set(received)].filter((token) => !ownTokenFacts.some(({ address }) => address === token))
}
