declare global {
  interface JSON {
    /** Makes a value that `JSON.stringify` writes verbatim. Node has it, TypeScript does not declare it yet. */
    readonly rawJSON: (text: string) => object
  }
}

/** Converts bigints to numbers that JSON writes with every digit. */
export const toJson = (value: unknown): unknown => {
  if (typeof value === "bigint") {
    const number = Number(value)
    return Number.isSafeInteger(number) ? number : JSON.rawJSON(String(value))
  }
  if (Array.isArray(value)) return value.map(toJson)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, toJson(member)]))
}
