import type * as z from "zod/mini"
import { type Path, pathKey, readPath } from "../path/Path.ts"
import { fieldShape } from "./Descriptor.ts"

export type Json = Readonly<Record<string, unknown>>

/** What is shown of a call or message, as a descriptor says: one value, or several together. */
export type Field = Leaf | Group

export interface Leaf {
  readonly _tag: "Leaf"
  /** `null` where `literal` stands for it. */
  readonly path: Path | null
  readonly literal: unknown
  /** The same for the same value of the whole: how sentences name it. */
  readonly key: string
  readonly label: string
  readonly format: string
  readonly params: Json
  readonly visible: z.infer<typeof fieldShape>["visible"]
  readonly separator: string | null
  /** Where its plain value is nobody's to see. */
  readonly encryption: Json | null
}

export interface Group {
  readonly _tag: "Group"
  readonly path: Path | null
  readonly label: string
  readonly iteration: "sequential" | "bundled" | null
  readonly fields: readonly Field[]
}

const deepest = 8
const most = 500

/** @param definitions what `$ref` may name. @returns `null` where one of them makes no sense. */
export const readFields = (json: readonly unknown[], definitions: Json): readonly Field[] | null => {
  let left = most
  const readAll = (all: readonly unknown[], within: Path, depth: number): readonly Field[] | null => {
    const fields: Field[] = []
    for (const one of all) {
      const field = left-- > 0 && depth <= deepest ? readOne(one, within, depth) : null
      if (field === null) return null
      fields.push(field)
    }
    return fields
  }
  const readOne = (one: unknown, within: Path, depth: number): Field | null => {
    const read = withDefinition(one, definitions, 0)
    if (read === null) return null
    const path = read.path === undefined ? null : readPath(read.path)
    if (path === null && read.path !== undefined) return null
    const whole = path === null ? within : joined(within, path)
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
      key: path === null ? "" : pathKey(whole),
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

const joined = (within: Path, path: Path): Path =>
  path.root === "" ? { root: within.root, steps: [...within.steps, ...path.steps] } : path

/** A field over the definition that it names. */
const withDefinition = (
  json: unknown,
  definitions: Json,
  depth: number,
): z.infer<typeof fieldShape> | null => {
  const read = fieldShape.safeParse(json)
  if (!read.success || depth > deepest) return null
  const { $ref, ...field } = read.data
  if ($ref === undefined) return field
  const name = /^\$\.display\.definitions\.(.+)$/.exec($ref)?.[1] ?? ""
  if (!Object.hasOwn(definitions, name)) return null
  const under = withDefinition(definitions[name], definitions, depth + 1)
  return under === null ? null : { ...under, ...field, params: { ...under.params, ...field.params } }
}

/** Every value that is shown, in its order. */
export const leavesOf = (fields: readonly Field[]): readonly Leaf[] =>
  fields.flatMap((field) => (field._tag === "Leaf" ? [field] : leavesOf(field.fields)))
