import type { SwapStop } from "@wmodal/core/flows"
import { applyNumericEdit } from "@wmodal/protocol"
import { percentText } from "../../messages/numbers.ts"
import { useWords } from "../../messages/Words.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { type Act, CheckAct } from "../wallet/CheckAct.tsx"
import { TypedAct } from "../wallet/TypedAct.tsx"

export interface SwapStopActProps extends Act {
  readonly stop: SwapStop
}

/** What stands against a swap, and what a person does to go on all the same. */
export const SwapStopAct = ({ stop, ...act }: SwapStopActProps) => (
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

const Untried = (act: Act) => {
  const { t } = useWords()
  return (
    <Notice tone="warn" title={t("swap.stopUntried")} text={t("swap.stopUntriedText")}>
      <CheckAct label={t("swap.checkedUntried")} {...act} />
    </Notice>
  )
}

const ImpactUnknown = (act: Act) => {
  const { t } = useWords()
  return (
    <Notice tone="warn" title={t("swap.stopImpactUnknown")} text={t("swap.stopImpactUnknownText")}>
      <CheckAct label={t("swap.checkedImpact")} {...act} />
    </Notice>
  )
}

interface ImpactHighProps extends Act {
  readonly percent: number
}

const ImpactHigh = ({ percent, ...act }: ImpactHighProps) => {
  const { t, locale } = useWords()
  const asked = percent.toFixed(1)
  const said = percentText(locale, percent, { digits: 1, exactly: 1 })
  return (
    <Notice tone="bad" title={t("swap.stopImpact", { percent: said })} text={t("swap.stopImpactText")}>
      <TypedAct
        label={t("swap.typeImpact", { percent: asked })}
        wrong={t("swap.typeWrong")}
        length={asked.length}
        isAnswer={(typed) => applyNumericEdit(typed.trim()) === asked}
        {...act}
      />
    </Notice>
  )
}
