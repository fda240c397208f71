import type { QuoteState, SwapQuote, SwapReview, SwapStep } from "@wmodal/core/flows"
import { type Decimal, toDecimalUnits } from "@wmodal/protocol"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useValue } from "../../binding/useValue.ts"
import { formatExactNumber, formatPercent } from "../../messages/formatNumber.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { AddressGroups } from "../../ui/AddressGroups.tsx"
import { Fact } from "../../ui/Fact.tsx"
import { TextWithValue } from "../send/AmountWithValue.tsx"
import {
  formatExactAmount,
  formatFiatAmount,
  formatShortAmount,
  formatSwapAmount,
} from "../send/formatAmounts.ts"

type QuotedState = Extract<QuoteState, { readonly _tag: "Quoted" }>

/** The facts of a quote, without its amount. */
export const QuoteFacts = ({ quote, stale, refreshing }: QuotedState) => {
  const { engine } = useEngine()
  const { t, locale } = useMessages()
  const { nativeCurrency } = useValue(engine.networks.shown).network
  const { minimum, maximumSlippage, providerFee, gas, gasFiat, source, destination } = quote
  const fee =
    gasFiat === null ? formatShortAmount(locale, gas, nativeCurrency) : formatFiatAmount(locale, gasFiat)
  return (
    <dl className="send-facts" data-stale={stale}>
      <Rate quote={quote} refreshing={refreshing} />
      <Impact percent={quote.impact} />
      <Fact name={t("swap.minimum")} amount={formatSwapAmount(locale, minimum, destination)} />
      <Fact
        name={t("swap.maximumSlippage")}
        amount={formatSwapAmount(locale, maximumSlippage, destination)}
      />
      <Fact name={t("swap.fee")} amount={fee} />
      <Fact name={t("swap.providerFee")} amount={formatSwapAmount(locale, providerFee, source)} />
    </dl>
  )
}

const quoteFactNames = [
  "swap.rate",
  "swap.impact",
  "swap.minimum",
  "swap.maximumSlippage",
  "swap.fee",
  "swap.providerFee",
] as const

/** Placeholders of the same lines, so that nothing moves when they load. */
export const QuoteFactsLooking = () => {
  const { t } = useMessages()
  return (
    <dl className="send-facts" aria-hidden="true">
      {quoteFactNames.map((name) => (
        <Fact name={t(name)} key={name}>
          <span className="skeleton-text skeleton" />
        </Fact>
      ))}
    </dl>
  )
}

export interface SwapFactsProps extends Pick<QuotedState, "refreshing"> {
  readonly review: SwapReview
}

/** The costs, the slippage, and the identity of the received token. */
export const SwapFacts = ({ review, refreshing }: SwapFactsProps) => {
  const { t, locale } = useMessages()
  const { quote, network, steps, form, path } = review
  const formatFee = (amount: string, isLater: boolean) =>
    isLater ? t("swap.feeEstimate", { amount }) : amount
  const { destination, source } = quote
  return (
    <dl className="send-facts">
      <Fact name={t("swap.minimum")} amount={formatSwapAmount(locale, quote.minimum, destination)} />
      <Rate quote={quote} refreshing={refreshing} />
      <Impact percent={quote.impact} />
      <Fact name={t("swap.slippage")} amount={formatPercent(locale, form.slippage, { digits: 2 })} />
      <Fact name={t("swap.providerFee")} amount={formatSwapAmount(locale, quote.providerFee, source)} />
      {steps.map(({ kind, fee, feeFiat }, at) => (
        <Fact key={kind} name={t(steps.length === 1 ? "swap.fee" : feeNames[kind])}>
          {fee !== null && fee.most > 0n ? (
            <TextWithValue
              text={formatFee(
                formatShortAmount(locale, fee.expected, network.nativeCurrency),
                at > 0 && path._tag === "TwoSteps",
              )}
              fiat={feeFiat}
            />
          ) : (
            t("send.feeWallet")
          )}
        </Fact>
      ))}
      <Fact name={t("send.network")}>
        <bdi>{network.name}</bdi>
      </Fact>
      {destination.address !== null && (
        <Fact name={t("swap.token", { symbol: destination.symbol })} className="swap-contract">
          <AddressGroups address={destination.address} />
        </Fact>
      )}
    </dl>
  )
}

const feeNames = {
  reset: "swap.feeReset",
  approve: "swap.feeApprove",
  swap: "swap.feeSwap",
} as const satisfies Record<SwapStep["kind"], string>

/** The percentage from which the impact is highlighted. */
const minNoticeablePercent = 5

/** The lost share of the value, as a line of a `dl`. */
const Impact = ({ percent }: { readonly percent: number | null }) => {
  const { t, locale } = useMessages()
  const name = t("swap.impact")
  if (percent === null)
    return (
      <Fact name={name} tone="warn">
        {t("swap.impactUnknown")}
      </Fact>
    )
  const isNoticeable = percent > minNoticeablePercent
  const amount = formatPercent(locale, percent, { digits: 2 })
  return <Fact name={name} tone={isNoticeable ? "warn" : undefined} amount={amount} />
}

/** More decimals than any token has, so the rate is exact enough for display. */
const rateDecimals = 18

/** Returns the amount of the destination for one whole unit of the source. */
export const toExchangeRate = ({ source, destination, amount, received }: SwapQuote): Decimal => ({
  units: amount === 0n ? 0n : (received * 10n ** BigInt(source.decimals + rateDecimals)) / amount,
  decimals: destination.decimals + rateDecimals,
})

/** Fraction digits, unless the rate is smaller. */
const maxFractionDigits = 6

/** Truncates after six fraction digits, or after the first four significant digits when fewer would be left. */
export const roundRate = (value: Decimal): Decimal => {
  const most = Math.max(maxFractionDigits, value.decimals)
  let decimals = maxFractionDigits
  while (decimals < most && toDecimalUnits(value, decimals) < 1000n) decimals += 1
  return { units: toDecimalUnits(value, decimals), decimals }
}

/** The amount for one unit of the source, as a line of a `dl`. A refresh is visible but not announced. */
const Rate = ({ quote, refreshing }: Pick<QuotedState, "quote" | "refreshing">) => {
  const { t, locale } = useMessages()
  const { source, destination } = quote
  const one = formatExactAmount(locale, 1n, { symbol: source.symbol, decimals: 0 })
  const other = `${formatExactNumber(locale, roundRate(toExchangeRate(quote)))} ${destination.symbol}`
  return (
    <Fact name={t("swap.rate")}>
      {refreshing && <span className="spinner swap-refreshing" aria-hidden="true" />}
      <bdi dir="ltr">{t("swap.rateText", { one, other })}</bdi>
    </Fact>
  )
}
