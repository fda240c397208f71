import { useEngine } from "../../binding/EngineContext.tsx"
import { useMessages } from "../../messages/Translate.tsx"
import { Button } from "../../ui/Button.tsx"
import { HelpTopics } from "../../ui/HelpTopics.tsx"

/** Explains why the same address has another balance on each network. */
export const WhatIsANetwork = () => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  return (
    <>
      <HelpTopics
        topics={[
          { icon: "layers", title: t("help.record"), text: t("help.recordText") },
          { icon: "wallet", title: t("help.balances"), text: t("help.balancesText") },
          { icon: "coin", title: t("help.fees"), text: t("help.feesText") },
        ]}
      />
      <Button tone="quiet" onPress={() => run(engine.router.replace({ _tag: "Networks" }))}>
        {t("networks.title")}
      </Button>
    </>
  )
}
