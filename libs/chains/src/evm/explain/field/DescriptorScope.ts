import { type AbiValue, toLiteralValue, toPlainText } from "../data/AbiValue.ts"
import type { DescriptorJson } from "../descriptor/DescriptorField.ts"
import { type DescriptorPath, parsePath } from "../path/DescriptorPath.ts"
import { type PathMatch, resolvePath } from "../path/resolvePath.ts"

/** The position at which a descriptor path is resolved. */
export interface DescriptorScope {
  /** The container's fields: `from`, `to`, `value`, `chainId`. */
  readonly container: AbiValue
  /** The call's parameters, or the message. */
  readonly root: AbiValue
  /** The struct that contains a group, and the indexes of list elements on the path to it. */
  readonly current: AbiValue
  readonly indexes: readonly number[]
  /** The descriptor, for its constants. */
  readonly json: unknown
}

/** Resolves a path. @param along list indexes below `here` to stay in. @returns `null` if the path does not exist. */
export const resolveInScope = (
  scope: DescriptorScope,
  path: DescriptorPath,
  along: readonly number[] = [],
): readonly PathMatch[] | null => {
  switch (path.root) {
    case "":
      return resolvePath(scope.current, path.steps, along)
    case "#":
      return resolvePath(scope.root, path.steps, [...scope.indexes, ...along])
    case "@":
      return resolvePath(scope.container, path.steps)
    case "$": {
      const value = toLiteralValue(getConstant(scope.json, path))
      return value === null ? null : [{ value, indexes: [] }]
    }
  }
}

/** Returns the value at `$.metadata.constants.X` and similar paths. */
export const getConstant = (json: unknown, path: DescriptorPath): unknown =>
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

/** Resolves a text of a descriptor: the value at its path if it starts as one, else the text itself. */
const toTextValue = (scope: DescriptorScope, text: string, along: readonly number[]): AbiValue | null =>
  /^[#@$]\./.test(text) ? findValue(scope, text, along) : toLiteralValue(text)

/** Returns a field's constant: the value at its path of the descriptor if it is one, else the literal itself. */
export const toConstantValue = (scope: DescriptorScope, literal: unknown): AbiValue | null =>
  typeof literal === "string" && literal.startsWith("$.")
    ? findValue(scope, literal, [])
    : toLiteralValue(literal)

const findValue = (scope: DescriptorScope, text: string, along: readonly number[]): AbiValue | null => {
  const path = parsePath(text)
  const [found, ...more] = (path === null ? null : resolveInScope(scope, path, along)) ?? []
  return found === undefined || more.length > 0 ? null : found.value
}

/**
 * Returns a parameter of a format: a literal as `name`, a map by a key, or a path as `namePath`. `null` if there is
 * none.
 */
export const getParamValue = (
  scope: DescriptorScope,
  params: DescriptorJson,
  name: string,
  along: readonly number[],
): AbiValue | null => {
  const path = params[`${name}Path`]
  if (typeof path === "string") return findValue(scope, path, along)
  const param = params[name]
  if (typeof param === "string") return toTextValue(scope, param, along)
  return typeof param === "object" && param !== null
    ? getMappedValue(scope, param, along)
    : toLiteralValue(param)
}

const getMappedValue = (
  scope: DescriptorScope,
  reference: object,
  along: readonly number[],
): AbiValue | null => {
  const map: unknown = Reflect.get(reference, "map")
  const keyPath: unknown = Reflect.get(reference, "keyPath")
  const path = typeof map === "string" ? parsePath(map) : null
  const key = typeof keyPath === "string" ? findValue(scope, keyPath, along) : null
  const values: unknown = path === null ? null : Reflect.get(Object(getConstant(scope.json, path)), "values")
  return key === null ? null : toLiteralValue(findTableEntry(key, values))
}

/** Returns the entry of a descriptor's table for a value, with keys in any case; `undefined` if there is none. */
export const findTableEntry = (value: AbiValue, table: unknown): unknown => {
  const key = toPlainText(value)?.toLowerCase()
  return Object.entries(Object(table)).find(([name]) => name.toLowerCase() === key)?.[1]
}

/** Returns the values of a parameter that is one text or several. */
export const getParamValues = (scope: DescriptorScope, param: unknown): readonly AbiValue[] =>
  (Array.isArray(param) ? param : [param]).flatMap((one) => {
    const value = typeof one === "string" ? toTextValue(scope, one, []) : null
    return value === null ? [] : [value]
  })
