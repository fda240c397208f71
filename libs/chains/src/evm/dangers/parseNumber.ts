/**
 * Parses a number of typed data: a JSON number, decimal or 0x-hex text.
 * @returns `null` for anything else, and for negative numbers
 */
export const parseNumber = (value: unknown): bigint | null => {
  if (typeof value === "number") return Number.isInteger(value) && value >= 0 ? BigInt(value) : null
  return typeof value === "string" && value.length < 100 && /^(\d+|0x[0-9a-f]+)$/i.test(value)
    ? BigInt(value)
    : null
}
