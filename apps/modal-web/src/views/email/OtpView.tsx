import type { Problem, SignInState } from "@wmodal/core"
import { useEffect, useId, useRef, useState } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useSignIn } from "../../binding/useSignIn.ts"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { OtpInput } from "../../ui/OtpInput.tsx"
import { codeLength } from "../../ui/otpCode.ts"
import { SubmitButton } from "../../ui/SubmitButton.tsx"
import { FrameCover } from "../signIn/FrameCover.tsx"
import { EmailProblem, getRetrySeconds } from "./EmailProblem.tsx"
import { NoPendingCode } from "./NoPendingCode.tsx"
import { Resend } from "./Resend.tsx"
import { useLastValue } from "./useLastValue.ts"

type OtpState = Extract<SignInState, { readonly _tag: "Code" }>

export interface OtpViewProps {
  /** The purpose of the code. */
  readonly purpose: OtpState["purpose"]
}

/** The input for a mailed code, for any purpose. */
export const OtpView = ({ purpose }: OtpViewProps) => {
  const state = useValue(useSignIn().state)
  const now = state._tag === "Code" && state.purpose === purpose ? state : null
  const asked = useLastValue(now)
  // A correct code closes the view; until then it is still being checked.
  if (asked?.inFrame === true) return <OtpInFrame asked={asked} />
  return asked === null ? <NoPendingCode /> : <OtpForm asked={now ?? { ...asked, checking: true }} />
}

const inFrameTitles = {
  signIn: "title.EmailVerifyOtp",
  currentEmail: "title.UpdateEmailPrimaryOtp",
  newEmail: "title.UpdateEmailSecondaryOtp",
} as const

/** A code that the user types in the frame, which covers this view until it fails. */
const OtpInFrame = ({ asked }: { readonly asked: OtpState }) => {
  const { t } = useMessages()
  const { email, problem, purpose, resendAt } = asked
  return (
    <div className="code-form">
      <div className="mail-head">
        <span className="empty-icon">
          <Icon name="mail" />
        </span>
        <h2>{t("otp.title")}</h2>
        <p>{t("otp.text", { purpose })}</p>
        <strong>
          <bdi dir="ltr">{email}</bdi>
        </strong>
      </div>
      {problem === null ? (
        <FrameCover title={t(inFrameTitles[purpose])} />
      ) : (
        <>
          <EmailProblem problem={problem} />
          <div className="mail-foot">
            <Resend what="otp" at={resendAt} />
          </div>
        </>
      )}
    </div>
  )
}

/** The last submitted code. A failed resend does not concern it, nor does an earlier failure. */
interface SubmittedCode {
  readonly code: string
  readonly before: Problem | null
}

const OtpForm = ({ asked }: { readonly asked: OtpState }) => {
  const { run } = useEngine()
  const { t } = useMessages()
  const signIn = useSignIn()
  const [code, setCode] = useState("")
  const [given, setGiven] = useState<SubmittedCode | null>({ code: "", before: null })
  const input = useRef<HTMLInputElement>(null)
  const problemId = useId()
  const { purpose, email, checking, problem } = asked
  const told = given?.code === code && problem !== given.before ? problem : null
  const refused = getRetrySeconds(told) === null ? told : null
  const wrong = refused !== null

  // A wrong code stays for comparison; the first new digit replaces it.
  useEffect(() => {
    if (refused === null) return
    input.current?.focus()
    input.current?.select()
  }, [refused])

  const give = (whole: string) => {
    if (checking || whole.length < codeLength) return
    setGiven({ code: whole, before: problem })
    run(signIn.submitCode(whole))
  }
  /** Clears the field, because another mail has another code. */
  const clear = () => {
    setCode("")
    setGiven(null)
  }
  return (
    <form
      className="code-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (code.length < codeLength) input.current?.focus()
        give(code)
      }}
    >
      <div className="mail-head">
        <span className="empty-icon">
          <Icon name="mail" />
        </span>
        <h2>{t("otp.title")}</h2>
        <p>{t("otp.text", { purpose })}</p>
        <strong>
          <bdi dir="ltr">{email}</bdi>
        </strong>
      </div>
      <OtpInput
        value={code}
        label={t("otp.label")}
        busy={checking}
        invalid={wrong && !checking}
        describedBy={wrong ? problemId : undefined}
        input={input}
        onType={setCode}
        onEnd={give}
      />
      {problem !== null && !checking && (
        <div id={problemId}>
          <EmailProblem problem={problem} />
        </div>
      )}
      <SubmitButton
        missing={code.length < codeLength ? t("otp.missing") : null}
        busy={checking ? t("otp.checking") : null}
      >
        {t(checking ? "otp.checking" : "otp.confirm")}
      </SubmitButton>
      <div className="mail-foot">
        <Resend what="otp" at={asked.resendAt} onAsk={clear} />
        <p className="count">{t("otp.note")}</p>
      </div>
    </form>
  )
}
