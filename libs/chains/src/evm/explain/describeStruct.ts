import type { ExplainedField } from "../../contract/Explanation.ts"
import { sanitizeLine } from "../../text/printable.ts"
import type { AbiValue, StructValue } from "./data/AbiValue.ts"
import { toExplainedField } from "./explainWithFormat.ts"
import { type ExplanationState, formatRaw, toTextValue } from "./field/FormattedValue.ts"

/** The maximum length of a path such as `offer[0].token`. */
const maxPathLength = 80

/**
 * Lists the signed fields of a message that no descriptor reads, by their paths in the message: the user can compare
 * them, but their meaning is the contract's.
 */
export const describeStruct = (
  message: StructValue,
  { budget }: Pick<ExplanationState, "budget">,
): readonly ExplainedField[] => {
  const fields: ExplainedField[] = []
  let hidden = 0
  const add = (path: string, value: AbiValue): void => {
    if (value._tag === "Struct")
      for (const [name, member] of value.members) add(path === "" ? name : `${path}.${name}`, member)
    else if (value._tag === "List" && value.items.length > 0)
      for (const [at, item] of value.items.entries()) add(`${path}[${at}]`, item)
    else if (budget.fields <= 0) hidden += 1
    else {
      budget.fields -= 1
      const told = value._tag === "List" ? toTextValue("[]") : formatRaw(value)
      fields.push(toExplainedField(sanitizeLine(path, maxPathLength), told))
    }
  }
  add("", message)
  return hidden === 0 ? fields : [...fields, toExplainedField("Not shown", toTextValue(`${hidden} more`))]
}
