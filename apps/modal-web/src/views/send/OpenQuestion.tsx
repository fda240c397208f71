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
  _tag === "Sent" || _tag === "Confirmed" || _tag === "Reverted"

const words = {
  open: ["send.open", "send.openText"],
  came: ["send.came", "send.cameText"],
  lost: ["entry.lost", "entry.lostText"],
} as const

/** What there is to say of one; `null` where nothing. Of what is lost nobody knows whether it was sent. */
const standingOf = (entry: LedgerEntry, seen: readonly string[]): keyof typeof words | null => {
  if (isOpen(entry)) return "open"
  if (entry.state._tag === "Lost") return "lost"
  return seen.includes(entry.id) && hasLeft(entry) ? "came" : null
}

/**
 * A payment that the wallet was asked for and has not answered, or whose answer was lost: whoever pays again must know
 * that it may come, and when it has.
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
    const standing = standingOf(entry, seen)
    if (subject._tag !== "Transfer" || entry.account !== account || standing === null) return []
    const amount = isolated(exactSum(locale, subject.amount, subject.token))
    const [title, text] = words[standing]
    return (
      <Notice key={id} tone="warn" title={t(title)} text={t(text, { amount })}>
        {standing === "lost" && <bdi dir="ltr">{exactSum(locale, subject.amount, subject.token)}</bdi>}
        <AddressGroups address={subject.to} />
        {standing !== "open" && (
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
