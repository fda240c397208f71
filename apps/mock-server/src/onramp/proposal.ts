import type { postOnrampUrl } from "@wmodal/api"
import { parseDecimal } from "@wmodal/protocol"
import { Result } from "effect"
import { isAddress } from "viem"
import type * as z from "zod/mini"
import { type Asset, tradedOn } from "../evm/assets.ts"
import { Failed } from "../http/Failed.ts"
import { blockchains, isCalled } from "./blockchains.ts"
import type { Choice, Purchase } from "./Purchase.ts"
import { totalFor } from "./Quote.ts"

type Request = z.output<typeof postOnrampUrl.body>

/** More than a page lists. */
const mostChoices = 1_000

/** US cents that are proposed to who proposes nothing. */
const usual = 50_00n

/**
 * What a client proposes to buy, as the page begins.
 * @throws Failed where nothing of it can be bought.
 */
export const readProposal = (request: Request): Pick<Purchase, "choices" | "proposed"> => {
  const [first, ...others] = choicesOf(request)
  if (first === undefined)
    throw refused("destinationWallets", "No address, blockchain and asset that goes together")
  if (others.length >= mostChoices)
    throw refused("destinationWallets", `More than ${mostChoices} addresses, blockchains and assets`)
  return { choices: [first, ...others], proposed: proposedCents(request, first.asset) }
}

/** The default network's choices are first. */
const choicesOf = ({ destinationWallets, defaultNetwork }: Request): readonly Choice[] =>
  destinationWallets
    .flatMap(({ address, blockchains: names, assets }) =>
      isAddress(address, { strict: false })
        ? names.flatMap((name) =>
            wanted(name, assets).map((asset) => ({ first: name === defaultNetwork, address, asset })),
          )
        : [],
    )
    .toSorted((one, other) => Number(other.first) - Number(one.first))

/** No assets means all of them. */
const wanted = (blockchain: string, names: readonly string[]): readonly Asset[] => {
  const network = blockchains.get(blockchain)
  const all = network === undefined ? [] : tradedOn(network)
  return names.length === 0 ? all : all.filter((asset) => names.some((name) => isCalled(asset, name)))
}

const proposedCents = ({ presetFiatAmount, presetCryptoAmount }: Request, asset: Asset): bigint => {
  if (presetFiatAmount !== undefined) return units(presetFiatAmount, 2, "presetFiatAmount")
  if (presetCryptoAmount === undefined) return usual
  return totalFor(asset, units(presetCryptoAmount, asset.decimals, "presetCryptoAmount"))
}

/** A number in base units, cut towards zero. */
const units = (number: number, decimals: number, field: string): bigint => {
  const decimal = Result.getOrUndefined(parseDecimal(number))
  if (decimal === undefined || decimal.units <= 0n) throw refused(field, "Not an amount")
  return (decimal.units * 10n ** BigInt(decimals)) / 10n ** BigInt(decimal.decimals)
}

const refused = (field: string, description: string) => new Failed({ status: 400, field, description })
