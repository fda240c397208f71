import * as z from "zod/mini"
import type { StateFolder } from "../state/StateFolder.ts"

const fileName = "unreported.json"
const fileSchema = z.object({ v: z.literal(1), ids: z.array(z.string()) })

/** Far above the entries that one user leaves without a report; the oldest are dropped. */
const maxIds = 500

/** Returns the ids of the entries whose outcome no run has reported as its own, the oldest first. */
export const readUnreported = (folder: StateFolder): readonly string[] =>
  folder.read(fileName, fileSchema)?.ids ?? []

const write = (folder: StateFolder, ids: readonly string[]): void =>
  folder.write(fileName, fileSchema, { v: 1, ids: ids.slice(-maxIds) })

/** Records entries whose outcome the user may not know, so that an equal request is refused until they do. */
export const addUnreported = (folder: StateFolder, ids: Iterable<string>): void => {
  const known = readUnreported(folder)
  const fresh = [...ids].filter((id) => !known.includes(id))
  if (fresh.length > 0) write(folder, [...known, ...fresh])
}

/** Records that the user knows the outcome of an entry: a run has reported it, or they have confirmed it. */
export const removeUnreported = (folder: StateFolder, id: string): void => {
  const known = readUnreported(folder)
  if (known.includes(id))
    write(
      folder,
      known.filter((one) => one !== id),
    )
}
