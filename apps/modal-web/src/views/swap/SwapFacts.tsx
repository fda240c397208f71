import type { SwapReview, SwapStep } from "@wmodal/core/flows"
import { percentText } from "../../messages/numbers.ts"
import { useWords } from "../../messages/Words.tsx"
import { AddressGroups } from "../../ui/AddressGroups.tsx"
import { Sum } from "../send/Sum.tsx"
import { exactSum, shortSum } from "../send/sums.ts"
import { Impact } from "./Impact.tsx"
import { Rate } from "./Rate.tsx"

export interface SwapFactsProps {
  readonly review: SwapReview
  readonly refreshing: boolean
}

/** What it costs, how far it may be off, and which token it really is. */
export const SwapFacts = ({ review, refreshing }: SwapFactsProps) => {
  const { t, locale } = useWords()
  const { quote, network, steps, form } = review
  const { destination } = quote
  return (
    <dl className="send-facts">
      <div>
        <dt>{t("swap.minimum")}</dt>
        <dd>
          <bdi dir="ltr">{exactSum(locale, quote.minimum, destination)}</bdi>
        </dd>
      </div>
      <Rate quote={quote} refreshing={refreshing} />
      <Impact percent={quote.impact} />
      <div>
        <dt>{t("swap.slippage")}</dt>
        <dd>
          <bdi dir="ltr">{percentText(locale, form.slippage, { digits: 2 })}</bdi>
        </dd>
      </div>
      <div>
        <dt>{t("swap.providerFee")}</dt>
        <dd>
          <bdi dir="ltr">{shortSum(locale, quote.providerFee, quote.source)}</bdi>
        </dd>
      </div>
      {steps.map((step) => (
        <StepFee key={step.kind} step={step} review={review} />
      ))}
      <div>
        <dt>{t("send.network")}</dt>
        <dd>
          <bdi>{network.name}</bdi>
        </dd>
      </div>
      {destination.address !== null && (
        <div className="swap-contract">
          <dt>{t("swap.token", { symbol: destination.symbol })}</dt>
          <dd>
            <AddressGroups address={destination.address} />
          </dd>
        </div>
      )}
    </dl>
  )
}

const feeNames = { reset: "swap.feeReset", approve: "swap.feeApprove", swap: "swap.feeSwap" } as const

/** Nothing is known of a step before the one before it is done. */
const laterNames = {
  reset: "swap.feeAfterReset",
  approve: "swap.feeAfterReset",
  swap: "swap.feeLater",
} as const

interface StepFeeProps {
  readonly step: SwapStep
  readonly review: SwapReview
}

/** What the network takes for one step. */
const StepFee = ({ step: { kind, fee, feeFiat }, review: { steps, path, network } }: StepFeeProps) => {
  const { t } = useWords()
  const name = steps.length === 1 ? "swap.fee" : feeNames[kind]
  return (
    <div>
      <dt>{t(name)}</dt>
      <dd>
        {fee !== null && fee.most > 0n ? (
          <Sum units={fee.expected} counted={network.nativeCurrency} fiat={feeFiat} />
        ) : (
          t(fee === null && path._tag === "TwoSteps" ? laterNames[kind] : "send.feeWallet")
        )}
      </dd>
    </div>
  )
}
