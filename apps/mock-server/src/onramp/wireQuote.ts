import type { OnrampQuote, postOnrampQuote } from "@wmodal/api"
import { formatAmount } from "@wmodal/protocol"
import type * as z from "zod/mini"
import type { Asset } from "../evm/assets.ts"
import { Failed } from "../http/Failed.ts"
import type { World } from "../world/World.ts"
import { isCalled } from "./blockchains.ts"
import { onrampAssets } from "./options.ts"
import { formatCents, rateOf, readPayment } from "./payment.ts"
import { quoteOf } from "./Quote.ts"

/**
 * What a client is told that it would get. Of the two currencies the names alone count: the rest is the client's.
 * @throws Failed where one of them, or the amount, is none of ours.
 */
export const wireQuote = (world: World, request: z.output<typeof postOnrampQuote.body>): OnrampQuote => {
  const currency = request.paymentCurrency.id
  const rate = rateOf(currency)
  const asset = findAsset(request.purchaseCurrency.symbol)
  const quote = quoteOf(asset, { total: readPayment(request.amount), rate })
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
  const asset = onrampAssets.find((asset) => isCalled(asset, name))
  if (asset === undefined)
    throw new Failed({ status: 400, field: "purchaseCurrency", description: "Not to be had here" })
  return asset
}
