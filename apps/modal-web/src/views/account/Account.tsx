import { Suspense } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useValue } from "../../binding/useValue.ts"
import { useWords } from "../../messages/Words.tsx"
import { ViewBoundary } from "../../shell/ViewBoundary.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { Tall } from "../../ui/Tall.tsx"
import { AccountTabs } from "./AccountTabs.tsx"
import { AccountTools } from "./AccountTools.tsx"
import { Actions } from "./Actions.tsx"
import { AddressOnly } from "./AddressOnly.tsx"
import { hasChain } from "./hasChain.ts"
import { Worth } from "./Worth.tsx"

/** Who is connected, what they have, and what they can do with it. */
export const Account = () => {
  const { engine } = useEngine()
  const { t } = useWords()
  const account = useValue(engine.account.state)
  const { chainNamespace } = useValue(engine.networks.shown).network
  if (account === null) return <div className="waiting">{t("account.none")}</div>
  if (!hasChain(engine, chainNamespace))
    return (
      <>
        <AccountTools account={account} />
        <AddressOnly account={account} />
      </>
    )
  return (
    <>
      <Tall />
      <AccountTools account={account} />
      <ViewBoundary>
        <Suspense fallback={<Skeleton rows={5} label={t("shell.loading")} />}>
          <Worth account={account} />
          <Actions />
          <AccountTabs key={account.caipAddress} account={account} />
        </Suspense>
      </ViewBoundary>
    </>
  )
}
