import type { DescriptorFile } from "../DescriptorFile.ts"
import { merge } from "./merge.ts"

/** More of them, one in another, are a mistake or a trick. */
const deepest = 8

/**
 * A descriptor with what it includes, merged under it. Nothing is fetched: what it includes has to be one of `files`.
 * @returns why not, as text, where one is missing or includes itself.
 */
export const withIncludes = (file: DescriptorFile, files: ReadonlyMap<string, DescriptorFile>): unknown => {
  const include = (json: unknown, url: string, depth: number): unknown => {
    const included = includeOf(json)
    if (included === null) return json
    const other = addressOf(included, url)
    const found = other === null ? undefined : files.get(other)
    if (depth > deepest || other === null || found === undefined) {
      return depth > deepest ? "it includes itself" : `it includes what is not there: ${included}`
    }
    const under = include(found.descriptor, other, depth + 1)
    return typeof under === "string" ? under : merge(under, json)
  }
  return include(file.descriptor, addressOf(file.url) ?? "", 0)
}

const includeOf = (json: unknown): string | null => {
  const included = typeof json === "object" && json !== null ? Reflect.get(json, "includes") : undefined
  return typeof included === "string" ? included : null
}

/** Nobody is asked there. */
const nowhere = "https://descriptors.invalid/"

/** Where a file lies, in one form; `null` where `url` is none. */
export const addressOf = (url: string, base: string = nowhere): string | null =>
  URL.canParse(url, base) ? new URL(url, base).href : null
