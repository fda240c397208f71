import type { ActivityRow } from "@wmodal/core/flows"
import { truncate } from "@wmodal/protocol"
import { isolated } from "../../messages/numbers.ts"
import { shortTime } from "../../messages/times.ts"
import { useWords, type Words } from "../../messages/Words.tsx"
import { Badge } from "../../ui/Badge.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { givenFor, iconOf, knownOperation, mainMovement } from "./operation.ts"

export interface ActivityItemProps {
  readonly row: ActivityRow
  /** UTC milliseconds. */
  readonly now: number
  readonly onPress: () => void
}

/** One transaction: what it was, with whom, how much and when. */
export const ActivityItem = ({ row, now, onPress }: ActivityItemProps) => {
  const { t, locale } = useWords()
  const { status, at } = row
  const main = mainMovement(row)
  const standing = standingOf(row)
  return (
    <button type="button" className="row plain" onClick={onPress}>
      <span className="tile" data-tone={status === "failed" ? "bad" : main?.direction}>
        <Icon name={iconOf(row)} />
      </span>
      <span className="row-text">
        <span className={standing === null ? "row-title" : "row-title marked"}>
          {t(`activity.${status === "confirmed" ? "done" : "named"}.${knownOperation(row)}`)}
          {standing !== null && <Badge tone={tones[standing]}>{t(`activity.badge.${standing}`)}</Badge>}
        </span>
        <bdi className="row-detail">{otherSide(row, t)}</bdi>
      </span>
      <span className="row-figures">
        {main !== null && (
          <span className="row-figure" data-direction={status === "failed" ? undefined : main.direction}>
            <bdi>{main.text}</bdi>
          </span>
        )}
        <span className="row-detail">{shortTime(locale, at, now)}</span>
      </span>
    </button>
  )
}

type Standing = "Asked" | "Lost" | "Dropped" | "Replaced" | "Cancelled" | "Expired" | "pending" | "failed"

/** What is not simply done; the ledger knows more than pending and failed. */
const standingOf = ({ entry, status }: ActivityRow): Standing | null => {
  if (status === "confirmed") return null
  switch (entry?.state._tag) {
    case "Asked":
    case "Lost":
    case "Dropped":
    case "Replaced":
    case "Cancelled":
    case "Expired":
      return entry.state._tag
    default:
      return status
  }
}

const tones = {
  Asked: "accent",
  Lost: "warn",
  Dropped: "warn",
  Replaced: "plain",
  Cancelled: "plain",
  Expired: "plain",
  pending: "accent",
  failed: "bad",
} as const

/** With whom, or for what. */
const otherSide = (row: ActivityRow, t: Words["t"]): string => {
  const subject = row.entry?.subject
  if (subject?._tag === "Call" && subject.intent !== null) return subject.intent
  const given = givenFor(row)
  if (given !== null) return t("activity.for", { what: isolated(given.text) })
  if (row.movements.length > 1) return t("activity.more", { count: row.movements.length - 1 })
  // What comes from nobody, or goes to nobody.
  if (row.counterparty === null || row.operation === "mint" || row.operation === "burn") return ""
  const name = subject?._tag === "Transfer" ? subject.toName : null
  const who = isolated(name ?? truncate(row.counterparty))
  switch (mainMovement(row)?.direction) {
    case "in":
      return t("activity.from", { who })
    case "out":
      return t("activity.to", { who })
    default:
      return t("activity.with", { who })
  }
}
