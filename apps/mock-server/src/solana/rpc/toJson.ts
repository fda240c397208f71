declare global {
  interface JSON {
    /** What `JSON.stringify` writes as this very text. Node has it, TypeScript does not know it yet. */
    readonly rawJSON: (text: string) => object
  }
}

/** A value whose bigints have become numbers that are written with every digit. */
export const toJson = (value: unknown): unknown => {
  if (typeof value === "bigint") {
    const number = Number(value)
    return Number.isSafeInteger(number) ? number : JSON.rawJSON(String(value))
  }
  if (Array.isArray(value)) return value.map(toJson)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, toJson(member)]))
}
