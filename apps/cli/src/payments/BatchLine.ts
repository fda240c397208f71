import { hasDeceptiveCharacters } from "@wmodal/chains"
import { joinedEmoji } from "@wmodal/protocol"
import { CsvError, parse } from "csv-parse/sync"
import { Result } from "effect"
import { type BatchError, lineError } from "../failure/BatchError.ts"
import { usageError } from "../failure/CliError.ts"

/** One payment of a batch, as typed. */
export interface BatchLine {
  /** Counted from 1, the header and empty lines included. */
  readonly line: number
  /** A decimal number of whole tokens. */
  readonly amount: string
  /** The symbol of the token, or the address of its contract. */
  readonly token: string
  /** An address or a name. */
  readonly to: string
}

/** One CSV record with the number of its first line, counted from 1. */
interface CsvRow {
  readonly line: number
  readonly fields: readonly string[]
}

const columns = ["amount", "token", "to"]

/** Limits the duration of one session and the damage of one mistake. */
const maxBatchLines = 500

const refuse = (line: number, message: string) =>
  Result.fail(lineError(line, usageError(message, "Use amount,token,to per line.")))

const csvMistakes: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: "a quote is not closed",
  CSV_INVALID_CLOSING_QUOTE: "text follows a closing quote",
  INVALID_OPENING_QUOTE: "an unquoted field contains a quote",
}

const countBreaks = (fields: readonly string[]) => fields.join("").split(/\r\n?|\n/).length - 1

/**
 * Parses RFC 4180: a delimiter, fields in double quotes, a doubled quote for one, and line breaks of any kind, also inside
 * quotes. Empty lines are skipped.
 */
export const parseCsv = (
  text: string,
  delimiter: "," | ";" | "\t" = ",",
): Result.Result<readonly CsvRow[], BatchError> => {
  /** The number of the last line of each record. */
  const ends: number[] = []
  try {
    const records = parse(text, {
      bom: true,
      delimiter,
      on_record: (fields: string[], { lines }) => {
        ends.push(lines)
        return fields
      },
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      skip_empty_lines: true,
    })
    return Result.succeed(
      records.map((fields, at) => ({ line: (ends[at] ?? 1) - countBreaks(fields), fields })),
    )
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const mistake = csvMistakes[error.code] ?? "it is not CSV"
    return refuse(Number(error["lines"]), `This is not CSV: ${mistake}.`)
  }
}

/** Formats one record as a line and quotes fields where needed. */
export const formatCsvLine = (fields: readonly string[]): string =>
  fields.map((field) => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)).join(",")

/**
 * Returns what separates the fields of the first line that is no comment: spreadsheets write semicolons where the comma
 * is the decimal sign, and tabs when cells are copied.
 */
const findDelimiter = (text: string): "," | ";" | "\t" => {
  const first = /^(?!#)[^\r\n]*\S/m.exec(text.replace(/^\uFEFF/, ""))?.[0] ?? ""
  return first.includes(",") ? "," : first.includes("\t") ? "\t" : first.includes(";") ? ";" : ","
}

/** An amount whose dot may separate thousands, as it does where the comma is the decimal sign. */
const thousandsPattern = /^[1-9]\d{0,2}\.\d{3}$/

/** Returns the names of a header in its order, `null` if it is the first payment. */
const parseHeader = ({ fields }: CsvRow): readonly string[] | null => {
  const names = fields.map((field) => field.trim().toLowerCase())
  return names.toSorted().join() === columns.toSorted().join() ? names : null
}

/**
 * Parses `amount,token,to` per line, with or without this header, whose names may be in another order; `#` begins a
 * comment line. Fields may be separated by semicolons or tabs. `max` is not an amount here, because it would depend on
 * the lines before it.
 */
export const parseBatch = (text: string): Result.Result<readonly BatchLine[], BatchError> => {
  const delimiter = findDelimiter(text)
  const read = parseCsv(text, delimiter)
  if (Result.isFailure(read)) return Result.fail(read.failure)
  const rows = read.success.filter(({ fields }) => !fields[0]?.startsWith("#"))
  const header = rows[0] === undefined ? null : parseHeader(rows[0])
  const names = header ?? columns
  const lines: BatchLine[] = []
  for (const { fields, line } of header === null ? rows : rows.slice(1)) {
    const [amount = "", token = "", to = ""] = columns.map((name) => fields[names.indexOf(name)]?.trim())
    if (fields.length !== columns.length || token === "" || to === "")
      return refuse(line, `Use ${names.join()}.`)
    if (hasDeceptiveCharacters(token + to.replaceAll(joinedEmoji, "")) || /[\n\r\t]/.test(token + to))
      return refuse(line, "It contains invisible characters.")
    if (!/^(?:\d+(?:\.\d+)?|\.\d+)$/.test(amount) || amount.length > 100)
      return refuse(line, "The amount must be a number such as 1.5.")
    if (delimiter !== "," && thousandsPattern.test(amount))
      return refuse(
        line,
        `The amount ${amount} may be ${amount.replace(".", "")} or ${Number(amount)}: write one of them.`,
      )
    lines.push({ line, amount, token, to })
  }
  if (lines.length === 0) return refuse(1, "The batch contains no payments.")
  const beyond = lines[maxBatchLines]
  return beyond === undefined
    ? Result.succeed(lines)
    : refuse(beyond.line, `A batch has at most ${maxBatchLines} payments.`)
}

/** Formats one payment as its line. */
export const formatPayment = ({ amount, token, to }: BatchLine): string => formatCsvLine([amount, token, to])

/** Formats the payments so that `parseBatch` reads them again. */
export const formatBatch = (lines: readonly BatchLine[]): string =>
  [formatCsvLine(columns), ...lines.map(formatPayment)].join("\n")
