import { Effect } from "effect"
import type { ExplainedField, Explanation } from "../../contract/Explanation.ts"
import { sanitizeLine } from "../../text/printable.ts"
import type { DescriptorFormat } from "./descriptor/DescriptorFormat.ts"
import type { DescriptorScope } from "./field/DescriptorScope.ts"
import { type ExplanationState, type FormattedValue, toTextValue } from "./field/FormattedValue.ts"
import { type FieldRow, toRows } from "./field/fieldRows.ts"
import { formatField } from "./field/formatField.ts"
import { interpolateIntent } from "./field/interpolateIntent.ts"

/** A row that is counted, and not shown. */
const unformatted = toTextValue("…", false)

/** Explains a call or a message with a descriptor; `null` if the descriptor does not match it. */
export const explainWithFormat = (
  format: DescriptorFormat,
  scope: DescriptorScope,
  setting: ExplanationState,
): Effect.Effect<Pick<
  Explanation,
  "intent" | "interpolatedIntent" | "owner" | "contractName" | "describesOnly" | "fields"
> | null> => {
  const rows = toRows(format.fields, scope)
  if (rows === null) return Effect.succeed(null)
  // Beyond the limit the request is refused, so its rows are counted and no longer formatted.
  const isRefused = rows.length > setting.left.rows
  setting.left.rows -= rows.length
  const tellRow = ({ along, leaf, scope, value }: FieldRow) =>
    isRefused ? Effect.succeed(unformatted) : formatField(leaf, value, { scope, along, state: setting })
  // Nested calls share the limit, so they run in sequence: the same request always has the same explanation.
  const concurrency = rows.some(({ leaf }) => leaf.format === "calldata") ? 1 : 8
  return Effect.map(Effect.forEach(rows, tellRow, { concurrency }), (told) => ({
    intent: toNullIfEmpty(sanitizeLine(format.intent, 100)) ?? "…",
    interpolatedIntent:
      format.sentence === null ? null : interpolateIntent(format.sentence, toInterpolationTexts(rows, told)),
    owner: toNullIfEmpty(sanitizeLine(format.owner ?? "", 64)),
    contractName: toNullIfEmpty(sanitizeLine(format.contractName ?? "", 64)),
    ...(format.describesOnly && { describesOnly: true }),
    fields: rows.map((row, at) => toExplainedField(row.label, told[at] ?? unformatted)),
  }))
}

export const toExplainedField = (label: string, { text, value }: FormattedValue): ExplainedField => ({
  label,
  text,
  value,
})

/** Returns the texts for a sentence: complete values only, untrusted text in quotation marks. */
const toInterpolationTexts =
  (rows: readonly FieldRow[], told: readonly FormattedValue[]) => (key: string) => {
    const texts: string[] = []
    for (const [at, { leaf, value }] of rows.entries()) {
      const one = told[at]
      if (leaf.key !== key || one === undefined) continue
      if (!one.isWhole) return null
      texts.push(value.param.type === "string" ? `“${one.text.replace(/[“”]/g, "")}”` : one.text)
    }
    return texts
  }

const toNullIfEmpty = (line: string) => (line === "" ? null : line)
