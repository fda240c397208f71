/** The first `most` entries of a list of somebody else's; `null` where it is none, or throws when it is read. */
export const decodeList = (value: unknown, most: number): readonly unknown[] | null => {
  try {
    // A list may say that it is endless, and be one.
    return Array.isArray(value)
      ? Array.from({ length: Math.min(value.length, most) }, (_, at) => value[at])
      : null
  } catch {
    return null
  }
}

/** The short texts among the first hundred entries of a list; none where it is no list. */
export const decodeTexts = (value: unknown): readonly string[] =>
  (decodeList(value, 100) ?? []).filter(isShortText)

const isShortText = (value: unknown): value is string => typeof value === "string" && value.length <= 100
