/**
 * A number as typed data carries it: a JSON number, decimal or 0x-hex text.
 * @returns `null` for anything else, and for what is negative
 */
export const parseNumber = (value: unknown): bigint | null => {
  if (typeof value === "number") return Number.isInteger(value) && value >= 0 ? BigInt(value) : null
  return typeof value === "string" && value.length < 100 && /^(\d+|0x[0-9a-f]+)$/i.test(value)
    ? BigInt(value)
    : null
}
