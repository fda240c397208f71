import { useEffect, useState } from "react"
import { Icon } from "./Icon.tsx"

export interface CopyButtonProps {
  readonly text: string
  readonly label: string
  readonly copied: string
  readonly failed: string
}

/** Milliseconds that the outcome stays visible. */
const outcomeDurationMs = 2000

export const CopyButton = ({ text, label, copied, failed }: CopyButtonProps) => {
  const [outcome, setOutcome] = useState<"none" | "copied" | "failed">("none")
  useEffect(() => {
    if (outcome === "none") return
    const timer = setTimeout(() => setOutcome("none"), outcomeDurationMs)
    return () => clearTimeout(timer)
  }, [outcome])
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
      <span aria-live="polite">{outcome === "none" ? label : outcome === "copied" ? copied : failed}</span>
    </button>
  )
}
