import type { postOnrampUrl } from "@wmodal/api"
import { parseDecimal } from "@wmodal/protocol"
import { Result } from "effect"
import { isAddress } from "viem"
import type * as z from "zod/mini"
import { type Asset, getTradedAssets } from "../evm/assets.ts"
import { RequestError } from "../http/RequestError.ts"
import { blockchains, matchesAssetName } from "./blockchains.ts"
import type { Purchase, PurchaseOption } from "./Purchase.ts"
import { computeTotalFor } from "./Quote.ts"

type OnrampUrlBody = z.output<typeof postOnrampUrl.body>

/** More than a page lists. */
const maxOptions = 1_000

/** US cents that are proposed to who proposes nothing. */
const defaultCents = 50_00n

/**
 * What a client proposes to buy, as the page begins.
 * @throws Failed where nothing of it can be bought.
 */
export const parseOnrampProposal = (request: OnrampUrlBody): Pick<Purchase, "choices" | "proposed"> => {
  const [first, ...others] = getPurchaseOptions(request)
  if (first === undefined)
    throw proposalRejected("destinationWallets", "No address, blockchain and asset that goes together")
  if (others.length >= maxOptions)
    throw proposalRejected("destinationWallets", `More than ${maxOptions} addresses, blockchains and assets`)
  return { choices: [first, ...others], proposed: getProposedCents(request, first.asset) }
}

/** The default network's choices are first. */
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

/** No assets means all of them. */
const findProposedAssets = (blockchain: string, names: readonly string[]): readonly Asset[] => {
  const network = blockchains.get(blockchain)
  const all = network === undefined ? [] : getTradedAssets(network)
  return names.length === 0 ? all : all.filter((asset) => names.some((name) => matchesAssetName(asset, name)))
}

const getProposedCents = ({ presetFiatAmount, presetCryptoAmount }: OnrampUrlBody, asset: Asset): bigint => {
  if (presetFiatAmount !== undefined) return numberToBaseUnits(presetFiatAmount, 2, "presetFiatAmount")
  if (presetCryptoAmount === undefined) return defaultCents
  return computeTotalFor(asset, numberToBaseUnits(presetCryptoAmount, asset.decimals, "presetCryptoAmount"))
}

/** A number in base units, cut towards zero. */
const numberToBaseUnits = (number: number, decimals: number, field: string): bigint => {
  const decimal = Result.getOrUndefined(parseDecimal(number))
  if (decimal === undefined || decimal.units <= 0n) throw proposalRejected(field, "Not an amount")
  return (decimal.units * 10n ** BigInt(decimals)) / 10n ** BigInt(decimal.decimals)
}

const proposalRejected = (field: string, description: string) =>
  new RequestError({ status: 400, field, description })
