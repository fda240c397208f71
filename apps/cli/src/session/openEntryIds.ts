import * as z from "zod/mini"
import type { StateFolder } from "../state/StateFolder.ts"
import { readLedger } from "./ledgerFile.ts"

const openTags = ["Asked", "Lost", "Taken", "Unanswered", "Sent", "Dropped"] as const
const openEntrySchema = z.object({ id: z.string(), state: z.object({ _tag: z.enum(openTags) }) })

/** Returns the ids of the entries that earlier runs left unsettled. Read before this run updates them. */
export const readOpenEntryIds = (folder: StateFolder): ReadonlySet<string> =>
  new Set(
    (readLedger(folder) ?? []).flatMap((one) => {
      const entry = z.safeParse(openEntrySchema, one)
      return entry.success ? [entry.data.id] : []
    }),
  )
