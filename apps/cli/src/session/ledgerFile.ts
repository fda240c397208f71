import { watch } from "node:fs"
import { ledgerKey } from "@wmodal/core"
import { makeLock } from "../state/Lock.ts"
import type { StateFolder } from "../state/StateFolder.ts"
import type { SessionEntries } from "./SessionFile.ts"

export const ledgerFileName = "ledger.json"

interface LedgerEntries extends SessionEntries {
  /** Returns whether the last ledger write is on disk. */
  readonly isPersisted: () => boolean
}

/**
 * Stores the ledger outside the staged entries: in its own file, on disk before anything is sent, synchronized between
 * processes. It outlives the session.
 */
export const withLedger = (entries: SessionEntries, folder: StateFolder): LedgerEntries => {
  const lock = makeLock(folder, ledgerFileName)
  let kept = true
  const write = (text: string): void => {
    kept = false
    folder.writeText(ledgerFileName, text)
    kept = true
  }
  return {
    isPersisted: () => kept,
    get: (asked) => {
      if (asked !== ledgerKey) return entries.get(asked)
      // Reading locks, too: the engine writes its update in the same synchronous step.
      lock()
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
