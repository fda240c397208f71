import { Effect } from "effect"
import { attemptState } from "../state/attemptState.ts"
import { makeLock } from "../state/Lock.ts"
import type { StateFolder } from "../state/StateFolder.ts"
import { ledgerFileName, readLedger } from "./ledgerFile.ts"
import { readUnreported } from "./unreportedEntries.ts"

const emptyLedgerText = `{"v":1,"data":[]}`

/** Fails when the ledger or its unreported entries cannot be read, or the ledger cannot be written. */
export const requireReadableLedger = Effect.fnUntraced(function* (folder: StateFolder) {
  const lock = makeLock(folder, ledgerFileName)
  yield* attemptState(folder, () => {
    lock()
    readLedger(folder)
    readUnreported(folder)
    folder.writeText(ledgerFileName, folder.readText(ledgerFileName) ?? emptyLedgerText)
  })
  // The lock is released after this synchronous step, so that later code locks again.
  yield* Effect.promise(() => Promise.resolve())
})
