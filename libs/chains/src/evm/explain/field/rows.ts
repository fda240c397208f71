import { sanitizeLine } from "../../../text/printable.ts"
import { literalValue, type Value } from "../data/Value.ts"
import type { Field, Group, Leaf } from "../descriptor/Field.ts"
import { isOneOf } from "./names.ts"
import { follow, type Scope } from "./Scope.ts"

/** One line to be: a value, and the field that tells it. */
export interface Row {
  readonly leaf: Leaf
  readonly label: string
  readonly value: Value
  readonly scope: Scope
  readonly along: readonly number[]
}

const most = 100_000

/** What there is to show, in order. @returns `null` where the descriptor does not fit what it should explain. */
export const rowsOf = (fields: readonly Field[], scope: Scope): readonly Row[] | null => {
  const rows = rowsOfAll(fields, scope, "")
  return rows === null ? null : rows.flat().filter((row) => row !== null)
}

/** The rows of each field; `null` in them where one stays hidden. */
const rowsOfAll = (
  fields: readonly Field[],
  scope: Scope,
  prefix: string,
): readonly (readonly (Row | null)[])[] | null => {
  const all: (readonly (Row | null)[])[] = []
  let count = 0
  for (const field of fields) {
    if (field._tag === "Leaf" && field.visible === "never") continue
    const rows = field._tag === "Leaf" ? rowsOfLeaf(field, scope, prefix) : rowsOfGroup(field, scope, prefix)
    if (rows === null) return null
    count += rows.length
    if (count > most) return null
    all.push(rows)
  }
  return all
}

const rowsOfLeaf = (leaf: Leaf, scope: Scope, prefix: string): readonly (Row | null)[] | null => {
  const { literal, path, visible } = leaf
  const value = path === null ? literalValue(literal) : null
  const found = path === null ? (value === null ? null : [{ value, at: [] }]) : follow(scope, path)
  if (found === null || found.some(({ value }) => value._tag === "Struct"))
    return visible === "optional" ? [] : null
  const rows: (Row | null)[] = []
  for (const { at, value } of found) {
    if (typeof visible === "object" && "mustMatch" in visible) {
      if (!isOneOf(value, visible.mustMatch)) return null
      continue
    }
    const isHidden = typeof visible === "object" && isOneOf(value, visible.ifNotIn)
    rows.push(isHidden ? null : { leaf, label: labelOf(leaf, prefix, at.at(-1)), value, scope, along: at })
  }
  return rows
}

const labelOf = ({ label, separator }: Leaf, prefix: string, index: number | undefined) => {
  const mark =
    separator === null || index === undefined ? "" : ` ${separator.replaceAll("{index}", `${index}`)}`
  return sanitizeLine(`${prefix}${label}${mark}`, 80)
}

const rowsOfGroup = (group: Group, scope: Scope, prefix: string): readonly (Row | null)[] | null => {
  const label = group.label === "" ? "" : `${group.label}: `
  const found = group.path === null ? [{ value: scope.here, at: [] }] : follow(scope, group.path)
  if (found === null) return null
  const elements: (readonly (readonly (Row | null)[])[])[] = []
  let count = 0
  for (const { at, value } of found) {
    const inner = { ...scope, here: value, at: group.path?.root === "#" ? at : [...scope.at, ...at] }
    const place = at.at(-1)
    const numbered =
      found.length > 1 && place !== undefined ? `${group.label} ${place + 1}: `.trimStart() : label
    const rows = rowsOfAll(group.fields, inner, prefix + numbered)
    count += rows?.length ?? 0
    if (rows === null || count > most) return null
    elements.push(rows)
  }
  const isOfEach = found.some(({ at }) => at.length > 0)
  if (isOfEach) return (group.iteration === "sequential" ? transposed(elements) : elements).flat(2)
  const [fields = []] = elements
  if (group.iteration !== "bundled") return fields.flat()
  // Rows of the same place belong together: none may be left over.
  return fields.every((rows) => rows.length === fields[0]?.length) ? transposed(fields).flat() : null
}

/** Rows as columns. */
const transposed = <A>(rows: readonly (readonly A[])[]): readonly (readonly A[])[] =>
  (rows[0] ?? []).map((_, at) => rows.flatMap((row) => row.slice(at, at + 1)))
