import type { OnrampQuote, postOnrampQuote } from "@wmodal/api"
import { formatAmount } from "@wmodal/protocol"
import type * as z from "zod/mini"
import { getMarketPrice } from "../blockchain/prices.ts"
import type { Asset } from "../evm/assets.ts"
import { RequestError } from "../http/RequestError.ts"
import type { World } from "../world/World.ts"
import { matchesAssetName } from "./blockchains.ts"
import { onrampAssets } from "./options.ts"
import { formatCents, getCurrencyRate, parsePayment } from "./payment.ts"

/**
 * What a client is told that it would get. Of the two currencies the names alone count: the rest is the client's.
 * @throws Failed where one of them, or the amount, is none of ours.
 */
export const getOnrampQuote = (world: World, request: z.output<typeof postOnrampQuote.body>): OnrampQuote => {
  const currency = request.paymentCurrency.id
  const rate = getCurrencyRate(currency)
  const asset = findAsset(request.purchaseCurrency.symbol)
  const quote = computeQuote(asset, { total: parsePayment(request.amount), rate })
  const money = (cents: bigint) => ({ amount: formatCents(cents), currency })
  return {
    paymentTotal: money(quote.total),
    paymentSubtotal: money(quote.subtotal),
    purchaseAmount: { amount: formatAmount(quote.bought, asset.decimals), currency: asset.symbol },
    coinbaseFee: money(quote.fee),
    networkFee: money(quote.networkFee),
    quoteId: world.random("onramp quotes").uuid(),
  }
}

const findAsset = (name: string): Asset => {
  const asset = onrampAssets.find((asset) => matchesAssetName(asset, name))
  if (asset === undefined)
    throw new RequestError({ status: 400, field: "purchaseCurrency", description: "Not to be had here" })
  return asset
}

/** What somebody gets for their money. Money is in cents of what they pay with. */
export interface Quote {
  readonly total: bigint
  readonly fee: bigint
  readonly networkFee: bigint
  /** What is left to buy for. */
  readonly subtotal: bigint
  /** Base units of the asset. */
  readonly bought: bigint
}

/** Thousandths of the total: 1.5 % together. */
const fees = { provider: 12n, network: 3n } as const

/** The same for the same request, in every run. `rate` is US cents for one of what is paid with. */
export const computeQuote = (
  { symbol, decimals }: Pick<Asset, "symbol" | "decimals">,
  { total, rate }: { readonly total: bigint; readonly rate: bigint },
): Quote => {
  const fee = computeShare(total, fees.provider)
  const networkFee = computeShare(total, fees.network)
  const subtotal = total - fee - networkFee
  const price = toCents(getMarketPrice(symbol))
  return {
    total,
    fee,
    networkFee,
    subtotal,
    bought: (subtotal * rate * 10n ** BigInt(decimals)) / (100n * price),
  }
}

/** The least total, in US cents, that buys as much. `amount` is in base units. */
export const computeTotalFor = (
  { symbol, decimals }: Pick<Asset, "symbol" | "decimals">,
  amount: bigint,
): bigint => {
  const subtotal = divideUp(amount * toCents(getMarketPrice(symbol)), 10n ** BigInt(decimals))
  return divideUp(subtotal * 1000n, 1000n - fees.provider - fees.network)
}

/** Halves are rounded up. */
const computeShare = (total: bigint, thousandths: bigint) => (total * thousandths + 500n) / 1000n

const divideUp = (value: bigint, by: bigint) => (value + by - 1n) / by

/** Prices are whole cents, kept as a number of dollars. */
const toCents = (price: number) => BigInt(Math.round(price * 100))
