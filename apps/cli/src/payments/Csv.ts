import { CsvError as ParseFailure, parse } from "csv-parse/sync"
import { Data, Result } from "effect"

/** One record with the number of its first line, counted from 1. */
export interface CsvRow {
  readonly line: number
  readonly fields: readonly string[]
}

/** The text is not CSV. */
export class CsvError extends Data.TaggedError("CsvError")<{
  readonly line: number
  readonly detail: string
}> {}

const details: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: "a quote is not closed",
  CSV_INVALID_CLOSING_QUOTE: "text follows a closing quote",
  INVALID_OPENING_QUOTE: "an unquoted field contains a quote",
}

const countBreaks = (fields: readonly string[]) => fields.join("").split(/\r\n?|\n/).length - 1

/**
 * Parses RFC 4180: commas, fields in double quotes, a doubled quote for one, and line breaks of any kind, also inside
 * quotes. Empty lines are skipped.
 */
export const parseCsv = (text: string): Result.Result<readonly CsvRow[], CsvError> =>
  Result.try({
    try: () => {
      /** The number of the last line of each record. */
      const ends: number[] = []
      const records = parse(text, {
        bom: true,
        on_record: (fields: string[], { lines }) => {
          ends.push(lines)
          return fields
        },
        record_delimiter: ["\r\n", "\n", "\r"],
        relax_column_count: true,
        skip_empty_lines: true,
      })
      return records.map((fields, i) => ({ line: (ends[i] ?? 1) - countBreaks(fields), fields }))
    },
    catch: (error) => {
      if (!(error instanceof ParseFailure)) throw error
      const { code, lines } = error
      return new CsvError({ line: Number(lines), detail: details[code] ?? "it is not CSV" })
    },
  })

/** Formats one record as a line and quotes fields where needed. */
export const formatCsvLine = (fields: readonly string[]): string =>
  fields.map((field) => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)).join(",")
