import { Effect } from "effect"
import type { ExplainedField, Explanation } from "../../contract/Explanation.ts"
import { sanitizeLine } from "../../text/printable.ts"
import type { Format } from "./descriptor/Format.ts"
import { type Row, rowsOf } from "./field/rows.ts"
import type { Scope } from "./field/Scope.ts"
import { sentenceOf } from "./field/sentenceOf.ts"
import { type Setting, type Told, text } from "./field/Told.ts"
import { tell } from "./field/tell.ts"

/** What a descriptor says of a call or a message; `null` where it does not fit it. */
export const explanationBy = (
  format: Format,
  scope: Scope,
  setting: Setting,
): Effect.Effect<Pick<Explanation, "intent" | "sentence" | "owner" | "contractName" | "fields"> | null> => {
  const rows = rowsOf(format.fields, scope)
  if (rows === null) return Effect.succeed(null)
  const shown = rows.slice(0, setting.left.fields)
  const hidden = rows.length - shown.length
  setting.left.fields -= shown.length
  const tellRow = ({ along, leaf, scope, value }: Row) => tell(leaf, value, { scope, along, setting })
  // Calls inside share what is left to be shown: one after the other, so that the same request always reads the same.
  const concurrency = shown.some(({ leaf }) => leaf.format === "calldata") ? 1 : "unbounded"
  return Effect.map(Effect.forEach(shown, tellRow, { concurrency }), (told) => ({
    intent: orNull(sanitizeLine(format.intent, 100)) ?? "…",
    sentence:
      hidden > 0 || format.sentence === null ? null : sentenceOf(format.sentence, textsBy(shown, told)),
    owner: orNull(sanitizeLine(format.owner ?? "", 64)),
    contractName: orNull(sanitizeLine(format.contractName ?? "", 64)),
    fields: [
      ...shown.map((row, at) => fieldOf(row.label, told[at] ?? text("…", false))),
      ...(hidden > 0 ? [fieldOf("Not shown", text(`${hidden} more`))] : []),
    ],
  }))
}

export const fieldOf = (label: string, { text, value }: Told): ExplainedField => ({ label, text, value })

/** What a sentence is made of: whole values only, somebody else's text in quotation marks. */
const textsBy = (rows: readonly Row[], told: readonly Told[]) => (key: string) => {
  const texts: string[] = []
  for (const [at, { leaf, value }] of rows.entries()) {
    const one = told[at]
    if (leaf.key !== key || one === undefined) continue
    if (!one.isWhole) return null
    texts.push(value._tag === "Text" ? `“${one.text.replace(/[“”]/g, "")}”` : one.text)
  }
  return texts
}

const orNull = (line: string) => (line === "" ? null : line)
