import { useSignIn } from "../../binding/useSignIn.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { useSecondsUntil } from "../../ui/Countdown.tsx"
import { usePendingAction } from "./usePendingAction.ts"

export interface ResendProps {
  readonly what: "otp" | "device"
  /** UTC milliseconds from which on it can be asked for. */
  readonly at: number
  readonly onAsk?: () => void
}

/** Another mail. Before its time it says how long that is: to the eye each second, and aloud when it is over. */
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
        // Not disabled: whoever has the focus on it keeps it.
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
