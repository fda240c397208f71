import type { SwapWarning } from "@wmodal/core/flows"
import { applyNumericEdit } from "@wmodal/protocol"
import { formatPercent } from "../../messages/formatNumber.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { CheckboxConfirmation, type ConfirmationState } from "../wallet/CheckboxConfirmation.tsx"
import { TypedConfirmation } from "../wallet/TypedConfirmation.tsx"

export interface SwapStopConfirmationProps extends ConfirmationState {
  readonly stop: SwapWarning
}

/** The warning of a swap, and its confirmation. */
export const SwapStopConfirmation = ({ stop, ...act }: SwapStopConfirmationProps) => (
  <div data-open={!act.done}>
    {stop._tag === "Untried" ? (
      <Untried {...act} />
    ) : stop.percent === null ? (
      <ImpactUnknown {...act} />
    ) : (
      <ImpactHigh percent={stop.percent} {...act} />
    )}
  </div>
)

const Untried = (act: ConfirmationState) => {
  const { t } = useMessages()
  return (
    <Notice tone="warn" title={t("swap.stopUntried")} text={t("swap.stopUntriedText")}>
      <CheckboxConfirmation label={t("swap.checkedUntried")} {...act} />
    </Notice>
  )
}

const ImpactUnknown = (act: ConfirmationState) => {
  const { t } = useMessages()
  return (
    <Notice tone="warn" title={t("swap.stopImpactUnknown")} text={t("swap.stopImpactUnknownText")}>
      <CheckboxConfirmation label={t("swap.checkedImpact")} {...act} />
    </Notice>
  )
}

interface ImpactHighProps extends ConfirmationState {
  readonly percent: number
}

const ImpactHigh = ({ percent, ...act }: ImpactHighProps) => {
  const { t, locale } = useMessages()
  const asked = percent.toFixed(1)
  const said = formatPercent(locale, percent, { digits: 1, exactly: 1 })
  return (
    <Notice tone="bad" title={t("swap.stopImpact", { percent: said })} text={t("swap.stopImpactText")}>
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
