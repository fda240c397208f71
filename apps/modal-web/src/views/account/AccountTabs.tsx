import type { AccountState } from "@wmodal/core"
import { useState } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useMessages } from "../../messages/Translate.tsx"
import { Tabs } from "../../ui/Tabs.tsx"
import { ActivityList } from "../activity/ActivityList.tsx"
import { type AccountTab, accountViewState } from "./accountViewState.ts"
import { Collectibles } from "./Collectibles.tsx"
import { Tokens } from "./Tokens.tsx"

/** Tabs of the holdings and the activity. */
export const AccountTabs = ({ account }: { readonly account: AccountState }) => {
  const { engine } = useEngine()
  const { t } = useMessages()
  const { history } = engine.options.features
  const [tab, setTab] = useState(history ? accountViewState(engine).tab : "tokens")
  const choose = (key: AccountTab) => {
    accountViewState(engine).tab = key
    setTab(key)
  }
  if (!history) return <Tokens account={account} />
  return (
    <Tabs
      label={t("account.title")}
      current={tab}
      onChoose={choose}
      tabs={[
        { key: "tokens", label: t("account.tokens") },
        { key: "collectibles", label: t("account.collectibles") },
        { key: "activity", label: t("account.activity") },
      ]}
    >
      {tab === "tokens" && <Tokens account={account} />}
      {tab === "collectibles" && <Collectibles />}
      {tab === "activity" && <ActivityList list="tab" />}
    </Tabs>
  )
}
