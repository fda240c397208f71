import type { ExplainedField } from "../../contract/Explanation.ts"
import { maxReviewLines, toWholeLine } from "../../explain/limitReview.ts"
import { type AbiValue, getItems, getMembers } from "./data/AbiValue.ts"
import { toExplainedField } from "./explainWithFormat.ts"
import { formatRaw, toTextValue } from "./field/FormattedValue.ts"

/**
 * Lists the signed fields of a message that no descriptor reads, by their paths in the message: the user can compare
 * them, but their meaning is the contract's.
 * @param name of the member that has the message, if it is a part of another
 */
export const describeStruct = (message: AbiValue, name = ""): readonly ExplainedField[] => {
  const fields: ExplainedField[] = []
  const add = (path: string, value: AbiValue): void => {
    const [members, items] = [getMembers(value), getItems(value)]
    if (members !== null)
      for (const [name, member] of members) add(path === "" ? name : `${path}.${name}`, member)
    else if (items !== null && items.length > 0)
      for (const [at, item] of items.entries()) add(`${path}[${at}]`, item)
    else {
      // With more rows than a review may have the request is refused, so they are only counted.
      const told =
        fields.length >= maxReviewLines
          ? toTextValue("…", false)
          : items === null
            ? formatRaw(value)
            : toTextValue("[]")
      fields.push(toExplainedField(toWholeLine(path), told))
    }
  }
  add(name, message)
  return fields
}
