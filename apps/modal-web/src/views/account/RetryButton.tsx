import { useEffect, useState } from "react"
import { useMessages } from "../../messages/Translate.tsx"

export interface RetryButtonProps {
  /** UTC milliseconds before which a retry is useless. */
  readonly at: number
  readonly onPress: () => void
}

const getSecondsLeft = (at: number) => Math.max(0, Math.ceil((at - Date.now()) / 1000))

/** A retry button that shows its earliest time. A new time needs a new button: pass it as the key, too. */
export const RetryButton = ({ at, onPress }: RetryButtonProps) => {
  const { t } = useMessages()
  const [left, setLeft] = useState(() => getSecondsLeft(at))
  const waiting = left > 0
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => setLeft(getSecondsLeft(at)), 1000)
    return () => clearInterval(timer)
  }, [at, waiting])
  return (
    <button
      type="button"
      className="button"
      data-tone="quiet"
      // Not disabled, so that the button keeps the focus.
      aria-disabled={waiting}
      onClick={() => {
        if (!waiting) onPress()
      }}
    >
      {waiting ? t("account.tryAgainIn", { seconds: left }) : t("shell.tryAgain")}
    </button>
  )
}
