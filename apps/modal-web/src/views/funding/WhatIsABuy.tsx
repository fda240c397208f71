import { useEngine } from "../../binding/EngineContext.tsx"
import { useMessages } from "../../messages/Translate.tsx"
import { Button } from "../../ui/Button.tsx"
import { Empty } from "../../ui/Empty.tsx"

/** Explains who sells tokens, and what that costs. */
export const WhatIsABuy = () => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  return (
    <Empty icon="plus" title={t("buy.whatTitle")} text={t("buy.whatText")}>
      <p>{t("buy.whatProvider")}</p>
      <p>{t("buy.whatFee")}</p>
      <Button onPress={() => run(engine.router.goBack)}>{t("buy.whatBack")}</Button>
    </Empty>
  )
}
