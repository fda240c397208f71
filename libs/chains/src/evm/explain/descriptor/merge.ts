/** One JSON over another: the members of both, `over` first where both have one; fields of a format by their path. */
export const merge = (under: unknown, over: unknown): unknown => {
  if (isFields(under) && isFields(over)) return mergeFields(under, over)
  if (!isRecord(under) || !isRecord(over)) return over
  return Object.fromEntries(
    [...new Set([...Object.keys(under), ...Object.keys(over)])].map((key) => [
      key,
      !Object.hasOwn(over, key)
        ? under[key]
        : Object.hasOwn(under, key)
          ? merge(under[key], over[key])
          : over[key],
    ]),
  )
}

type Json = Readonly<Record<string, unknown>>

const isRecord = (json: unknown): json is Json =>
  typeof json === "object" && json !== null && !Array.isArray(json)

const isFields = (json: unknown): json is readonly Json[] =>
  Array.isArray(json) &&
  json.length > 0 &&
  json.every((field) => isRecord(field) && typeof field["path"] === "string")

const mergeFields = (under: readonly Json[], over: readonly Json[]) => [
  ...under.map((field) => {
    const other = over.find(({ path }) => path === field["path"])
    return other === undefined ? field : merge(field, other)
  }),
  ...over.filter(({ path }) => !under.some((field) => field["path"] === path)),
]
