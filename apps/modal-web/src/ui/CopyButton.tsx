import { useEffect, useState } from "react"
import { useMessages } from "../messages/Translate.tsx"
import { Icon } from "./Icon.tsx"

export interface CopyButtonProps {
  /** `null` while it is made: the space of the button is kept. */
  readonly text: string | null
  readonly label: string
}

/** Milliseconds that the outcome stays visible. */
const outcomeDurationMs = 2000

export const CopyButton = ({ text, label }: CopyButtonProps) => {
  const { t } = useMessages()
  const [outcome, setOutcome] = useState<"none" | "copied" | "failed">("none")
  useEffect(() => {
    if (outcome === "none") return
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
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome("copied")
    } catch {
      setOutcome("failed")
    }
  }
  return (
    <button type="button" className="chip" onClick={copy}>
      <Icon name={outcome === "copied" ? "check" : "copy"} />
      <span aria-live="polite">
        {outcome === "none" ? label : t(outcome === "copied" ? "shell.copied" : "shell.copyFailed")}
      </span>
    </button>
  )
}
