import type { LedgerEntry } from "@wmodal/core/flows"
import { useState } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useFlows } from "../../binding/useFlows.ts"
import { useValue } from "../../binding/useValue.ts"
import { useWords } from "../../messages/Words.tsx"
import { AddressGroups } from "../../ui/AddressGroups.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { exactSum, isolated } from "./sums.ts"

const isOpen = ({ mine, state }: LedgerEntry) => mine && state._tag === "Asked"

const hasLeft = ({ state: { _tag } }: LedgerEntry) =>
  _tag === "Sent" || _tag === "Lost" || _tag === "Confirmed" || _tag === "Reverted"

/**
 * A payment that the wallet was asked for and has not answered: whoever stopped waiting must know that it may come,
 * and when it has.
 */
export const OpenQuestion = () => {
  const { engine, run } = useEngine()
  const { t, locale } = useWords()
  const entries = useValue(useFlows().ledger.entries)
  const account = useValue(engine.account.state)?.caipAddress
  const open = entries.filter(isOpen).map(({ id }) => id)
  const [seen, setSeen] = useState<readonly string[]>(open)
  const fresh = open.find((id) => !seen.includes(id))
  if (fresh !== undefined) setSeen([...seen, fresh])

  return entries.flatMap((entry) => {
    const { id, subject } = entry
    const came = seen.includes(id) && hasLeft(entry)
    if (subject._tag !== "Transfer" || entry.account !== account || !(isOpen(entry) || came)) return []
    const amount = isolated(exactSum(locale, subject.amount, subject.token))
    return (
      <Notice
        key={id}
        tone="warn"
        title={t(came ? "send.came" : "send.open")}
        text={t(came ? "send.cameText" : "send.openText", { amount })}
      >
        <AddressGroups address={subject.to} />
        {came && (
          <span className="notice-actions">
            <button
              type="button"
              className="chip"
              onClick={() => run(engine.router.push({ _tag: "Transaction", key: id }))}
            >
              {t("send.seeIt")}
            </button>
          </span>
        )}
      </Notice>
    )
  })
}
