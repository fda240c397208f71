import type * as z from "zod/mini"
import { type DescriptorPath, parsePath, toPathKey } from "../path/DescriptorPath.ts"
import { fieldSchema } from "./Descriptor.ts"

export type DescriptorJson = Readonly<Record<string, unknown>>

/** A displayed part of a call or message, from a descriptor: one value or a group. */
export type DescriptorField = ValueField | FieldGroup

export interface ValueField {
  readonly _tag: "Leaf"
  /** `null` if `literal` replaces it. */
  readonly path: DescriptorPath | null
  readonly literal: unknown
  /** The identifier of the value's path: sentences refer to the value by it. */
  readonly key: string
  readonly label: string
  readonly format: string
  readonly params: DescriptorJson
  readonly visible: z.infer<typeof fieldSchema>["visible"]
  readonly separator: string | null
  /** Present if the plain value is encrypted. */
  readonly encryption: DescriptorJson | null
}

export interface FieldGroup {
  readonly _tag: "Group"
  readonly path: DescriptorPath | null
  readonly label: string
  readonly iteration: "sequential" | "bundled" | null
  readonly fields: readonly DescriptorField[]
}

const maxFieldDepth = 8
const maxFields = 500

/** Parses fields. @param definitions the targets of `$ref`. @returns `null` if one of them is invalid. */
export const parseFields = (
  json: readonly unknown[],
  definitions: DescriptorJson,
): readonly DescriptorField[] | null => {
  let left = maxFields
  const readAll = (
    all: readonly unknown[],
    within: DescriptorPath,
    depth: number,
  ): readonly DescriptorField[] | null => {
    const fields: DescriptorField[] = []
    for (const one of all) {
      const field = left-- > 0 && depth <= maxFieldDepth ? readOne(one, within, depth) : null
      if (field === null) return null
      fields.push(field)
    }
    return fields
  }
  const readOne = (one: unknown, within: DescriptorPath, depth: number): DescriptorField | null => {
    const read = resolveDefinition(one, definitions, 0)
    if (read === null) return null
    const path = read.path === undefined ? null : parsePath(read.path)
    if (path === null && read.path !== undefined) return null
    const whole = path === null ? within : joinPaths(within, path)
    if (read.fields !== undefined) {
      const fields = readAll(read.fields, whole, depth + 1)
      return fields === null
        ? null
        : { _tag: "Group", path, label: read.label ?? "", iteration: read.iteration ?? null, fields }
    }
    if (path === null && read.value === undefined) return null
    return {
      _tag: "Leaf",
      path,
      literal: read.value,
      key: path === null ? "" : toPathKey(whole),
      label: read.label ?? read.path ?? "",
      format: read.format ?? "raw",
      params: read.params ?? {},
      visible: read.visible,
      separator: read.separator ?? null,
      encryption: read.encryption ?? null,
    }
  }
  return readAll(json, { root: "", steps: [] }, 0)
}

const joinPaths = (within: DescriptorPath, path: DescriptorPath): DescriptorPath =>
  path.root === "" ? { root: within.root, steps: [...within.steps, ...path.steps] } : path

/** Merges a field over the definition that it refers to. */
const resolveDefinition = (
  json: unknown,
  definitions: DescriptorJson,
  depth: number,
): z.infer<typeof fieldSchema> | null => {
  const read = fieldSchema.safeParse(json)
  if (!read.success || depth > maxFieldDepth) return null
  const { $ref, ...field } = read.data
  if ($ref === undefined) return field
  const name = /^\$\.display\.definitions\.(.+)$/.exec($ref)?.[1] ?? ""
  if (!Object.hasOwn(definitions, name)) return null
  const under = resolveDefinition(definitions[name], definitions, depth + 1)
  return under === null ? null : { ...under, ...field, params: { ...under.params, ...field.params } }
}

/** Returns all value fields in display order. */
export const getValueFields = (fields: readonly DescriptorField[]): readonly ValueField[] =>
  fields.flatMap((field) => (field._tag === "Leaf" ? [field] : getValueFields(field.fields)))
