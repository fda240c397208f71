import type { Format } from "../terminal/Terminal.ts"

/** A failure, as it leaves the process on stderr. */
export interface Report {
  /** Stable, for scripts. */
  readonly code: string
  /** What happened. */
  readonly message: string
  /** The one next thing to do, `null` where there is none. */
  readonly hint: string | null
  readonly retryable: boolean
  /** The hash of what left, or may have left, or its id in the ledger. Not there where nothing did. */
  readonly transaction?: string
}

/** Words for a person, one line of JSON for a program. */
export const formatReport = (
  report: Report,
  to: { readonly speaks: boolean; readonly format: Format },
): string =>
  to.speaks && to.format === "auto"
    ? `wmodal: ${report.message}\n${report.hint === null ? "" : `  ${report.hint}\n`}`
    : `${JSON.stringify(report)}\n`
