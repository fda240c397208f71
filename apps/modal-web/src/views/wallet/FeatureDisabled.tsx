import { useEngine } from "../../binding/EngineContext.tsx"
import { useMessages } from "../../messages/Translate.tsx"
import { Button } from "../../ui/Button.tsx"
import { Empty, type EmptyProps } from "../../ui/Empty.tsx"

/** A notice that the host has disabled a feature that a page opened. */
export const FeatureDisabled = (props: Omit<EmptyProps, "children">) => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  return (
    <Empty {...props}>
      <Button onPress={() => run(engine.router.reset({ _tag: "Account" }))}>{t("send.toAccount")}</Button>
    </Empty>
  )
}
