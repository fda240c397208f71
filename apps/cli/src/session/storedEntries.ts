import type { EntryState } from "@wmodal/core/flows"
import * as z from "zod/mini"

/** Whether a request may still change, may have had its effect, or had none. */
type EntryEffect = "open" | "done" | "none"

const effects: Readonly<Record<EntryState["_tag"], EntryEffect>> = {
  Asked: "open",
  Lost: "open",
  Taken: "open",
  Unanswered: "open",
  Sent: "open",
  Dropped: "open",
  Confirmed: "done",
  Mined: "done",
  PartlyReverted: "done",
  Declined: "none",
  NotSent: "none",
  Signed: "none",
  Reverted: "none",
  Replaced: "none",
  Cancelled: "none",
  Expired: "none",
}

const effectByTag: ReadonlyMap<string, EntryEffect> = new Map(Object.entries(effects))

const entrySchema = z.object({ id: z.string(), state: z.object({ _tag: z.string() }) })

/** Returns the ids of the stored entries with one of these effects. */
export const getEntryIds = (
  entries: readonly unknown[],
  ...wanted: readonly EntryEffect[]
): ReadonlySet<string> =>
  new Set(
    entries.flatMap((one) => {
      const entry = z.safeParse(entrySchema, one)
      if (!entry.success) return []
      const effect = effectByTag.get(entry.data.state._tag)
      return effect !== undefined && wanted.includes(effect) ? [entry.data.id] : []
    }),
  )
