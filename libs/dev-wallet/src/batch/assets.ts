import { decodeChainId, isHexBytes, toChainIdHex, toQuantityHex } from "@wmodal/chains/internal"
import { Effect } from "effect"
import { decodeFunctionResult, encodeFunctionData, erc20Abi, type Hex } from "viem"
import * as z from "zod/mini"
import type { DevNetwork } from "../DevNetwork.ts"
import { type DevToken, findToken } from "../DevToken.ts"
import { internalError, invalidParamsError } from "../ProviderError.ts"
import { address, fetchQuantity, type NodeRequest } from "../transaction.ts"
import { getSigner, makeNodeRequest, type WalletAccess } from "../WalletAccess.ts"

/** The parameters of `wallet_getAssets`. Source: EIP-7811. */
const shape = z.object({
  account: address,
  assetFilter: z.optional(z.record(z.string(), z.array(z.object({ address: z.string(), type: z.string() })))),
  assetTypeFilter: z.optional(z.array(z.string())),
  chainFilter: z.optional(z.array(z.string())),
})
type AssetsRequest = z.output<typeof shape>

type AssetType = "NATIVE" | "ERC20"

/** Handles `wallet_getAssets`: the native currency, and the account's balances of known tokens. */
export const getAssets = Effect.fnUntraced(function* (
  wallet: WalletAccess,
  origin: string,
  [first]: readonly unknown[],
) {
  const parsed = shape.safeParse(first)
  if (!parsed.success)
    return yield* invalidParamsError("[{ account, assetFilter, assetTypeFilter, chainFilter }]")
  const wanted = parsed.data
  const { address: account } = yield* getSigner(wallet, origin, wanted.account)
  const chains = wanted.assetFilter === undefined ? wanted.chainFilter : Object.keys(wanted.assetFilter)
  const ids = chains?.map(decodeChainId)
  const networks = wallet.networks().filter(({ chainId }) => ids?.includes(chainId) ?? true)
  const all = yield* Effect.forEach(
    networks,
    (network) =>
      Effect.map(
        listNetworkAssets({ wallet, account, network, wanted }),
        (held) => [toChainIdHex(network.chainId), held] as const,
      ),
    { concurrency: 4 },
  )
  return Object.fromEntries(all)
})

const listNetworkAssets = Effect.fnUntraced(function* (input: {
  readonly wallet: WalletAccess
  readonly account: Hex
  readonly network: DevNetwork
  readonly wanted: AssetsRequest
}) {
  const { account, network, wallet, wanted } = input
  const ask = makeNodeRequest(network, wallet.rpc(network))
  const known = wallet.tokens(network.chainId)
  const native = { ...getCurrency(network), ...findToken(known, null), address: null }
  const listed = [native, ...known.filter((token) => token.address !== null)]
  const held = yield* Effect.forEach(
    listed.filter((token) => isRequested(token, network, wanted)),
    (token) => Effect.map(fetchBalance(token, account, ask), (balance) => toAsset(token, balance)),
    { concurrency: 4 },
  )
  // An asset requested by name is listed with a zero balance, too.
  return wanted.assetFilter === undefined
    ? held.filter(({ balance, type }) => type === "NATIVE" || balance !== "0x0")
    : held
})

const getCurrency = ({ currency = { symbol: "ETH", decimals: 18 } }: DevNetwork) => ({
  ...currency,
  name: currency.symbol,
})

const getAssetType = ({ address }: DevToken): AssetType => (address === null ? "NATIVE" : "ERC20")

/** The asset filter, if any, overrides the others. Types and addresses ignore case. */
const isRequested = (
  token: DevToken,
  { chainId }: DevNetwork,
  { assetFilter, assetTypeFilter }: AssetsRequest,
): boolean => {
  const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
  if (assetFilter === undefined)
    return assetTypeFilter?.some((type) => same(type, getAssetType(token))) ?? true
  return Object.entries(assetFilter).some(
    ([chain, some]) =>
      decodeChainId(chain) === chainId &&
      some.some((one) => same(one.type, getAssetType(token)) && same(one.address, token.address ?? "native")),
  )
}

const toAsset = (token: DevToken, balance: bigint) => ({
  address: token.address ?? "native",
  balance: toQuantityHex(balance),
  type: getAssetType(token),
  metadata: {
    name: token.name,
    symbol: token.symbol,
    decimals: token.decimals,
    price: token.price ?? 0,
    iconUrl: token.iconUrl ?? "",
  },
})

const fetchBalance = ({ address, symbol }: DevToken, account: Hex, ask: NodeRequest) =>
  address === null
    ? fetchQuantity(ask, "eth_getBalance", [account, "latest"])
    : Effect.flatMap(
        ask("eth_call", [{ to: address, data: encodeBalanceOf(account) }, "latest"]),
        (returned) =>
          Effect.try({
            try: () => decodeFunctionResult({ ...balanceOf, data: isHexBytes(returned) ? returned : "0x" }),
            catch: () => null,
          }).pipe(Effect.catch(() => internalError(`No balance was returned for ${symbol}.`))),
      )

const balanceOf = { abi: erc20Abi, functionName: "balanceOf" } as const

const encodeBalanceOf = (account: Hex) =>
  encodeFunctionData({ ...balanceOf, args: [`0x${account.slice(2).toLowerCase()}`] })
