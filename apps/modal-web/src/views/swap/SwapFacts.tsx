import type { SwapReview, SwapStep } from "@wmodal/core/flows"
import { formatPercent } from "../../messages/formatNumber.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { AddressGroups } from "../../ui/AddressGroups.tsx"
import { Fact } from "../../ui/Fact.tsx"
import { AmountWithValue } from "../send/AmountWithValue.tsx"
import { formatSwapAmount } from "../send/formatAmounts.ts"
import { Impact } from "./QuoteFacts.tsx"
import { Rate } from "./Rate.tsx"

export interface SwapFactsProps {
  readonly review: SwapReview
  readonly refreshing: boolean
}

/** The costs, the slippage, and the identity of the received token. */
export const SwapFacts = ({ review, refreshing }: SwapFactsProps) => {
  const { t, locale } = useMessages()
  const { quote, network, steps, form } = review
  const { destination } = quote
  return (
    <dl className="send-facts">
      <Fact name={t("swap.minimum")} amount={formatSwapAmount(locale, quote.minimum, destination)} />
      <Rate quote={quote} refreshing={refreshing} />
      <Impact percent={quote.impact} />
      <Fact name={t("swap.slippage")} amount={formatPercent(locale, form.slippage, { digits: 2 })} />
      <Fact name={t("swap.providerFee")} amount={formatSwapAmount(locale, quote.providerFee, quote.source)} />
      {steps.map((step) => (
        <StepFee key={step.kind} step={step} review={review} />
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

const feeNames = { reset: "swap.feeReset", approve: "swap.feeApprove", swap: "swap.feeSwap" } as const

/** Facts of a step are unknown before the previous step is done. */
const laterNames = {
  reset: "swap.feeAfterReset",
  approve: "swap.feeAfterReset",
  swap: "swap.feeLater",
} as const

interface StepFeeProps {
  readonly step: SwapStep
  readonly review: SwapReview
}

/** The network fee of one step. */
const StepFee = ({ step: { kind, fee, feeFiat }, review: { steps, path, network } }: StepFeeProps) => {
  const { t } = useMessages()
  const name = steps.length === 1 ? "swap.fee" : feeNames[kind]
  return (
    <Fact name={t(name)}>
      {fee !== null && fee.most > 0n ? (
        <AmountWithValue units={fee.expected} counted={network.nativeCurrency} fiat={feeFiat} />
      ) : (
        t(fee === null && path._tag === "TwoSteps" ? laterNames[kind] : "send.feeWallet")
      )}
    </Fact>
  )
}
