import type { LedgerEntry, RequestedAction } from "@wmodal/core/flows"
import { useState } from "react"
import { useFlowView } from "../../binding/useFlowView.ts"
import { useValue } from "../../binding/useValue.ts"
import { isolateText } from "../../messages/formatNumber.ts"
import { AddressGroups } from "../../ui/AddressGroups.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { type AmountUnitInfo, formatExactAmount } from "../send/formatAmounts.ts"
import { TransactionAction } from "./FlowNotice.tsx"

const isOpen = ({ mine, state }: LedgerEntry) => mine && state._tag === "Asked"

const isSubmitted = ({ state: { _tag } }: LedgerEntry) =>
  _tag === "Taken" ||
  _tag === "Sent" ||
  _tag === "Confirmed" ||
  _tag === "Reverted" ||
  _tag === "Mined" ||
  _tag === "PartlyReverted"

const words = {
  Transfer: {
    open: ["send.open", "send.openText"],
    came: ["send.came", "send.cameText"],
    lost: ["entry.lost", "entry.lostText"],
  },
  Swap: {
    open: ["send.open", "swap.openText"],
    came: ["swap.came", "swap.cameText"],
    lost: ["entry.lost", "swap.lostText"],
  },
  /** A second approval of the same amount is harmless, so the notice only mentions that the first may still arrive. */
  Approval: { open: ["send.open", "swap.openApprovalText"], came: null, lost: null },
} as const

type UnansweredAction = Extract<RequestedAction, { readonly _tag: keyof typeof words }>

const isUnansweredAction = (subject: RequestedAction): subject is UnansweredAction =>
  Object.hasOwn(words, subject._tag)

const getTokenUnit = (subject: UnansweredAction): AmountUnitInfo =>
  subject._tag === "Swap" ? subject.source : subject.token

/** Returns the recipient or spender. */
const getTaker = (subject: UnansweredAction): string => {
  if (subject._tag === "Transfer") return subject.to
  return subject._tag === "Swap" ? subject.router : subject.spender
}

/**
 * Returns the text for one request; `null` when there is none. For a lost response it is unknown whether it was sent.
 */
const getUnansweredStatus = (
  entry: LedgerEntry,
  seen: readonly string[],
): "open" | "came" | "lost" | null => {
  if (isOpen(entry)) return "open"
  if (entry.state._tag === "Lost") return "lost"
  return seen.includes(entry.id) && isSubmitted(entry) ? "came" : null
}

export interface UnansweredRequestProps {
  /** The kinds of requests that concern the next one. */
  readonly of: readonly UnansweredAction["_tag"][]
}

/**
 * A notice about a pending wallet request, or one whose response was lost. A user who repeats it must know that the
 * first may still arrive, and when it has.
 */
export const UnansweredRequest = ({ of }: UnansweredRequestProps) => {
  const { engine, ledger, t, locale } = useFlowView()
  const entries = useValue(ledger.entries)
  const account = useValue(engine.account.state)?.caipAddress
  const open = entries.filter(isOpen).map(({ id }) => id)
  const [seen, setSeen] = useState<readonly string[]>(open)
  const fresh = open.find((id) => !seen.includes(id))
  if (fresh !== undefined) setSeen([...seen, fresh])

  return entries.flatMap((entry) => {
    const { id, subject } = entry
    const standing = getUnansweredStatus(entry, seen)
    if (standing === null || entry.account !== account || !isUnansweredAction(subject)) return []
    const said = of.includes(subject._tag) ? words[subject._tag][standing] : null
    if (said === null) return []
    const sum = formatExactAmount(locale, subject.amount, getTokenUnit(subject))
    const [title, text] = said
    return (
      <Notice key={id} tone="warn" title={t(title)} text={t(text, { amount: isolateText(sum) })}>
        {standing === "lost" && <bdi dir="ltr">{sum}</bdi>}
        <AddressGroups address={getTaker(subject)} />
        {standing !== "open" && <TransactionAction label={t("send.seeIt")} entry={id} />}
      </Notice>
    )
  })
}
