import { hasKey } from "@wmodal/protocol"
import { sanitizeLine } from "../../../text/printable.ts"
import { type AbiValue, getMembers } from "../data/AbiValue.ts"
import type { DescriptorField, FieldGroup, ValueField } from "../descriptor/DescriptorField.ts"
import { type DescriptorScope, resolveInScope, toConstantValue } from "./DescriptorScope.ts"
import { matchesAnyLiteral } from "./formatNames.ts"

/** A line to be formatted: a value and its field. */
export interface FieldRow {
  readonly leaf: ValueField
  readonly label: string
  readonly value: AbiValue
  readonly scope: DescriptorScope
  readonly along: readonly number[]
}

const maxRows = 100_000

/** Returns the rows to show, in order. @returns `null` if the descriptor does not match the input. */
export const toRows = (
  fields: readonly DescriptorField[],
  scope: DescriptorScope,
): readonly FieldRow[] | null => {
  const rows = toFieldRows(fields, scope, "")
  return rows === null ? null : rows.flat().filter((row) => row !== null)
}

/** Returns the rows of each field; `null` stands for a hidden row. */
const toFieldRows = (
  fields: readonly DescriptorField[],
  scope: DescriptorScope,
  prefix: string,
): readonly (readonly (FieldRow | null)[])[] | null => {
  const all: (readonly (FieldRow | null)[])[] = []
  let count = 0
  for (const field of fields) {
    if (field._tag === "Leaf" && field.visible === "never") continue
    const rows = field._tag === "Leaf" ? toValueRows(field, scope, prefix) : toGroupRows(field, scope, prefix)
    if (rows === null) return null
    count += rows.length
    if (count > maxRows) return null
    all.push(rows)
  }
  return all
}

const toValueRows = (
  leaf: ValueField,
  scope: DescriptorScope,
  prefix: string,
): readonly (FieldRow | null)[] | null => {
  const { literal, path, visible } = leaf
  const value = path === null ? toConstantValue(scope, literal) : null
  const found =
    path === null ? (value === null ? null : [{ value, indexes: [] }]) : resolveInScope(scope, path)
  if (found === null || found.some(({ value }) => getMembers(value) !== null))
    return visible === "optional" ? [] : null
  const rows: (FieldRow | null)[] = []
  for (const { indexes, value } of found) {
    if (typeof visible === "object" && hasKey(visible, "mustMatch")) {
      if (!matchesAnyLiteral(value, visible.mustMatch)) return null
      continue
    }
    const isHidden = typeof visible === "object" && matchesAnyLiteral(value, visible.ifNotIn)
    rows.push(
      isHidden
        ? null
        : { leaf, label: formatLabel(leaf, prefix, indexes.at(-1)), value, scope, along: indexes },
    )
  }
  return rows
}

const formatLabel = ({ label, separator }: ValueField, prefix: string, index: number | undefined) => {
  const mark =
    separator === null || index === undefined ? "" : ` ${separator.replaceAll("{index}", `${index}`)}`
  return sanitizeLine(`${prefix}${label}${mark}`, 80)
}

const toGroupRows = (
  group: FieldGroup,
  scope: DescriptorScope,
  prefix: string,
): readonly (FieldRow | null)[] | null => {
  const label = group.label === "" ? "" : `${group.label}: `
  const found =
    group.path === null ? [{ value: scope.current, indexes: [] }] : resolveInScope(scope, group.path)
  if (found === null) return null
  const elements: (readonly (readonly (FieldRow | null)[])[])[] = []
  let count = 0
  for (const { indexes, value } of found) {
    const inner = {
      ...scope,
      current: value,
      indexes: group.path?.root === "#" ? indexes : [...scope.indexes, ...indexes],
    }
    const place = indexes.at(-1)
    const numbered =
      found.length > 1 && place !== undefined ? `${group.label} ${place + 1}: `.trimStart() : label
    const rows = toFieldRows(group.fields, inner, prefix + numbered)
    count += rows?.length ?? 0
    if (rows === null || count > maxRows) return null
    elements.push(rows)
  }
  const isOfEach = found.some(({ indexes }) => indexes.length > 0)
  if (isOfEach) return (group.iteration === "sequential" ? transposeRows(elements) : elements).flat(2)
  const [fields = []] = elements
  if (group.iteration !== "bundled") return fields.flat()
  // Rows of the same index belong together, so all fields must have the same number.
  return fields.every((rows) => rows.length === fields[0]?.length) ? transposeRows(fields).flat() : null
}

/** Transposes rows and columns. */
const transposeRows = <A>(rows: readonly (readonly A[])[]): readonly (readonly A[])[] =>
  (rows[0] ?? []).map((_, at) => rows.flatMap((row) => row.slice(at, at + 1)))
