import { Effect } from "effect"
import * as z from "zod/mini"
import { config } from "../failure/CliError.ts"
import { attemptState } from "../state/attemptState.ts"
import { makeLock } from "../state/Lock.ts"
import type { StateFolder } from "../state/StateFolder.ts"
import { ledgerFile } from "./ledgerFile.ts"

const Known = z.object({ v: z.literal(1), data: z.array(z.unknown()) })
const empty = `{"v":1,"data":[]}`

const isKnown = (text: string): boolean => {
  try {
    return z.safeParse(Known, JSON.parse(text)).success
  } catch {
    return false
  }
}

/**
 * Fails where a request could not be written down before it leaves, or where what is written there cannot be read:
 * it may be a payment that is under way, and the next one the same again. The file is its owner's alone afterwards.
 */
export const provenLedger = Effect.fnUntraced(function* (folder: StateFolder) {
  const lock = makeLock(folder, ledgerFile)
  const known = yield* attemptState(folder, () => {
    lock()
    const text = folder.readText(ledgerFile)
    if (text !== null && !isKnown(text)) return false
    folder.writeText(ledgerFile, text ?? empty)
    return true
  })
  // The lock is given back when this step is over: whoever comes next takes it again.
  yield* Effect.promise(() => Promise.resolve())
  if (known) return
  return yield* config(
    `The ledger ${folder.path}/${ledgerFile} cannot be read: a payment in it may be under way.`,
    "Take it to the version of wmodal that wrote it, or move it away when nothing is under way.",
  )
})
