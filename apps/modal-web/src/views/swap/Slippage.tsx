import { applyNumericEdit } from "@wmodal/protocol"
import { type ChangeEvent, useId, useState } from "react"
import { useFlowView } from "../../binding/useFlowView.ts"
import { formatPercent } from "../../messages/formatNumber.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { Notice } from "../../ui/Notice.tsx"

/** At most two fraction digits, the precision of the minimum output. */
const percentPattern = /^\d{1,2}(\.\d{0,2})?$/

/** Parses a percentage above 0 and at most 50; `null` for any other text in the form of `applyNumericEdit`. */
export const parsePercent = (text: string): number | null => {
  const percent = Number(text)
  return percentPattern.test(text) && percent > 0 && percent <= 50 ? percent : null
}

/** Percent. */
const suggestedPercents = [0.5, 1, 3]

/** The percentage from which a front-runner may take the difference. */
const highPercent = 5

/** The maximum price change before the swap fails. Collapsed, because most users never change it. */
export const Slippage = ({ percent }: { readonly percent: number }) => {
  const { t, locale } = useMessages()
  const id = useId()
  const [open, setOpen] = useState(false)
  const said = formatPercent(locale, percent, { digits: 2 })
  return (
    <>
      <div className="slippage">
        <span className="muted">{t("swap.slippage")}</span>
        <button
          type="button"
          className="text-button"
          aria-label={t("swap.slippageChange", { percent: said })}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <bdi dir="ltr">{said}</bdi>
          <Icon name="down" />
        </button>
      </div>
      <div id={id} hidden={!open}>
        <Picker percent={percent} />
      </div>
      {percent >= highPercent && (
        <Notice
          tone="warn"
          title={t("swap.slippageHigh", { percent: said })}
          text={t("swap.slippageHighText")}
        />
      )}
    </>
  )
}

const Picker = ({ percent }: { readonly percent: number }) => {
  const { run, swap, t, locale } = useFlowView()
  const name = useId()
  /** The field's text; `null` while a suggested percentage is selected. */
  const [own, setOwn] = useState(suggestedPercents.includes(percent) ? null : String(percent))
  const wrong = own !== null && own !== "" && parsePercent(own) === null

  const choose = (one: number) => {
    setOwn(null)
    run(swap.setSlippage(one))
  }
  const type = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const text = applyNumericEdit(target.value.trim())
    if (text === null) return
    setOwn(text)
    const typed = parsePercent(text)
    if (typed !== null) run(swap.setSlippage(typed))
  }

  return (
    <fieldset className="send-card slippage-picker">
      <legend className="hidden">{t("swap.slippage")}</legend>
      <div className="slippage-choices">
        {suggestedPercents.map((one) => (
          <label key={one} className="choice">
            <input
              type="radio"
              name={name}
              checked={own === null && percent === one}
              onChange={() => choose(one)}
            />
            <bdi dir="ltr">{formatPercent(locale, one, { digits: 2 })}</bdi>
          </label>
        ))}
        <label className="choice">
          <input type="radio" name={name} checked={own !== null} onChange={() => setOwn("")} />
          <span>{t("swap.slippageCustom")}</span>
        </label>
      </div>
      {own !== null && (
        <span className="typing-field">
          <input
            type="text"
            inputMode="decimal"
            dir="ltr"
            autoComplete="off"
            maxLength={8}
            value={own}
            aria-label={t("swap.slippageOwn")}
            aria-invalid={wrong}
            aria-describedby={`${name}-said`}
            onChange={type}
          />
          <span aria-hidden="true">{getPercentSign(locale)}</span>
        </span>
      )}
      <p
        id={`${name}-said`}
        className={wrong ? "send-note typing-wrong" : "send-note"}
        role={wrong ? "alert" : undefined}
      >
        {t(wrong ? "swap.slippageWrong" : "swap.slippageText")}
      </p>
    </fieldset>
  )
}

/** Returns the locale's percent sign. */
const getPercentSign = (locale: string): string =>
  formatPercent(locale, 0, { digits: 0 }).replace(/[\d\s]/g, "")
