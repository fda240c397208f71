import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { afterAll } from "vitest"

const folder = join(import.meta.dirname, "../../testing-data")

/** Reads a data file of recorded tests. */
export const readData = (name: string): unknown =>
  JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8"))

/** Only where a difference is intended: `WMODAL_RECORD=1` writes what it would compare. */
const isRecording = process.env["WMODAL_RECORD"] === "1"

/** Opens the recorded results of a test file. `put` returns a result as JSON has it, `get` what is recorded. */
export const openRecord = (name: string) => {
  const recorded = isRecording ? {} : Object(readData(name))
  const made = new Map<string, unknown>()
  if (isRecording) afterAll(() => writeFileSync(join(folder, `${name}.json`), formatRecord(made)))
  return {
    put: (id: string, value: unknown): unknown => {
      const plain: unknown = JSON.parse(JSON.stringify(value, toPlain))
      made.set(id, plain)
      return plain
    },
    get: (id: string): unknown => (isRecording ? made.get(id) : recorded[id]),
  }
}

/** Returns the result, or the refusal in its place. */
export const toOutcome = <A, E>(asked: Effect.Effect<A, E>): Effect.Effect<A | { readonly refused: E }> =>
  Effect.match(asked, { onFailure: (refused) => ({ refused }), onSuccess: (made) => made })

const toPlain = (_: string, value: unknown) => (typeof value === "bigint" ? `${value}` : value)

/** One result per line, so that a difference shows which changed. */
const formatRecord = (made: ReadonlyMap<string, unknown>) =>
  `{\n${[...made].map(([id, value]) => `${JSON.stringify(id)}: ${JSON.stringify(value)}`).join(",\n")}\n}\n`
