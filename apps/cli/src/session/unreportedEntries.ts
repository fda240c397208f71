import * as z from "zod/mini"
import { requireNoneAside } from "../state/keepAside.ts"
import { makeLock } from "../state/Lock.ts"
import type { StateFolder } from "../state/StateFolder.ts"

const fileName = "unreported.json"
const fileSchema = z.object({ v: z.literal(1), ids: z.array(z.string()) })

/**
 * Returns the ids of the entries whose outcome no run has reported as its own, the oldest first. Throws when they cannot
 * be read, or are kept aside: a payment would then be repeated.
 */
export const readUnreported = (folder: StateFolder): readonly string[] => {
  requireNoneAside(folder.path, fileName, "It may name a payment that would then be repeated.")
  return folder.read(fileName, fileSchema)?.ids ?? []
}

/** One lock for each folder: a second one in the same task would wait for the first. */
const locks = new WeakMap<StateFolder, () => void>()

/** Changes the ids while no other process does. */
export const changeUnreported = (
  folder: StateFolder,
  change: (ids: readonly string[]) => readonly string[],
): void => {
  const lock = locks.get(folder) ?? makeLock(folder, fileName)
  locks.set(folder, lock)
  lock()
  const known = readUnreported(folder)
  const next = change(known)
  if (next.length !== known.length || next.some((id, at) => id !== known[at]))
    folder.write(fileName, fileSchema, { v: 1, ids: next })
}

/** Records entries whose outcome the user may not know, so that an equal request is refused until they do. */
export const addUnreported = (folder: StateFolder, ids: Iterable<string>): void => {
  const added = [...ids]
  if (added.length > 0) changeUnreported(folder, (known) => [...new Set([...known, ...added])])
}

/** Records that the user knows the outcome of an entry: a run has reported it, or they have confirmed it. */
export const removeUnreported = (folder: StateFolder, id: string): void =>
  changeUnreported(folder, (known) => known.filter((one) => one !== id))
