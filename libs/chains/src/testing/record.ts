import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import * as z from "zod/mini"
import type { ChainActions } from "../contract/ChainActions.ts"

const folder = join(import.meta.dirname, "../../testing-data")

/** Reads a data file of recorded tests. */
export const readData = (name: string): unknown =>
  JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8"))

/** Only where a difference is intended: `WMODAL_RECORD=1` writes what it would compare. */
const isRecording = process.env["WMODAL_RECORD"] === "1"

/** The terms of a transaction in a data file. */
export const RecordedTransaction = z.record(z.string(), z.nullable(z.string()))

/** A request of chains whose transactions are bytes, in a data file. */
export const RecordedRequest = z.discriminatedUnion("_tag", [
  z.object({ _tag: z.literal("Transaction"), transaction: RecordedTransaction }),
  z.object({
    _tag: z.literal("Transactions"),
    transactions: z.tuple([RecordedTransaction], RecordedTransaction),
  }),
  z.object({ _tag: z.literal("TypedData"), typedData: z.string() }),
  z.object({ _tag: z.literal("Message"), message: z.string() }),
  z.object({ _tag: z.literal("MessageBytes"), bytes: z.string() }),
  z.object({ _tag: z.literal("Other"), method: z.string(), params: z.string() }),
])

/** Tests that the explanation of each request is as recorded, refusals too. @param least how many requests there are */
export const testExplanations = <A extends { readonly id: string }>(
  chain: "EVM" | "Solana" | "Bitcoin",
  requests: readonly A[],
  least: number,
  explain: (one: A) => ReturnType<ChainActions["explain"]>,
): void => {
  describe(`recorded explanations of ${chain} requests`, () => {
    const record = openRecord(`${chain.toLowerCase()}Explanations`)

    it(`has at least ${least} requests`, () => {
      expect(requests.length).toBeGreaterThanOrEqual(least)
    })

    it.each(requests)("explains every field as recorded: $id", async (one) => {
      const explained = await Effect.runPromise(toOutcome(explain(one)))
      expect(record.put(one.id, explained)).toEqual(record.get(one.id))
    })
  })
}

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
