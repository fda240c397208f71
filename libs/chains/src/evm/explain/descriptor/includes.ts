import { parseUrl } from "@wmodal/protocol"
import type { DescriptorFile } from "../DescriptorFile.ts"

/**
 * Merges one JSON over another: the members of both, `over` takes precedence; fields of a format merge by their path.
 */
const mergeJson = (under: unknown, over: unknown): unknown => {
  if (isFieldList(under) && isFieldList(over)) return mergeFields(under, over)
  if (!isJsonRecord(under) || !isJsonRecord(over)) return over
  return Object.fromEntries(
    [...new Set([...Object.keys(under), ...Object.keys(over)])].map((key) => [
      key,
      !Object.hasOwn(over, key)
        ? under[key]
        : Object.hasOwn(under, key)
          ? mergeJson(under[key], over[key])
          : over[key],
    ]),
  )
}

type JsonRecord = Readonly<Record<string, unknown>>

const isJsonRecord = (json: unknown): json is JsonRecord =>
  typeof json === "object" && json !== null && !Array.isArray(json)

const isFieldList = (json: unknown): json is readonly JsonRecord[] =>
  Array.isArray(json) &&
  json.length > 0 &&
  json.every((field) => isJsonRecord(field) && typeof field["path"] === "string")

const mergeFields = (under: readonly JsonRecord[], over: readonly JsonRecord[]) => [
  ...under.map((field) => {
    const other = over.find(({ path }) => path === field["path"])
    return other === undefined ? field : mergeJson(field, other)
  }),
  ...over.filter(({ path }) => !under.some((field) => field["path"] === path)),
]

/** The maximum include depth; deeper nesting is a mistake or an attack. */
const maxIncludeDepth = 8

/**
 * Merges a descriptor over its includes. No file is fetched: an include must be one of `files`.
 * @returns the reason as text if one is missing or includes itself.
 */
export const resolveIncludes = (
  file: DescriptorFile,
  files: ReadonlyMap<string, DescriptorFile>,
): unknown => {
  const include = (json: unknown, url: string, depth: number): unknown => {
    const included = getInclude(json)
    if (included === null) return json
    const other = normalizeUrl(included, url)
    const found = other === null ? undefined : files.get(other)
    if (depth > maxIncludeDepth || other === null || found === undefined) {
      return depth > maxIncludeDepth ? "it includes itself" : `it includes a missing file: ${included}`
    }
    const under = include(found.descriptor, other, depth + 1)
    return typeof under === "string" ? under : mergeJson(under, json)
  }
  return include(file.descriptor, normalizeUrl(file.url) ?? "", 0)
}

const getInclude = (json: unknown): string | null => {
  const included = typeof json === "object" && json !== null ? Reflect.get(json, "includes") : undefined
  return typeof included === "string" ? included : null
}

/** A base URL for relative paths. No request is sent to it. */
const placeholderBaseUrl = "https://descriptors.invalid/"

/** Normalizes the path of a file; `null` if `url` is invalid. */
export const normalizeUrl = (url: string, base: string = placeholderBaseUrl): string | null =>
  parseUrl(url, base)?.href ?? null
