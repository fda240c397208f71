import { useEngine } from "../../binding/EngineContext.tsx"
import { useSignIn } from "../../binding/useSignIn.ts"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Button } from "../../ui/Button.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { Ring } from "../../ui/Ring.tsx"
import { EmailProblem, getRetrySeconds } from "./EmailProblem.tsx"
import { NoPendingCode } from "./NoPendingCode.tsx"
import { Resend } from "./Resend.tsx"
import { useLastValue } from "./useLastValue.ts"

/** A request to open the link in a mail, because this device is new. The view continues by itself. */
export const EmailVerifyDevice = () => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  const state = useValue(useSignIn().state)
  const asked = useLastValue(state._tag === "Device" ? state : null)
  if (asked === null) return <NoPendingCode />
  const { email, problem, resendAt } = asked
  return (
    <div className="code-form">
      <div className="mail-head" role="status">
        <Ring state={problem === null || getRetrySeconds(problem) !== null ? "turning" : "bad"}>
          <span className="empty-icon">
            <Icon name="mail" />
          </span>
        </Ring>
        <h2>{t("device.title")}</h2>
        <p>{t("device.text")}</p>
        <strong>
          <bdi dir="ltr">{email}</bdi>
        </strong>
      </div>
      {problem !== null && <EmailProblem problem={problem} />}
      <div className="mail-foot">
        <Resend what="device" at={resendAt} />
        <p className="count">{t("device.note")}</p>
      </div>
      <Button tone="quiet" onPress={() => run(engine.router.goBack)}>
        {t("device.other")}
      </Button>
    </div>
  )
}
