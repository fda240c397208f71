import type { ExplainedField, Explanation } from "@wmodal/chains"
import { type Field, grouped } from "../views/Panel.tsx"

const deepest = 4

const fieldText = ({ text, value }: ExplainedField): string =>
  value._tag === "Address" && value.name === null ? grouped(text) : text

/** Calls inside the call come after it, one level further in. */
const fieldLines = (field: ExplainedField, depth: number): readonly Field[] => {
  const { label, value } = field
  const own = { label: `${"· ".repeat(depth)}${label}`, text: fieldText(field) }
  return value._tag === "Call" && depth < deepest
    ? [own, ...value.call.fields.flatMap((inner) => fieldLines(inner, depth + 1))]
    : [own]
}

/** A request in words, line by line. */
export const explanationFields = (explanation: Explanation): readonly Field[] => {
  const { contract, contractName, digest, fields, intent, owner, sentence } = explanation
  return [
    { label: "Intent", text: intent ?? "! Unknown: nobody here can say what it is for" },
    ...(sentence === null ? [] : [{ label: "In words", text: sentence }]),
    ...(owner === null ? [] : [{ label: "Owner", text: owner }]),
    ...(contract === null
      ? []
      : [
          {
            label: "Contract",
            text: `${contractName === null ? "" : `${contractName}\n`}${grouped(contract)}`,
          },
        ]),
    ...fields.flatMap((field) => fieldLines(field, 0)),
    { label: "Digest", text: digest },
  ]
}
