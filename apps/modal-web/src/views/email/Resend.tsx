import { useSignIn } from "../../binding/useSignIn.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { useSecondsUntil } from "../../ui/Countdown.tsx"
import { usePendingAction } from "./usePendingAction.ts"

export interface ResendProps {
  readonly what: "otp" | "device"
  /** The earliest time of the next mail, UTC milliseconds. */
  readonly at: number
  readonly onAsk?: () => void
}

/** A resend button. Before its time it shows the wait, which screen readers announce only at its end. */
export const Resend = ({ what, at, onAsk }: ResendProps) => {
  const { t } = useMessages()
  const signIn = useSignIn()
  const [sending, start] = usePendingAction()
  const seconds = useSecondsUntil(at)
  const waiting = seconds > 0
  return (
    <>
      <button
        type="button"
        className="chip resend"
        // Not disabled, so that the button keeps the focus.
        aria-disabled={waiting || sending}
        onClick={() => {
          if (waiting) return
          onAsk?.()
          start(signIn.resend)
        }}
      >
        {sending && <span className="spinner" aria-hidden="true" />}
        <span>
          {t(sending ? `${what}.resending` : `${what}.resend`)}
          {waiting && !sending && (
            <span className="resend-time" aria-hidden="true">
              {` ${t("otp.inSeconds", { seconds })}`}
            </span>
          )}
        </span>
      </button>
      <span className="hidden" role="status">
        {sending ? t(`${what}.resending`) : !waiting && t("otp.fromNow")}
      </span>
    </>
  )
}
