/** Decodes the first `most` entries of an untrusted list; `null` if it is not a list or throws. */
export const decodeList = (value: unknown, most: number): readonly unknown[] | null => {
  try {
    // A list may have an unbounded length.
    return Array.isArray(value)
      ? Array.from({ length: Math.min(value.length, most) }, (_, at) => value[at])
      : null
  } catch {
    return null
  }
}

/** Decodes the short texts among the first hundred entries of a list; empty if it is not a list. */
export const decodeTexts = (value: unknown): readonly string[] =>
  (decodeList(value, 100) ?? []).filter(isShortText)

const isShortText = (value: unknown): value is string => typeof value === "string" && value.length <= 100
