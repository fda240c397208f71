import {
  type Directory,
  type HistoryTransaction,
  meldSolana,
  type OnrampOptions,
  type OnrampQuoteResult,
} from "@wmodal/api"
import { sanitizeLine } from "@wmodal/chains"
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  isLoopbackUrl,
  type Network,
  parseDecimal,
  parseUrl,
} from "@wmodal/protocol"
import { Result } from "effect"
import type { Options } from "../options/Options.ts"
import { isSoldBy } from "./canBuy.ts"
import type {
  BuyAmountError,
  BuyCurrency,
  BuyQuote,
  BuyToken,
  OnrampProvider,
  PaymentLimit,
} from "./Onramp.ts"

/** The providers in display order. Source: the AppKit 1.7.2 wire. */
export const onrampProviders: readonly OnrampProvider[] = [
  { name: "coinbase", label: "Coinbase", fee: "1-2%" },
  { name: "meld", label: "Meld.io", fee: "1-2%" },
]

/** Returns the providers that sell on this network. */
export const listProviders = (
  options: Pick<Options, "meldUrl">,
  network: Network,
): readonly OnrampProvider[] => onrampProviders.filter(({ name }) => isSoldBy(name, options, network))

/** The URLs of images. */
export type BuyImages = Pick<Directory, "tokenImageUrl" | "currencyImageUrl">

/** Returns the tokens of this network. Two of one symbol cannot be told apart, so the first counts. */
export const listBuyTokens = (
  { purchaseCurrencies }: OnrampOptions,
  network: Network,
  images: BuyImages,
): readonly BuyToken[] => {
  const tokens = [...purchaseCurrencies, meldSolana]
    .filter(({ networks }) => networks.some(({ chain_id }) => chain_id === String(network.id)))
    .map(
      (record): BuyToken => ({
        symbol: sanitizeLine(record.symbol, 32),
        name: sanitizeLine(record.name, 64),
        icon: images.tokenImageUrl(record.symbol),
        record,
      }),
    )
    .filter(({ symbol }) => symbol !== "")
  return [...new Map(tokens.toReversed().map((token) => [token.symbol, token])).values()].toReversed()
}

/** Returns the payment currencies with valid limits. */
export const listBuyCurrencies = (
  { paymentCurrencies }: OnrampOptions,
  images: BuyImages,
): readonly BuyCurrency[] =>
  paymentCurrencies.flatMap((record) => {
    const limits = record.payment_method_limits.flatMap(({ id, max, min }): readonly PaymentLimit[] => {
      const [least, most] = [parseDecimal(min), parseDecimal(max)]
      return Result.isSuccess(least) && Result.isSuccess(most)
        ? [{ method: sanitizeLine(id, 32), min: least.success, max: most.success }]
        : []
    })
    return /^[A-Z]{3}$/.test(record.id) && limits.length > 0
      ? [{ id: record.id, icon: images.currencyImageUrl(record.id), limits, record }]
      : []
  })

const pick = (decimals: readonly Decimal[], sign: 1 | -1): Decimal =>
  decimals.reduce((best, one) => (compareDecimals(one, best) * sign > 0 ? one : best))

/** Returns the smallest and the largest payment by any method. */
export const getPaymentRange = ({ limits }: Pick<BuyCurrency, "limits">) => ({
  min: pick(
    limits.map(({ min }) => min),
    -1,
  ),
  max: pick(
    limits.map(({ max }) => max),
    1,
  ),
})

/** Returns why no payment method takes an amount; `null` if one does, or nothing is typed. */
export const getAmountError = (
  text: string,
  currency: Pick<BuyCurrency, "limits">,
): BuyAmountError | null => {
  const typed = text.replace(/\.$/, "")
  if (typed === "") return null
  if (!/^\d+(\.\d{1,2})?$/.test(typed)) return { _tag: "Invalid" }
  const amount = parseDecimal(typed)
  if (Result.isFailure(amount)) return { _tag: "Invalid" }
  const { max, min } = getPaymentRange(currency)
  if (compareDecimals(amount.success, min) < 0) return { _tag: "Below", limit: min }
  return compareDecimals(amount.success, max) > 0 ? { _tag: "Above", limit: max } : null
}

/** Converts a quote. A quote with invalid amounts counts as none. */
export const toBuyQuote = (result: OnrampQuoteResult | null): BuyQuote => {
  if (result === null || result._tag === "Estimate") return { _tag: "Estimate" }
  const { coinbaseFee, networkFee, purchaseAmount } = result.quote
  const [provider, network, bought] = [coinbaseFee, networkFee, purchaseAmount].map(({ amount }) =>
    Result.getOrNull(parseDecimal(amount)),
  )
  if (provider == null || network == null || bought == null || bought.units <= 0n) return { _tag: "Estimate" }
  return {
    _tag: "Quoted",
    amount: purchaseAmount.amount,
    symbol: sanitizeLine(purchaseAmount.currency, 32),
    fees: addDecimals(provider, network),
  }
}

const maxUrlLength = 4096

/** Returns a provider's address if a page may open it: `https:`, or of this machine, and without a user name. */
export const parseProviderUrl = (text: string): { readonly url: string; readonly host: string } | null => {
  const url = text.length <= maxUrlLength ? parseUrl(text) : null
  if (url === null || url.username !== "" || url.password !== "") return null
  const isSafe = url.protocol === "https:" || (url.protocol === "http:" && isLoopbackUrl(url.href))
  return isSafe ? { url: url.href, host: url.host } : null
}

/** Returns what was bought, such as `0.5 ETH`; the token's symbol alone if the history has no amount. */
export const describePurchase = ({ transfers }: HistoryTransaction, { symbol }: BuyToken): string => {
  const [transfer] = transfers
  return sanitizeLine(
    [transfer?.quantity?.numeric, transfer?.fungible_info?.symbol ?? symbol].filter(Boolean).join(" "),
    64,
  )
}

/** Returns the state of a purchase in the provider's terms. */
export const getPurchaseState = ({ metadata }: HistoryTransaction): "arrived" | "failed" | "paid" => {
  if (metadata.status.endsWith("_SUCCESS")) return "arrived"
  return metadata.status.endsWith("_FAILED") ? "failed" : "paid"
}
