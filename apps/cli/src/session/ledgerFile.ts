import { watch } from "node:fs"
import { ledgerKey } from "@wmodal/core"
import { makeLock } from "../state/Lock.ts"
import type { StateFolder } from "../state/StateFolder.ts"
import type { SessionEntries } from "./SessionFile.ts"

export const ledgerFileName = "ledger.json"

interface LedgerEntries extends SessionEntries {
  /** Whether what was last written of the ledger is on the disk. */
  readonly isPersisted: () => boolean
}

/**
 * Puts the ledger past everything that a command keeps to itself: it is in a file of its own, on the disk before
 * anything leaves, in step with every other process, and it outlives the session.
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
      // The engine writes in the same step what it has made of this.
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
        // A folder that goes away is no longer watched, which is no failure.
        watching.on("error", () => watching.close())
        return () => watching.close()
      } catch {
        return () => {}
      }
    },
  }
}
