import { type MouseEvent, useEffect, useState } from "react"
import { useMessages } from "../messages/Translate.tsx"
import { copyText } from "./copyText.ts"
import { Icon } from "./Icon.tsx"

export interface CopyButtonProps {
  /** `null` while it is made: the space of the button is kept. */
  readonly text: string | null
  readonly label: string
}

/** Milliseconds that "Copied" stays visible. */
const outcomeDurationMs = 2000

const selectAll = (field: HTMLInputElement | null) => {
  field?.focus()
  field?.select()
}

/** Copies a text. Where the page may not, the text is shown, selected, to be copied by hand. */
export const CopyButton = ({ text, label }: CopyButtonProps) => {
  const { t } = useMessages()
  const [outcome, setOutcome] = useState<"none" | "copied" | "failed">("none")
  useEffect(() => {
    if (outcome !== "copied") return
    const timer = setTimeout(() => setOutcome("none"), outcomeDurationMs)
    return () => clearTimeout(timer)
  }, [outcome])
  if (text === null)
    return (
      <span className="chip still" aria-hidden="true">
        <Icon name="copy" />
        <span>{label}</span>
      </span>
    )
  const copy = async ({ currentTarget }: MouseEvent<HTMLButtonElement>) =>
    setOutcome((await copyText(text, currentTarget)) ? "copied" : "failed")
  return (
    <>
      <button type="button" className="chip" onClick={copy}>
        <Icon name={outcome === "copied" ? "check" : "copy"} />
        <span aria-live="polite">{outcome === "copied" ? t("shell.copied") : label}</span>
      </button>
      {outcome === "failed" && (
        <label className="copy-text">
          <span role="alert">{t("shell.copyFailed")}</span>
          <input readOnly value={text} dir="ltr" ref={selectAll} />
        </label>
      )}
    </>
  )
}
