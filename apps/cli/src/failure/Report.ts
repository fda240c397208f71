import type { ReadReason } from "@wmodal/core/flows"
import { toPrintableJson, toPrintableLine } from "../terminal/printable.ts"
import type { Format } from "../terminal/Terminal.ts"

/** A failure as it is printed on stderr. */
export interface Report {
  /** A stable code for scripts. */
  readonly code: string
  readonly message: string
  /** The next action, `null` if there is none. */
  readonly hint: string | null
  readonly retryable: boolean
  /** Why nothing is known of what was to be read. Omitted for a failure that is no read's. */
  readonly reason?: ReadReason
  /** The hash or ledger id of the transaction that was sent or may have been sent. Omitted if there is none. */
  readonly transaction?: string
}

/** Formats prose for a user or one line of JSON for a program. Both may quote arguments, file names and servers. */
export const formatReport = (
  report: Report,
  to: { readonly speaks: boolean; readonly format: Format },
): string =>
  to.speaks && to.format === "auto"
    ? `wmodal: ${toPrintableLine(report.message)}\n${report.hint === null ? "" : `  ${toPrintableLine(report.hint)}\n`}`
    : `${toPrintableJson(JSON.stringify(report))}\n`
