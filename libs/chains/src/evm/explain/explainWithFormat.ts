import { Effect } from "effect"
import type { ExplainedField, Explanation } from "../../contract/Explanation.ts"
import { sanitizeLine } from "../../text/printable.ts"
import type { DescriptorFormat } from "./descriptor/DescriptorFormat.ts"
import type { DescriptorScope } from "./field/DescriptorScope.ts"
import { type ExplanationState, type FormattedValue, toTextValue } from "./field/FormattedValue.ts"
import { type FieldRow, toRows } from "./field/fieldRows.ts"
import { formatField } from "./field/formatField.ts"
import { interpolateIntent } from "./field/interpolateIntent.ts"

/** Explains a call or a message with a descriptor; `null` if the descriptor does not match it. */
export const explainWithFormat = (
  format: DescriptorFormat,
  scope: DescriptorScope,
  setting: ExplanationState,
): Effect.Effect<Pick<
  Explanation,
  "intent" | "interpolatedIntent" | "owner" | "contractName" | "fields"
> | null> => {
  const rows = toRows(format.fields, scope)
  if (rows === null) return Effect.succeed(null)
  const shown = rows.slice(0, setting.budget.fields)
  const hidden = rows.length - shown.length
  setting.budget.fields -= shown.length
  const tellRow = ({ along, leaf, scope, value }: FieldRow) =>
    formatField(leaf, value, { scope, along, state: setting })
  // Nested calls share the field budget, so they run in sequence: the same request always has the same explanation.
  const concurrency = shown.some(({ leaf }) => leaf.format === "calldata") ? 1 : "unbounded"
  return Effect.map(Effect.forEach(shown, tellRow, { concurrency }), (told) => ({
    intent: toNullIfEmpty(sanitizeLine(format.intent, 100)) ?? "…",
    interpolatedIntent:
      hidden > 0 || format.sentence === null
        ? null
        : interpolateIntent(format.sentence, toInterpolationTexts(shown, told)),
    owner: toNullIfEmpty(sanitizeLine(format.owner ?? "", 64)),
    contractName: toNullIfEmpty(sanitizeLine(format.contractName ?? "", 64)),
    fields: [
      ...shown.map((row, at) => toExplainedField(row.label, told[at] ?? toTextValue("…", false))),
      ...(hidden > 0 ? [toExplainedField("Not shown", toTextValue(`${hidden} more`))] : []),
    ],
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
      texts.push(value._tag === "Text" ? `“${one.text.replace(/[“”]/g, "")}”` : one.text)
    }
    return texts
  }

const toNullIfEmpty = (line: string) => (line === "" ? null : line)
