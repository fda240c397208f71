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

/**
 * Parses RFC 4180: commas, fields in double quotes, a doubled quote for one, and line breaks of any kind, also inside
 * quotes. Empty lines are skipped.
 */
export const parseCsv = (text: string): Result.Result<readonly CsvRow[], CsvError> => {
  const rows: CsvRow[] = []
  const source = text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n")
  let [at, line] = [0, 1]
  while (at < source.length) {
    const begins = line
    const fields: string[] = []
    for (;;) {
      if (source[at] === '"') {
        const quoted = /"([^"]*(?:""[^"]*)*)"/y
        quoted.lastIndex = at
        const [all, inner = ""] = quoted.exec(source) ?? []
        if (all === undefined) return Result.fail(new CsvError({ line, detail: "a quote is not closed" }))
        at += all.length
        line += all.split("\n").length - 1
        if (at < source.length && !/[,\n]/.test(source[at] ?? "")) {
          return Result.fail(new CsvError({ line, detail: "text follows a closing quote" }))
        }
        fields.push(inner.replaceAll('""', '"'))
      } else {
        const plain = /[^,\n]*/y
        plain.lastIndex = at
        const [field = ""] = plain.exec(source) ?? []
        if (field.includes('"')) {
          return Result.fail(new CsvError({ line, detail: "an unquoted field contains a quote" }))
        }
        fields.push(field)
        at += field.length
      }
      if (source[at] !== ",") break
      at += 1
    }
    at += 1
    line += 1
    if (fields.length > 1 || fields[0] !== "") rows.push({ line: begins, fields })
  }
  return Result.succeed(rows)
}

/** Formats one record as a line and quotes fields where needed. */
export const formatCsvLine = (fields: readonly string[]): string =>
  fields.map((field) => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)).join(",")
