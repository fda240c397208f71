import type { Problem, SignInState } from "@wmodal/core"
import { useEffect, useId, useRef, useState } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useSignIn } from "../../binding/useSignIn.ts"
import { useValue } from "../../binding/useValue.ts"
import { useWords } from "../../messages/Words.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { OtpInput } from "../../ui/OtpInput.tsx"
import { codeLength } from "../../ui/otpCode.ts"
import { SubmitButton } from "../../ui/SubmitButton.tsx"
import { MailProblem, secondsToWait } from "./MailProblem.tsx"
import { NothingAsked } from "./NothingAsked.tsx"
import { Resend } from "./Resend.tsx"
import { useLast } from "./useLast.ts"

type Asked = Extract<SignInState, { readonly _tag: "Code" }>

export interface CodeViewProps {
  /** What the code is for. */
  readonly purpose: Asked["purpose"]
}

/** The code of a mail, for whatever it is asked. */
export const CodeView = ({ purpose }: CodeViewProps) => {
  const state = useValue(useSignIn().state)
  const now = state._tag === "Code" && state.purpose === purpose ? state : null
  const asked = useLast(now)
  // Once it was right the view goes: until then the code is still with somebody.
  return asked === null ? <NothingAsked /> : <CodeForm asked={now ?? { ...asked, checking: true }} />
}

/** The last code that was given: another mail that did not go out says nothing of it, nor does what was said before. */
interface Given {
  readonly code: string
  readonly before: Problem | null
}

const CodeForm = ({ asked }: { readonly asked: Asked }) => {
  const { run } = useEngine()
  const { t } = useWords()
  const signIn = useSignIn()
  const [code, setCode] = useState("")
  const [given, setGiven] = useState<Given | null>({ code: "", before: null })
  const input = useRef<HTMLInputElement>(null)
  const problemId = useId()
  const { purpose, email, checking, problem } = asked
  const told = given?.code === code && problem !== given.before ? problem : null
  const refused = secondsToWait(told) === null ? told : null
  const wrong = refused !== null

  // What was wrong stays, to be compared; the first digit takes its place.
  useEffect(() => {
    if (refused === null) return
    input.current?.focus()
    input.current?.select()
  }, [refused])

  const give = (whole: string) => {
    if (checking || whole.length < codeLength) return
    setGiven({ code: whole, before: problem })
    run(signIn.giveCode(whole))
  }
  /** With another mail comes another code. */
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
          <MailProblem problem={problem} />
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
