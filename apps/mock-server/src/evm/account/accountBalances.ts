import type { TokenBalance } from "@wmodal/api"
import { formatAmount } from "@wmodal/protocol"
import { getAddress } from "viem"
import * as z from "zod/mini"
import type { Account } from "../../blockchain/AccountSource.ts"
import { priceOf } from "../../blockchain/prices.ts"
import { tokenIcon } from "../../blockchain/tokenIcon.ts"
import { chainIndex } from "../blocks/ChainIndex.ts"
import { contractResults, rpcResults } from "../rpcResults.ts"
import { balanceOf, tokens } from "../tokens.ts"
import { readTokenFacts, type TokenFacts } from "./tokenFacts.ts"
import { readTokenPrices } from "./tokenPrices.ts"

const Amount = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-f]+$/)),
  z.transform((hex) => BigInt(hex)),
)

const ours: readonly TokenFacts[] = tokens.map((token) => ({
  ...token,
  address: token.address.toLowerCase(),
}))

/**
 * What the chain says that an account holds now: the native currency, our tokens and those that came to it,
 * without those of which it has none. A token that has no pool is worth nothing.
 */
export const readBalances = async (account: Account): Promise<readonly TokenBalance[]> => {
  const { world, network, address, origin } = account
  const anvil = await world.chain(network)
  const known = [...ours, ...(await readTokenFacts(anvil, await strangeTokens(account)))]
  const [[coins], held, prices] = await Promise.all([
    rpcResults(anvil, [["eth_getBalance", address, "latest"]]),
    contractResults(
      anvil,
      known.map((token) => ({ to: token.address, data: balanceOf(address) })),
    ),
    readTokenPrices(anvil, network),
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
    priceOf(network.nativeCurrency.symbol, network),
  )
  const all = [
    { ...native, iconUrl: tokenIcon(origin, native.symbol) },
    ...known.map((token, index) => {
      const amount = held[index]
      const price = prices.get(token.address)
      return {
        ...row(token, amount?.length === 66 ? BigInt(amount) : 0n, price ?? 0),
        address: `${network.caipNetworkId}:${getAddress(token.address)}`,
        iconUrl: price === undefined ? "" : tokenIcon(origin, token.symbol),
      }
    }),
  ]
  return all.filter(({ quantity }) => quantity.numeric !== "0")
}

/** ERC-20s that the account once received and that are not ours, in lower case. */
const strangeTokens = async ({ world, network, address }: Account): Promise<readonly string[]> => {
  const account = address.toLowerCase()
  const received = (await chainIndex(world, network).transactions()).flatMap(({ movements }) =>
    movements.flatMap(({ to, moved }) => (to === account && moved._tag === "Fungible" ? [moved.token] : [])),
  )
  return [...new Set(received)].filter((token) => !ours.some(({ address }) => address === token))
}
