import type { ActivityRow } from "@wmodal/core/flows"
import { truncate } from "@wmodal/protocol"
import { isolateText } from "../../messages/formatNumber.ts"
import { formatShortTime } from "../../messages/formatTime.ts"
import { type Translate, useMessages } from "../../messages/Translate.tsx"
import { Badge } from "../../ui/Badge.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { getKnownOperation, getMainMovement, getOperationIcon, getPaidMovement } from "./operation.ts"

export interface ActivityItemProps {
  readonly row: ActivityRow
  /** UTC milliseconds. */
  readonly now: number
  readonly onPress: () => void
}

/** One transaction: its operation, counterparty, amount and time. */
export const ActivityItem = ({ row, now, onPress }: ActivityItemProps) => {
  const { t, locale } = useMessages()
  const { status, at } = row
  const main = getMainMovement(row)
  const standing = getStatusBadge(row)
  return (
    <button type="button" className="row plain" onClick={onPress}>
      <span className="tile" data-tone={status === "failed" ? "bad" : main?.direction}>
        <Icon name={getOperationIcon(row)} />
      </span>
      <span className="row-text">
        <span className={standing === null ? "row-title" : "row-title marked"}>
          {t(`activity.${status === "confirmed" ? "done" : "named"}.${getKnownOperation(row)}`)}
          {standing !== null && <Badge tone={tones[standing]}>{t(`activity.badge.${standing}`)}</Badge>}
        </span>
        <bdi className="row-detail">{getOtherSide(row, t)}</bdi>
      </span>
      <span className="row-figures">
        {main !== null && (
          <span className="row-figure" data-direction={status === "failed" ? undefined : main.direction}>
            <bdi>{main.text}</bdi>
          </span>
        )}
        <span className="row-detail">{formatShortTime(locale, at, now)}</span>
      </span>
    </button>
  )
}

type StatusBadge =
  | "Asked"
  | "Lost"
  | "Unanswered"
  | "Dropped"
  | "Mined"
  | "PartlyReverted"
  | "Replaced"
  | "Cancelled"
  | "Expired"
  | "pending"
  | "failed"

/** Returns the badge of a transaction that is not simply done. The ledger has more states than pending and failed. */
const getStatusBadge = ({ entry, status }: ActivityRow): StatusBadge | null => {
  if (status === "confirmed") return null
  switch (entry?.state._tag) {
    case "Asked":
    case "Lost":
    case "Unanswered":
    case "Dropped":
    case "Mined":
    case "PartlyReverted":
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
  Unanswered: "warn",
  Dropped: "warn",
  Mined: "warn",
  PartlyReverted: "bad",
  Replaced: "plain",
  Cancelled: "plain",
  Expired: "plain",
  pending: "accent",
  failed: "bad",
} as const

/** Returns the counterparty or the purpose. */
const getOtherSide = (row: ActivityRow, t: Translate["t"]): string => {
  const subject = row.entry?.subject
  if (subject?._tag === "Call" && subject.intent !== null) return subject.intent
  const given = getPaidMovement(row)
  if (given !== null) return t("activity.for", { what: isolateText(given.text) })
  if (row.movements.length > 1) return t("activity.more", { count: row.movements.length - 1 })
  // A mint has no sender and a burn has no recipient.
  if (row.counterparty === null || row.operation === "mint" || row.operation === "burn") return ""
  const name = subject?._tag === "Transfer" ? subject.toName : null
  const who = isolateText(name ?? truncate(row.counterparty))
  switch (getMainMovement(row)?.direction) {
    case "in":
      return t("activity.from", { who })
    case "out":
      return t("activity.to", { who })
    default:
      return t("activity.with", { who })
  }
}
