import type { SwapWarning } from "@wmodal/core/flows"
import { applyNumericEdit } from "@wmodal/protocol"
import { formatPercent } from "../../messages/formatNumber.ts"
import type { Translate } from "../../messages/Translate.tsx"
import { AddressGroups } from "../../ui/AddressGroups.tsx"
import type { WarningText } from "../wallet/WarningConfirmation.tsx"

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

/** Describes a warning of a swap. A known loss is confirmed by typing it, anything else by a checkbox. */
export const describeSwapWarning = (stop: SwapWarning, { t, locale }: Translate): WarningText => {
  if ("percent" in stop && stop.percent !== null) {
    const [title, text] = lossTexts[stop._tag]
    const asked = stop.percent.toFixed(1)
    return {
      tone: "bad",
      title: t(title, { percent: formatPercent(locale, stop.percent, { digits: 1, exactly: 1 }) }),
      text: t(text),
      act: {
        label: t("swap.typeImpact", { percent: asked }),
        wrong: t("swap.typeWrong"),
        length: asked.length,
        isAnswer: (typed) => applyNumericEdit(typed.trim()) === asked,
      },
    }
  }
  const [title, text, check] = unknownTexts[stop._tag]
  return {
    tone: stop._tag === "Router" ? "bad" : "warn",
    title: t(title),
    text: t(text),
    details: stop._tag === "Router" && <AddressGroups address={stop.router} />,
    act: { label: t(check) },
  }
}
