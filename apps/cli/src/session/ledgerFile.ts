import { watch } from "node:fs"
import { ledgerKey } from "@wmodal/core"
import * as z from "zod/mini"
import { requireNoneAside } from "../state/keepAside.ts"
import { makeLock } from "../state/Lock.ts"
import type { StateFolder } from "../state/StateFolder.ts"
import type { SessionEntries } from "./SessionFile.ts"
import { getEntryIds } from "./storedEntries.ts"
import { addUnreported, changeUnreported } from "./unreportedEntries.ts"

export const ledgerFileName = "ledger.json"

interface LedgerEntries extends SessionEntries {
  /** Returns whether the last ledger write is on disk, and its unsettled requests are kept as unreported. */
  readonly isPersisted: () => boolean
}

const ledgerFileSchema = z.object({ v: z.literal(1), data: z.array(z.unknown()) })

/**
 * Reads the entries of the ledger as they are stored; `null` without a ledger. Throws when it cannot be read, or is kept
 * aside: it may hold a pending payment that would then be repeated.
 */
export const readLedger = (folder: StateFolder): readonly unknown[] | null => {
  requireNoneAside(folder.path, ledgerFileName, "It may contain a pending payment.")
  return folder.read(ledgerFileName, ledgerFileSchema)?.data ?? null
}

/**
 * Stores the ledger outside the staged entries: in its own file, on disk before anything is sent, synchronized between
 * processes. It outlives the session. Each request counts as unreported before it leaves, whichever process settles it.
 * Throws when the ledger cannot be read.
 */
export const withLedger = (entries: SessionEntries, folder: StateFolder): LedgerEntries => {
  // An earlier version did not keep them, and this run may settle them.
  addUnreported(folder, getEntryIds(readLedger(folder) ?? [], "open"))
  const lock = makeLock(folder, ledgerFileName)
  let kept = true
  const write = (text: string): void => {
    kept = false
    const stored = decodeEntries(text)
    // Before the entry is stored: no process may settle one that is not kept.
    addUnreported(folder, getEntryIds(stored, "open"))
    folder.writeText(ledgerFileName, text, ledgerFileSchema)
    kept = true
    forgetUnreported(folder, getEntryIds(stored, "open", "done"))
  }
  return {
    isPersisted: () => kept,
    get: (asked) => {
      if (asked !== ledgerKey) return entries.get(asked)
      // Reading locks, too: the engine writes its update in the same synchronous step.
      lock()
      readLedger(folder)
      return folder.readText(ledgerFileName)
    },
    set: (asked, value) => (asked === ledgerKey ? write(value) : entries.set(asked, value)),
    remove: (asked) => (asked === ledgerKey ? folder.remove(ledgerFileName) : entries.remove(asked)),
    watch: (listener) => {
      try {
        const watching = watch(folder.path, { persistent: false }, (_event, changed) => {
          if (changed === ledgerFileName) listener(ledgerKey)
        })
        // A deleted folder only ends the watch.
        watching.on("error", () => watching.close())
        return () => watching.close()
      } catch {
        return () => {}
      }
    },
  }
}

/** Returns the entries of a text that is about to be written; none of one that will be refused. */
const decodeEntries = (text: string): readonly unknown[] => {
  try {
    return z.parse(ledgerFileSchema, JSON.parse(text)).data
  } catch {
    return []
  }
}

/** Drops all but `possible`. The ledger is written by then, and an id that stays only refuses more. */
const forgetUnreported = (folder: StateFolder, possible: ReadonlySet<string>): void => {
  try {
    changeUnreported(folder, (known) => known.filter((id) => possible.has(id)))
  } catch {
    // The next write drops them.
  }
}
