import * as z from "zod/mini"
import type { StateFolder } from "../state/StateFolder.ts"
import { ledgerFile } from "./ledgerFile.ts"

const tags = ["Asked", "Lost", "Taken", "Sent", "Dropped"] as const
const Open = z.object({ id: z.string(), state: z.object({ _tag: z.enum(tags) }) })
const Kept = z.object({ data: z.array(z.unknown()) })

/** The ids of what earlier runs have left open, before this one finds out what became of it. */
export const openEntries = (folder: Pick<StateFolder, "read">): ReadonlySet<string> =>
  new Set(
    (folder.read(ledgerFile, Kept)?.data ?? []).flatMap((one) => {
      const entry = z.safeParse(Open, one)
      return entry.success ? [entry.data.id] : []
    }),
  )
