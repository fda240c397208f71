import { useEngine } from "../../binding/EngineContext.tsx"
import { useSignIn } from "../../binding/useSignIn.ts"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Button } from "../../ui/Button.tsx"
import { Empty } from "../../ui/Empty.tsx"

/** A notice for a view whose code request is over or never existed. */
export const NoPendingCode = () => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  const known = useValue(useSignIn().user) !== null
  return (
    <Empty icon="mail" title={t("otp.none")} text={t("otp.noneText")}>
      <Button onPress={() => run(engine.router.reset({ _tag: known ? "Account" : "Connect" }))}>
        {t(known ? "otp.toAccount" : "otp.toConnect")}
      </Button>
    </Empty>
  )
}
