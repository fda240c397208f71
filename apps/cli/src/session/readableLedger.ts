import { Effect } from "effect"
import * as z from "zod/mini"
import { configError } from "../failure/CliError.ts"
import { attemptState } from "../state/attemptState.ts"
import { makeLock } from "../state/Lock.ts"
import type { StateFolder } from "../state/StateFolder.ts"
import { ledgerFileName } from "./ledgerFile.ts"

const ledgerFileSchema = z.object({ v: z.literal(1), data: z.array(z.unknown()) })
const emptyLedgerText = `{"v":1,"data":[]}`

const isReadableLedger = (text: string): boolean => {
  try {
    return z.safeParse(ledgerFileSchema, JSON.parse(text)).success
  } catch {
    return false
  }
}

/**
 * Fails when the ledger cannot be written, or cannot be read: it may hold a pending payment that would then be
 * repeated. Sets the file's mode to its owner only.
 */
export const requireReadableLedger = Effect.fnUntraced(function* (folder: StateFolder) {
  const lock = makeLock(folder, ledgerFileName)
  const known = yield* attemptState(folder, () => {
    lock()
    const text = folder.readText(ledgerFileName)
    if (text !== null && !isReadableLedger(text)) return false
    folder.writeText(ledgerFileName, text ?? emptyLedgerText)
    return true
  })
  // The lock is released after this synchronous step, so that later code locks again.
  yield* Effect.promise(() => Promise.resolve())
  if (known) return
  return yield* configError(
    `The ledger ${folder.path}/${ledgerFileName} cannot be read. It may contain a pending payment.`,
    "Use the wmodal version that wrote it, or move it away once nothing is pending.",
  )
})
