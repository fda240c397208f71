import { literalValue, plainText, type Struct, type Value } from "../data/Value.ts"
import type { Json } from "../descriptor/Field.ts"
import { type Path, readPath } from "../path/Path.ts"
import { type Found, walk } from "../path/walk.ts"

/** Where one stands while a descriptor is followed. */
export interface Scope {
  /** What carries it: `from`, `to`, `value`, `chainId`. */
  readonly container: Struct
  /** The call's parameters, or the message. */
  readonly root: Value
  /** The struct that a group stands in, and the elements of lists that led there. */
  readonly here: Value
  readonly at: readonly number[]
  /** The descriptor, for its constants. */
  readonly json: unknown
}

/** @param along elements of lists below `here` to stay in. @returns `null` where there is no such way. */
export const follow = (scope: Scope, path: Path, along: readonly number[] = []): readonly Found[] | null => {
  switch (path.root) {
    case "":
      return walk(scope.here, path.steps, along)
    case "#":
      return walk(scope.root, path.steps, [...scope.at, ...along])
    case "@":
      return walk(scope.container, path.steps)
    case "$": {
      const value = literalValue(constantAt(scope.json, path))
      return value === null ? null : [{ value, at: [] }]
    }
  }
}

/** What stands at `$.metadata.constants.X` and the like. */
export const constantAt = (json: unknown, path: Path): unknown =>
  path.steps.reduce<unknown>(
    (within, step) =>
      step._tag === "Member" &&
      typeof within === "object" &&
      within !== null &&
      Object.hasOwn(within, step.name)
        ? Reflect.get(within, step.name)
        : undefined,
    json,
  )

/** What a text in a descriptor stands for: what its path leads to where it starts as one of them, else itself. */
const valueOfText = (scope: Scope, text: string, along: readonly number[]): Value | null =>
  /^[#@$]\./.test(text) ? valueAt(scope, text, along) : literalValue(text)

const valueAt = (scope: Scope, text: string, along: readonly number[]): Value | null => {
  const path = readPath(text)
  const [found, ...more] = (path === null ? null : follow(scope, path, along)) ?? []
  return found === undefined || more.length > 0 ? null : found.value
}

/** A parameter of a format: written out as `name`, as a map by a key, or by its path as `namePath`. `null` where there is none. */
export const paramValue = (
  scope: Scope,
  params: Json,
  name: string,
  along: readonly number[],
): Value | null => {
  const path = params[`${name}Path`]
  if (typeof path === "string") return valueAt(scope, path, along)
  const param = params[name]
  if (typeof param === "string") return valueOfText(scope, param, along)
  return typeof param === "object" && param !== null ? mapped(scope, param, along) : literalValue(param)
}

const mapped = (scope: Scope, reference: object, along: readonly number[]): Value | null => {
  const map: unknown = Reflect.get(reference, "map")
  const keyPath: unknown = Reflect.get(reference, "keyPath")
  const path = typeof map === "string" ? readPath(map) : null
  const key = typeof keyPath === "string" ? valueAt(scope, keyPath, along) : null
  const values: unknown = path === null ? null : Reflect.get(Object(constantAt(scope.json, path)), "values")
  return key === null ? null : literalValue(textFor(key, values))
}

/** What a table of a descriptor has for a value, whose keys are in any case; `undefined` where it has nothing. */
export const textFor = (value: Value, table: unknown): unknown => {
  const key = plainText(value)?.toLowerCase()
  return Object.entries(Object(table)).find(([name]) => name.toLowerCase() === key)?.[1]
}

/** Values of a parameter that is one text or several. */
export const paramValues = (scope: Scope, param: unknown): readonly Value[] =>
  (Array.isArray(param) ? param : [param]).flatMap((one) => {
    const value = typeof one === "string" ? valueOfText(scope, one, []) : null
    return value === null ? [] : [value]
  })
