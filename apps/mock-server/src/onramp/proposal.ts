import type { postOnrampUrl } from "@wmodal/api"
import { parseDecimal } from "@wmodal/protocol"
import { solana } from "@wmodal/protocol/networks"
import { Result } from "effect"
import { isAddress } from "viem"
import type * as z from "zod/mini"
import { type Asset, getTradedAssets } from "../evm/assets.ts"
import { RequestError } from "../http/RequestError.ts"
import { blockchains, matchesAssetName } from "./blockchains.ts"
import type { Purchase, PurchaseOption, SoldAsset } from "./Purchase.ts"
import { computeTotalFor } from "./Quote.ts"

type OnrampUrlBody = z.output<typeof postOnrampUrl.body>

/** Maximum number of options on a page. */
const maxOptions = 1_000

/** Default proposal in US cents. */
const defaultCents = 50_00n

/**
 * Parses the client's purchase proposal for the initial page.
 * @throws Failed when none of its assets is for sale.
 */
export const parseOnrampProposal = (request: OnrampUrlBody): Pick<Purchase, "choices" | "proposed"> => {
  const [first, ...others] = getPurchaseOptions(request)
  if (first === undefined)
    throw proposalRejected("destinationWallets", "No matching address, blockchain and asset")
  if (others.length >= maxOptions)
    throw proposalRejected("destinationWallets", `More than ${maxOptions} addresses, blockchains and assets`)
  return { choices: [first, ...others], proposed: getProposedCents(request, first.asset) }
}

/** SOL, as Meld sells it. */
const sol: SoldAsset = { ...solana.nativeCurrency, network: solana, address: "" }

/**
 * Parses the query of Meld's page, which sells on Ethereum and SOL on Solana.
 * @throws Failed when the asset is not for sale.
 */
export const parseMeldProposal = (query: {
  readonly publicKey: string
  readonly destinationCurrencyCode: string
  readonly walletAddress: string
}): Pick<Purchase, "choices" | "proposed"> => {
  const { destinationCurrencyCode: symbol, publicKey, walletAddress: address } = query
  if (symbol === sol.symbol && /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address))
    return { choices: [{ address, asset: sol }], proposed: defaultCents }
  return parseOnrampProposal({
    destinationWallets: [{ address, blockchains: ["ethereum"], assets: [symbol] }],
    defaultNetwork: "ethereum",
    partnerUserId: publicKey,
    defaultExperience: "buy",
  })
}

/** Returns the purchase options, the default network's first. */
const getPurchaseOptions = ({
  destinationWallets,
  defaultNetwork,
}: OnrampUrlBody): readonly PurchaseOption[] =>
  destinationWallets
    .flatMap(({ address, blockchains: names, assets }) =>
      isAddress(address, { strict: false })
        ? names.flatMap((name) =>
            findProposedAssets(name, assets).map((asset) => ({
              first: name === defaultNetwork,
              address,
              asset,
            })),
          )
        : [],
    )
    .toSorted((one, other) => Number(other.first) - Number(one.first))

/** Finds the proposed assets; an empty list means all. */
const findProposedAssets = (blockchain: string, names: readonly string[]): readonly Asset[] => {
  const network = blockchains.get(blockchain)
  const all = network === undefined ? [] : getTradedAssets(network)
  return names.length === 0 ? all : all.filter((asset) => names.some((name) => matchesAssetName(asset, name)))
}

const getProposedCents = (
  { presetFiatAmount, presetCryptoAmount }: OnrampUrlBody,
  asset: SoldAsset,
): bigint => {
  if (presetFiatAmount !== undefined) return numberToBaseUnits(presetFiatAmount, 2, "presetFiatAmount")
  if (presetCryptoAmount === undefined) return defaultCents
  return computeTotalFor(asset, numberToBaseUnits(presetCryptoAmount, asset.decimals, "presetCryptoAmount"))
}

/** Converts to base units, rounding toward zero. */
const numberToBaseUnits = (number: number, decimals: number, field: string): bigint => {
  const decimal = Result.getOrUndefined(parseDecimal(number))
  if (decimal === undefined || decimal.units <= 0n) throw proposalRejected(field, "Invalid amount")
  return (decimal.units * 10n ** BigInt(decimals)) / 10n ** BigInt(decimal.decimals)
}

const proposalRejected = (field: string, description: string) =>
  new RequestError({ status: 400, field, description })
