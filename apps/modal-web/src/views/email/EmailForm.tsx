import type { Problem } from "@wmodal/core"
import { type ReactNode, useId, useRef, useState } from "react"
import { useMessages } from "../../messages/Translate.tsx"
import { EmailInput } from "../../ui/EmailInput.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { EmailProblem, getRetrySeconds } from "./EmailProblem.tsx"
import { isEmail } from "./emailAddress.ts"

export interface EmailFormProps {
  readonly label: string
  /** `hidden`: for the eye, what stands around it says it. */
  readonly labelled: "shown" | "hidden"
  /** What was given before. */
  readonly kept: string
  /** The one that it is not to be. */
  readonly current?: string | null
  /** With somebody. */
  readonly busy: boolean
  readonly problem: Problem | null
  readonly onGive: (email: string) => void
  /** Somebody turns to the field. */
  readonly onFocus?: () => void
  /** At the end of the field, inside. */
  readonly end?: ReactNode
  /** Below it. */
  readonly children?: ReactNode
}

type EmailFault = "email.none" | "email.incomplete" | "newEmail.same"

/** An email address to go on with. What is wrong with it stands below the field, which keeps what was typed. */
export const EmailForm = ({
  label,
  labelled,
  kept,
  current = null,
  busy,
  problem,
  onGive,
  onFocus,
  end,
  children,
}: EmailFormProps) => {
  const { t } = useMessages()
  const [text, setText] = useState(kept)
  const [fault, setFault] = useState<EmailFault | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()

  const faultOf = (email: string): EmailFault | null => {
    if (email === "") return "email.none"
    if (!isEmail(email)) return "email.incomplete"
    return email.toLowerCase() === current?.toLowerCase() ? "newEmail.same" : null
  }
  const give = () => {
    if (busy) return
    const email = text.trim()
    const found = faultOf(email)
    setFault(found)
    if (found === null) onGive(email)
    else input.current?.focus()
  }
  const told = fault === null && problem !== null && !busy
  return (
    <form
      className="email-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        give()
      }}
    >
      <label className={labelled === "hidden" ? "hidden" : "field-label"} htmlFor={id}>
        {label}
      </label>
      <EmailInput
        id={id}
        value={text}
        hint={t("email.hint")}
        busy={busy}
        invalid={fault !== null || (told && getRetrySeconds(problem) === null)}
        describedBy={fault !== null || told ? `${id}-problem` : undefined}
        input={input}
        onFocus={onFocus}
        onType={(typed) => {
          setText(typed)
          setFault(null)
        }}
      >
        {end}
      </EmailInput>
      <div id={`${id}-problem`} className="email-problem">
        {fault !== null && (
          <p className="email-fault" role="alert">
            <Icon name="alert" />
            <span>{t(fault)}</span>
          </p>
        )}
        {told && <EmailProblem problem={problem} />}
      </div>
      {children}
    </form>
  )
}
