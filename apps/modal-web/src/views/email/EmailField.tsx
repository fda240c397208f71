import type { Engine } from "@wmodal/core"
import { SubscriptionRef } from "@wmodal/protocol"
import { useState } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useSignIn } from "../../binding/useSignIn.ts"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { submitForm } from "../../ui/submitForm.ts"
import { EmailForm } from "./EmailForm.tsx"

const givenEmails = new WeakMap<Engine, string>()

/** Returns the address for the user who comes back to correct it. A newly opened modal may have another user. */
const getGivenEmail = (engine: Engine): string => {
  if (SubscriptionRef.getUnsafe(engine.router.state).direction !== "prev") givenEmails.delete(engine)
  return givenEmails.get(engine) ?? ""
}

/** The email field on Connect, which starts a sign-in. */
export const EmailField = () => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  const signIn = useSignIn()
  const state = useValue(signIn.state)
  const asked = state._tag === "Email" ? state : null
  const [before] = useState(() => getGivenEmail(engine))
  const busy = asked !== null && asked.problem === null
  return (
    <EmailForm
      label={t("email.label")}
      labelled="hidden"
      kept={asked?.email ?? before}
      busy={busy}
      problem={asked?.problem ?? null}
      onFocus={() => run(signIn.selectEmail)}
      onGive={(email) => {
        givenEmails.set(engine, email)
        run(signIn.withEmail(email))
      }}
      end={
        <button
          type="submit"
          className="email-go"
          aria-label={t("email.go")}
          aria-disabled={busy}
          onClick={submitForm}
        >
          {busy ? <span className="spinner" aria-hidden="true" /> : <Icon name="arrow" />}
        </button>
      }
    >
      <span className="hidden" role="status">
        {busy && t("email.sending")}
      </span>
    </EmailForm>
  )
}
