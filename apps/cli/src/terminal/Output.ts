import type { ReactElement } from "react"
import type { SharedOptions } from "../plan/CommandPlan.ts"
import type { ProcessFacts, Terminal } from "./Terminal.ts"

/** The version of every JSON document that we print. It grows when a field changes its meaning or goes. */
const documentVersion = 1

/** One result, in the forms that it can take. */
interface CommandResult {
  /** With `--jsonl`, the name of the last state. */
  readonly state: string
  /** Without `v`. Amounts are decimal strings. */
  readonly json: Readonly<Record<string, unknown>>
  /** The data alone, one item a line, for `cut` and `while read`. */
  readonly lines: readonly string[]
  /** Loads what draws only when it is drawn. `columns` is how wide it may be. */
  readonly drawn: (columns: number) => Promise<ReactElement>
}

export interface Output {
  /** The result of the command, on stdout. */
  readonly result: (result: CommandResult) => Promise<void>
  /** One line per state, on stdout, with `--jsonl` only. */
  readonly state: (name: string, fields?: Readonly<Record<string, unknown>>) => void
  /** Talk, on stderr. Silent where nobody listens. */
  readonly info: (text: string) => void
  /** On stderr, with `--debug` only. Never a secret, never a query string. */
  readonly debug: (text: string) => void
}

const stringifyBigint = (_key: string, value: unknown): unknown =>
  typeof value === "bigint" ? value.toString() : value

const formatDocument = (fields: Readonly<Record<string, unknown>>): string =>
  JSON.stringify({ v: documentVersion, ...fields }, stringifyBigint)

export const makeOutput = (
  facts: ProcessFacts,
  terminal: Terminal,
  { debug }: Pick<SharedOptions, "debug">,
): Output => {
  const state: Output["state"] = (name, fields = {}) => {
    if (terminal.format === "jsonl") facts.stdout.write(`${formatDocument({ state: name, ...fields })}\n`)
  }
  return {
    result: async (result) => {
      if (terminal.format === "json") facts.stdout.write(`${formatDocument(result.json)}\n`)
      else if (terminal.format === "jsonl") state(result.state, result.json)
      else if (terminal.draws) {
        const { draw, maxColumns } = await import("../views/draw.tsx")
        const columns = Math.min(terminal.columns, maxColumns)
        facts.stdout.write(`${draw(await result.drawn(columns), columns)}\n`)
      } else for (const line of result.lines) facts.stdout.write(`${line}\n`)
    },
    state,
    info: (text) => {
      if (terminal.speaks) facts.stderr.write(`${text}\n`)
    },
    debug: (text) => {
      if (debug) facts.stderr.write(`debug: ${text}\n`)
    },
  }
}
