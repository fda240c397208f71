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
 * Returns the quote for a client. Only the names of the two currencies count; their other fields are the client's.
 * @throws Failed when a currency or the amount is not supported.
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
    throw new RequestError({ status: 400, field: "purchaseCurrency", description: "Not available here" })
  return asset
}

/** The result of a purchase. Amounts in cents of the payment currency. */
export interface Quote {
  readonly total: bigint
  readonly fee: bigint
  readonly networkFee: bigint
  /** The amount after fees. */
  readonly subtotal: bigint
  /** Base units of the asset. */
  readonly bought: bigint
}

/** Fees in thousandths of the total: 1.5 % together. */
const fees = { provider: 12n, network: 3n } as const

/** Computes a quote, equal for the same request in every run. `rate` is US cents per unit of the payment currency. */
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

/** Computes the smallest total, in US cents, that buys `amount` base units. */
export const computeTotalFor = (
  { symbol, decimals }: Pick<Asset, "symbol" | "decimals">,
  amount: bigint,
): bigint => {
  const subtotal = divideUp(amount * toCents(getMarketPrice(symbol)), 10n ** BigInt(decimals))
  return divideUp(subtotal * 1000n, 1000n - fees.provider - fees.network)
}

/** Rounds halves up. */
const computeShare = (total: bigint, thousandths: bigint) => (total * thousandths + 500n) / 1000n

const divideUp = (value: bigint, by: bigint) => (value + by - 1n) / by

/** Converts a price in dollars with whole cents to cents. */
const toCents = (price: number) => BigInt(Math.round(price * 100))
