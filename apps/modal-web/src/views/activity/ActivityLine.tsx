import type { ActivityRow } from "@wmodal/core/flows"
import { memo } from "react"
import { ActivityItem } from "./ActivityItem.tsx"

export interface ActivityLineProps {
  readonly row: ActivityRow
  /** What stands above it, where it is the first of its kind. */
  readonly heading: string | null
  readonly now: number
  /** The same one for every row. */
  readonly onOpen: (key: string) => void
}

/** A row, with its month where that begins. While a list is scrolled nothing of it is made anew. */
export const ActivityLine = memo(({ row, heading, now, onOpen }: ActivityLineProps) => (
  <>
    {heading !== null && <h2 className="month">{heading}</h2>}
    <ActivityItem row={row} now={now} onPress={() => onOpen(row.entry?.id ?? row.key)} />
  </>
))
