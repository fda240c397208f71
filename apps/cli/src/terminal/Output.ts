import { Effect } from "effect"
import type { ReactElement } from "react"
import type { SharedOptions } from "../plan/CommandPlan.ts"
import { toPrintableJson, toPrintableText } from "./printable.ts"
import type { ProcessFacts, Terminal } from "./Terminal.ts"

/** The version of every printed JSON document. It increases when a field changes its meaning or is removed. */
const documentVersion = 1

/** Loads a view on demand. `columns` is its maximum width. */
export type LazyView = () => Promise<(columns: number) => ReactElement>

/** The result of a command in every output format. */
export interface CommandResult {
  /** The name of the last state with `--jsonl`. */
  readonly state: string
  /** The JSON document without `v`. Amounts are decimal strings. */
  readonly json: Readonly<Record<string, unknown>>
  /** Only the data, one item a line, for `cut` and `while read`. */
  readonly lines: readonly string[]
  readonly drawn: LazyView
}

export interface Output {
  /** Prints the result of the command on stdout. */
  readonly result: (result: CommandResult) => Effect.Effect<void>
  /** Prints one line per state on stdout, with `--jsonl` only. */
  readonly state: (name: string, fields?: Readonly<Record<string, unknown>>) => void
  /** Prints a message on stderr. Silent when stderr is not a terminal. */
  readonly info: (text: string) => void
  /** Prints on stderr with `--debug` only. The text must not contain secrets or query strings. */
  readonly debug: (text: string) => void
}

const stringifyBigint = (_key: string, value: unknown): unknown =>
  typeof value === "bigint" ? value.toString() : value

const formatDocument = (fields: Readonly<Record<string, unknown>>): string =>
  toPrintableJson(JSON.stringify({ v: documentVersion, ...fields }, stringifyBigint))

export const makeOutput = (
  facts: ProcessFacts,
  terminal: Terminal,
  { debug }: Pick<SharedOptions, "debug">,
): Output => {
  const state: Output["state"] = (name, fields = {}) => {
    if (terminal.format === "jsonl") facts.stdout.write(`${formatDocument({ state: name, ...fields })}\n`)
  }
  return {
    result: (result) =>
      Effect.promise(async () => {
        if (terminal.format === "json") facts.stdout.write(`${formatDocument(result.json)}\n`)
        else if (terminal.format === "jsonl") state(result.state, result.json)
        else if (terminal.draws) {
          const { draw, maxColumns } = await import("../views/draw.tsx")
          const columns = Math.min(terminal.columns, maxColumns)
          facts.stdout.write(`${draw((await result.drawn())(columns), columns)}\n`)
        } else for (const line of result.lines) facts.stdout.write(`${toPrintableText(line)}\n`)
      }),
    state,
    info: (text) => {
      if (terminal.speaks) facts.stderr.write(`${toPrintableText(text)}\n`)
    },
    debug: (text) => {
      if (debug) facts.stderr.write(`debug: ${toPrintableText(text)}\n`)
    },
  }
}
