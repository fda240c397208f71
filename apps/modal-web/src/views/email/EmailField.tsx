import { useEngine } from "../../binding/EngineContext.tsx"
import { useSignIn } from "../../binding/useSignIn.ts"
import { useValue } from "../../binding/useValue.ts"
import { useWords } from "../../messages/Words.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { EmailForm } from "./EmailForm.tsx"

/** On Connect: an email address is all that it takes to have a wallet. */
export const EmailField = () => {
  const { run } = useEngine()
  const { t } = useWords()
  const signIn = useSignIn()
  const state = useValue(signIn.state)
  const asked = state._tag === "Email" ? state : null
  const busy = asked !== null && asked.problem === null
  return (
    <EmailForm
      label={t("email.label")}
      labelled="hidden"
      kept={"email" in state ? state.email : ""}
      busy={busy}
      problem={asked?.problem ?? null}
      onFocus={() => run(signIn.selectEmail)}
      onGive={(email) => run(signIn.withEmail(email))}
      end={
        <button type="submit" className="email-go" aria-label={t("email.go")} aria-disabled={busy}>
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
