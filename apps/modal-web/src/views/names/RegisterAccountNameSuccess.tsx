import { useEngine } from "../../binding/EngineContext.tsx"
import { useNames } from "../../binding/useNames.ts"
import { useValue } from "../../binding/useValue.ts"
import { isolateText } from "../../messages/formatNumber.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Button } from "../../ui/Button.tsx"
import { Empty } from "../../ui/Empty.tsx"
import { FocusOnMount } from "../../ui/FocusOnMount.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { PendingStatus } from "../../ui/PendingStatus.tsx"

/** The registered name; continues to the account, which shows it. */
export const RegisterAccountNameSuccess = () => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  const state = useValue(useNames().state)
  const toAccount = () => run(engine.router.reset({ _tag: "Account" }))
  if (state._tag !== "Registered")
    return (
      <Empty icon="person" title={t("names.introTitle")} text={t("names.intro")}>
        <Button onPress={() => run(engine.router.replace({ _tag: "RegisterAccountName" }))}>
          {t("names.choose")}
        </Button>
      </Empty>
    )
  return (
    <FocusOnMount>
      <PendingStatus
        picture={
          <span className="empty-icon">
            <Icon name="check" />
          </span>
        }
        ring="ok"
        title={t("names.done", { name: isolateText(state.name) })}
        text={t("names.doneText")}
      >
        <Button onPress={toAccount}>{t("names.go")}</Button>
      </PendingStatus>
    </FocusOnMount>
  )
}
