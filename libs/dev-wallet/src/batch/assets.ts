import {
  callData,
  chainIdFrom,
  chainIdToHex,
  type Hex,
  quantityToHex,
  selectors,
  wordIn,
} from "@wmodal/chains/internal"
import { Effect } from "effect"
import * as z from "zod/mini"
import type { DevNetwork } from "../DevNetwork.ts"
import { type DevToken, tokenAt } from "../DevToken.ts"
import { badParams, internal } from "../ProviderError.ts"
import { type Ask, address, askQuantity } from "../transaction.ts"
import { askNode, signerFor, type WalletAccess } from "../WalletAccess.ts"

/** What a page passes to `wallet_getAssets`. Source: EIP-7811. */
const shape = z.object({
  account: address,
  assetFilter: z.optional(z.record(z.string(), z.array(z.object({ address: z.string(), type: z.string() })))),
  assetTypeFilter: z.optional(z.array(z.string())),
  chainFilter: z.optional(z.array(z.string())),
})
type Wanted = z.output<typeof shape>

type Type = "NATIVE" | "ERC20"

/** `wallet_getAssets`: the network's currency, and what the account has of the tokens that the wallet knows. */
export const assets = Effect.fnUntraced(function* (
  wallet: WalletAccess,
  origin: string,
  [first]: readonly unknown[],
) {
  const parsed = shape.safeParse(first)
  if (!parsed.success) return yield* badParams("[{ account, assetFilter, assetTypeFilter, chainFilter }]")
  const wanted = parsed.data
  const { address: account } = yield* signerFor(wallet, origin, wanted.account)
  const chains = wanted.assetFilter === undefined ? wanted.chainFilter : Object.keys(wanted.assetFilter)
  const ids = chains?.map(chainIdFrom)
  const networks = wallet.networks().filter(({ chainId }) => ids?.includes(chainId) ?? true)
  const all = yield* Effect.forEach(
    networks,
    (network) =>
      Effect.map(
        onNetwork({ wallet, account, network, wanted }),
        (held) => [chainIdToHex(network.chainId), held] as const,
      ),
    { concurrency: 4 },
  )
  return Object.fromEntries(all)
})

const onNetwork = Effect.fnUntraced(function* (input: {
  readonly wallet: WalletAccess
  readonly account: Hex
  readonly network: DevNetwork
  readonly wanted: Wanted
}) {
  const { account, network, wallet, wanted } = input
  const ask = askNode(network, wallet.rpc(network))
  const known = wallet.tokens(network.chainId)
  const native = { ...currencyOf(network), ...tokenAt(known, null), address: null }
  const listed = [native, ...known.filter((token) => token.address !== null)]
  const held = yield* Effect.forEach(
    listed.filter((token) => isWanted(token, network, wanted)),
    (token) => Effect.map(balanceOf(token, account, ask), (balance) => assetOf(token, balance)),
    { concurrency: 4 },
  )
  // Who asks for one asset by name hears of it where there is none of it, too.
  return wanted.assetFilter === undefined
    ? held.filter(({ balance, type }) => type === "NATIVE" || balance !== "0x0")
    : held
})

const currencyOf = ({ currency = { symbol: "ETH", decimals: 18 } }: DevNetwork) => ({
  ...currency,
  name: currency.symbol,
})

const typeOf = ({ address }: DevToken): Type => (address === null ? "NATIVE" : "ERC20")

/** The filter by asset counts alone where there is one. Types and addresses in any case. */
const isWanted = (
  token: DevToken,
  { chainId }: DevNetwork,
  { assetFilter, assetTypeFilter }: Wanted,
): boolean => {
  const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
  if (assetFilter === undefined) return assetTypeFilter?.some((type) => same(type, typeOf(token))) ?? true
  return Object.entries(assetFilter).some(
    ([chain, some]) =>
      chainIdFrom(chain) === chainId &&
      some.some((one) => same(one.type, typeOf(token)) && same(one.address, token.address ?? "native")),
  )
}

const assetOf = (token: DevToken, balance: bigint) => ({
  address: token.address ?? "native",
  balance: quantityToHex(balance),
  type: typeOf(token),
  metadata: {
    name: token.name,
    symbol: token.symbol,
    decimals: token.decimals,
    price: token.price ?? 0,
    iconUrl: token.iconUrl ?? "",
  },
})

const balanceOf = ({ address, symbol }: DevToken, account: Hex, ask: Ask) =>
  address === null
    ? askQuantity(ask, "eth_getBalance", [account, "latest"])
    : Effect.flatMap(
        ask("eth_call", [{ to: address, data: callData(selectors.balanceOf, account) }, "latest"]),
        (returned) => {
          const balance = wordIn(returned)
          return balance === null ? internal(`${symbol} gave no balance.`) : Effect.succeed(balance)
        },
      )
