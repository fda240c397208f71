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
  /** The transaction of a payment link's server. */
  Server: {
    open: ["send.open", "send.openServerText"],
    came: ["send.came", "send.cameServerText"],
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

type UnansweredKind = keyof typeof words

/** What a notice says of a request: its amount and recipient or spender, or the server that made its transaction. */
interface UnansweredSubject {
  readonly kind: UnansweredKind
  readonly sum: { readonly amount: bigint; readonly unit: AmountUnitInfo } | null
  readonly taker: string | null
  readonly host: string | null
}

/** Returns `null` for a request that a repetition does not pay again. */
const describeSubject = (subject: RequestedAction): UnansweredSubject | null => {
  switch (subject._tag) {
    case "Transfer":
      return toTaken(subject._tag, { amount: subject.amount, unit: subject.token }, subject.to)
    case "Swap":
      return toTaken(subject._tag, { amount: subject.amount, unit: subject.source }, subject.router)
    case "Approval":
      return toTaken(subject._tag, { amount: subject.amount, unit: subject.token }, subject.spender)
    case "Call":
      return subject.server === undefined
        ? null
        : { kind: "Server", sum: null, taker: null, host: subject.server.host }
    default:
      return null
  }
}

const toTaken = (kind: UnansweredKind, sum: UnansweredSubject["sum"], taker: string): UnansweredSubject => ({
  kind,
  sum,
  taker,
  host: null,
})

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
  readonly of: readonly UnansweredKind[]
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
    const subject = describeSubject(entry.subject)
    const standing = getUnansweredStatus(entry, seen)
    if (standing === null || entry.account !== account || subject === null) return []
    const said = of.includes(subject.kind) ? words[subject.kind][standing] : null
    if (said === null) return []
    const { host, sum, taker } = subject
    const amount = sum === null ? "" : formatExactAmount(locale, sum.amount, sum.unit)
    const [title, text] = said
    return (
      <Notice
        key={entry.id}
        tone="warn"
        title={t(title)}
        text={t(text, { amount: isolateText(amount), host: isolateText(host ?? "") })}
      >
        {standing === "lost" && <bdi dir="ltr">{host ?? amount}</bdi>}
        {taker !== null && <AddressGroups address={taker} />}
        {standing !== "open" && <TransactionAction label={t("send.seeIt")} entry={entry.id} />}
      </Notice>
    )
  })
}
