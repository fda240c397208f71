import { Suspense } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { ViewBoundary } from "../../shell/ViewBoundary.tsx"
import { FillHeight } from "../../ui/FillHeight.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { AccountTabs } from "./AccountTabs.tsx"
import { AccountTools } from "./AccountTools.tsx"
import { AccountValue } from "./AccountValue.tsx"
import { Actions } from "./Actions.tsx"
import { AddressOnlyAccount } from "./AddressOnlyAccount.tsx"
import { hasPayments } from "./hasPayments.ts"

/** The account view: the account, its holdings and its actions. */
export const Account = () => {
  const { engine } = useEngine()
  const { t } = useMessages()
  const account = useValue(engine.account.state)
  const { chainNamespace } = useValue(engine.networks.shown).network
  if (account === null) return <div className="waiting">{t("account.none")}</div>
  if (!hasPayments(engine, chainNamespace))
    return (
      <>
        <AccountTools account={account} />
        <AddressOnlyAccount account={account} />
      </>
    )
  return (
    <>
      <FillHeight />
      <AccountTools account={account} />
      <ViewBoundary>
        <Suspense fallback={<Skeleton rows={5} label={t("shell.loading")} />}>
          <AccountValue account={account} />
          <Actions />
          <AccountTabs key={account.caipAddress} account={account} />
        </Suspense>
      </ViewBoundary>
    </>
  )
}
