import type { Readable, Writable } from "node:stream"

/** What the process was started with: the one place where a test puts its own. */
export interface ProcessFacts {
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number }
  readonly stderr: Writable & { readonly isTTY?: boolean }
  readonly env: Readonly<Record<string, string | undefined>>
}

export type Format = "auto" | "json" | "jsonl"

/** How the face may behave here. */
export interface Terminal {
  /** Ink draws the results; else plain lines. */
  readonly draws: boolean
  /** A person is there who can be asked. */
  readonly asks: boolean
  /** Errors are words for a person; else one line of JSON for a program. */
  readonly speaks: boolean
  readonly colour: boolean
  /** What it is written on, where it says so: it matters where nothing may be coloured. */
  readonly background: "dark" | "light"
  readonly columns: number
  readonly format: Format
}

const minColumns = 20

/** Some terminals say 0 for a width that they do not know. */
export const toColumns = (stdout: ProcessFacts["stdout"]): number =>
  Math.max(minColumns, stdout.columns || 80)

const isSet = (value: string | undefined): boolean => value !== undefined && value !== ""

/** `CI=false` and `CI=0` are what people write to say that it is not CI. */
const isCi = (value: string | undefined): boolean => isSet(value) && value !== "false" && value !== "0"

/** `15;0` and the like: the last one is the background. 7 and 15 are the light ones of the sixteen colours. */
const parseBackground = (colours: string | undefined): Terminal["background"] =>
  /(?:^|;)(?:7|15)$/.test(colours ?? "") ? "light" : "dark"

export const readTerminal = (facts: ProcessFacts, format: Format): Terminal => {
  const capable = facts.env["TERM"] !== "dumb" && !isCi(facts.env["CI"])
  const draws = facts.stdout.isTTY === true && format === "auto" && capable
  return {
    draws,
    asks: draws && facts.stdin.isTTY === true,
    speaks: facts.stderr.isTTY === true && format === "auto",
    colour: draws && !isSet(facts.env["NO_COLOR"]),
    background: parseBackground(facts.env["COLORFGBG"]),
    columns: toColumns(facts.stdout),
    format,
  }
}
