import { useEngine } from "../../binding/EngineContext.tsx"
import { useFlows } from "../../binding/useFlows.ts"
import { useValue } from "../../binding/useValue.ts"
import { useWords } from "../../messages/Words.tsx"
import { AddressGroups } from "../../ui/AddressGroups.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { exactSum, isolated } from "./sums.ts"

/** A payment that the wallet was asked for and has not answered: whoever stopped waiting must know that it may come. */
export const OpenQuestion = () => {
  const { engine } = useEngine()
  const { t, locale } = useWords()
  const entries = useValue(useFlows().ledger.entries)
  const account = useValue(engine.account.state)?.caipAddress
  return entries.flatMap((entry) => {
    const { id, subject, state, mine } = entry
    if (!mine || state._tag !== "Asked" || subject._tag !== "Transfer" || entry.account !== account) return []
    const amount = isolated(exactSum(locale, subject.amount, subject.token))
    return (
      <Notice key={id} tone="warn" title={t("send.open")} text={t("send.openText", { amount })}>
        <AddressGroups address={subject.to} />
      </Notice>
    )
  })
}
