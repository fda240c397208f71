import { useEngine } from "../../binding/EngineContext.tsx"
import { useMessages } from "../../messages/Translate.tsx"
import { Button } from "../../ui/Button.tsx"
import { HelpTopics } from "../../ui/HelpTopics.tsx"

/** Explains wallets to users without one. */
export const WhatIsAWallet = () => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  return (
    <>
      <HelpTopics
        topics={[
          { icon: "key", title: t("help.keys"), text: t("help.keysText") },
          { icon: "check", title: t("help.approve"), text: t("help.approveText") },
          { icon: "globe", title: t("help.sites"), text: t("help.sitesText") },
        ]}
      />
      <Button onPress={() => run(engine.router.push({ _tag: "GetWallet" }))}>{t("title.GetWallet")}</Button>
    </>
  )
}
