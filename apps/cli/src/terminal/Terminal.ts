import type { Readable, Writable } from "node:stream"

/** The streams and environment of the process. Tests replace them only here. */
export interface ProcessFacts {
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number }
  readonly stderr: Writable & { readonly isTTY?: boolean }
  readonly env: Readonly<Record<string, string | undefined>>
}

export type Format = "auto" | "json" | "jsonl"

/** The capabilities of the terminal. */
export interface Terminal {
  /** Ink draws the results. Otherwise plain lines are printed. */
  readonly draws: boolean
  /** A user can be prompted. */
  readonly asks: boolean
  /** Errors are printed as prose. Otherwise as one line of JSON. */
  readonly speaks: boolean
  readonly colour: boolean
  /** The background colour, if the terminal reports it: it matters when colours are disabled. */
  readonly background: "dark" | "light"
  readonly columns: number
  readonly format: Format
}

const minColumns = 20

/** Returns the width in columns. Some terminals report 0 when it is unknown. */
export const toColumns = (stdout: ProcessFacts["stdout"]): number =>
  Math.max(minColumns, stdout.columns || 80)

const isSet = (value: string | undefined): boolean => value !== undefined && value !== ""

/** Detects CI. `CI=false` and `CI=0` are common ways to disable it. */
const isCi = (value: string | undefined): boolean => isSet(value) && value !== "false" && value !== "0"

/** Parses `COLORFGBG`, such as `15;0`: the last number is the background, 7 and 15 are the light ones of 16 colours. */
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
