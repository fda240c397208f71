import type { SwapWarning } from "@wmodal/core/flows"
import { applyNumericEdit } from "@wmodal/protocol"
import { formatPercent } from "../../messages/formatNumber.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { AddressGroups } from "../../ui/AddressGroups.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { CheckboxConfirmation, type ConfirmationState } from "../wallet/CheckboxConfirmation.tsx"
import { TypedConfirmation } from "../wallet/TypedConfirmation.tsx"

export interface SwapStopConfirmationProps extends ConfirmationState {
  readonly stop: SwapWarning
}

/** The warning of a swap, and its confirmation. */
export const SwapStopConfirmation = ({ stop, ...act }: SwapStopConfirmationProps) => (
  <div data-open={!act.done}>
    {"percent" in stop && stop.percent !== null ? (
      <LossHigh tag={stop._tag} percent={stop.percent} {...act} />
    ) : (
      <Unknown stop={stop} {...act} />
    )}
  </div>
)

const unknownTexts = {
  Router: ["swap.stopRouter", "swap.stopRouterText", "swap.checkedRouter"],
  Untried: ["swap.stopUntried", "swap.stopUntriedText", "swap.checkedUntried"],
  Impact: ["swap.stopImpactUnknown", "swap.stopImpactUnknownText", "swap.checkedImpact"],
  SecondPrice: ["swap.stopSecondPriceUnknown", "swap.stopSecondPriceUnknownText", "swap.checkedImpact"],
} as const

const lossTexts = {
  Impact: ["swap.stopImpact", "swap.stopImpactText"],
  SecondPrice: ["swap.stopSecondPrice", "swap.stopSecondPriceText"],
} as const

interface UnknownProps extends ConfirmationState {
  readonly stop: SwapWarning
}

const Unknown = ({ stop, ...act }: UnknownProps) => {
  const { t } = useMessages()
  const [title, text, check] = unknownTexts[stop._tag]
  return (
    <Notice tone={stop._tag === "Router" ? "bad" : "warn"} title={t(title)} text={t(text)}>
      {stop._tag === "Router" && <AddressGroups address={stop.router} />}
      <CheckboxConfirmation label={t(check)} {...act} />
    </Notice>
  )
}

interface LossHighProps extends ConfirmationState {
  readonly tag: keyof typeof lossTexts
  readonly percent: number
}

const LossHigh = ({ tag, percent, ...act }: LossHighProps) => {
  const { t, locale } = useMessages()
  const asked = percent.toFixed(1)
  const said = formatPercent(locale, percent, { digits: 1, exactly: 1 })
  const [title, text] = lossTexts[tag]
  return (
    <Notice tone="bad" title={t(title, { percent: said })} text={t(text)}>
      <TypedConfirmation
        label={t("swap.typeImpact", { percent: asked })}
        wrong={t("swap.typeWrong")}
        length={asked.length}
        isAnswer={(typed) => applyNumericEdit(typed.trim()) === asked}
        {...act}
      />
    </Notice>
  )
}
