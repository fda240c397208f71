import type { Problem } from "@wmodal/core"
import { type ReactNode, useId, useRef, useState } from "react"
import { useMessages } from "../../messages/Translate.tsx"
import { EmailInput } from "../../ui/EmailInput.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { EmailProblem, getRetrySeconds } from "./EmailProblem.tsx"
import { isEmail } from "./emailAddress.ts"

export interface EmailFormProps {
  readonly label: string
  /** `hidden`: only for screen readers, because the text around it is the visible label. */
  readonly labelled: "shown" | "hidden"
  /** The previous address. */
  readonly kept: string
  /** The current address, which is not accepted. */
  readonly current?: string | null
  /** The address is being processed. */
  readonly busy: boolean
  readonly problem: Problem | null
  readonly onGive: (email: string) => void
  /** Called on focus. */
  readonly onFocus?: () => void
  /** Content at the end of the field, inside it. */
  readonly end?: ReactNode
  /** Content below the field. */
  readonly children?: ReactNode
}

type EmailFault = "email.none" | "email.incomplete" | "newEmail.same"

/** A form for an email address. Its error is shown below the field, which keeps the typed text. */
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
