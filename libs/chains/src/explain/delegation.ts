import {
  describeRecap,
  describeRecapByAction,
  parseRecap,
  type Recap,
  recapPrefix,
} from "@wmodal/protocol/siwx"
import type { ExplainedField, RequestWarning } from "../contract/Explanation.ts"
import { toWholeLine } from "./limitReview.ts"

/** A resource that grants abilities, wherever it stands in the message. */
const recapPattern = new RegExp(`${recapPrefix}\\S*`, "gi")

/** What a message lets its holder do, beyond signing in. Source: ERC-5573. */
export const describeDelegation = (
  message: string,
): { readonly fields: readonly ExplainedField[]; readonly dangers: readonly RequestWarning[] } => {
  const found = (message.match(recapPattern) ?? []).map((resource) => ({
    resource,
    recap: parseRecap(resource),
  }))
  if (found.length === 0) return { fields: [], dangers: [] }
  const lines = message.split(/\r?\n/)
  const isStated = (recap: Recap) =>
    [describeRecap(recap), describeRecapByAction(recap)].some((sentence) =>
      lines.some((line) => line.endsWith(sentence)),
    )
  const said = found.some(({ recap }) => recap === null)
    ? "unreadable"
    : found.every(({ recap }) => recap !== null && isStated(recap))
      ? "stated"
      : "unstated"
  return {
    fields: found.flatMap(({ recap, resource }) =>
      recap === null ? [toRow("Allows what cannot be read", resource)] : toRows(recap),
    ),
    dangers: [{ _tag: "Delegation", said }],
  }
}

const toRow = (label: string, text: string): ExplainedField => ({
  label,
  text: toWholeLine(text),
  value: { _tag: "Text" },
})

/** One row per ability. Limits of an ability, and other members of the ReCap, are shown as they are. */
const toRows = ({ att, ...more }: Recap): readonly ExplainedField[] => [
  ...Object.entries(att).flatMap(([resource, abilities]) =>
    Object.entries(abilities).map(([ability, limits]) => {
      const isUnlimited = limits.every((limit) => Object.keys(limit).length === 0)
      const limited = isUnlimited ? "" : `, limited by ${JSON.stringify(limits)}`
      return toRow("Allows", `${ability} for ${resource}${limited}`)
    }),
  ),
  ...Object.entries(more).map(([name, value]) => toRow(`Also: ${toWholeLine(name)}`, JSON.stringify(value))),
]
