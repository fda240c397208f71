import { useEngine } from "../../binding/EngineContext.tsx"
import { useSignIn } from "../../binding/useSignIn.ts"
import { useValue } from "../../binding/useValue.ts"
import { isolateText } from "../../messages/formatNumber.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { SubmitButton } from "../../ui/SubmitButton.tsx"
import { EmailForm } from "./EmailForm.tsx"
import { NoPendingCode } from "./NoPendingCode.tsx"
import { useLastValue } from "./useLastValue.ts"

/** A form for another email address; a code for each of the two addresses follows. */
export const UpdateEmailWallet = () => {
  const { run } = useEngine()
  const { t } = useMessages()
  const signIn = useSignIn()
  const state = useValue(signIn.state)
  const user = useLastValue(useValue(signIn.user))
  if (user === null || user.email === null) return <NoPendingCode />
  const asked = state._tag === "NewEmail" ? state : null
  const busy = asked !== null && asked.problem === null
  return (
    <div className="code-form">
      <div className="mail-head">
        <span className="empty-icon">
          <Icon name="mail" />
        </span>
        <h2>{t("newEmail.title")}</h2>
        <p>{t("newEmail.text", { email: isolateText(user.email) })}</p>
      </div>
      <EmailForm
        label={t("newEmail.label")}
        labelled="shown"
        kept={asked?.email ?? ""}
        current={user.email}
        busy={busy}
        problem={asked?.problem ?? null}
        onGive={(email) => run(signIn.changeEmail(email))}
      >
        <SubmitButton missing={null} busy={busy ? t("email.sending") : null}>
          {t(busy ? "email.sending" : "newEmail.go")}
        </SubmitButton>
      </EmailForm>
    </div>
  )
}
