/**
 * Formats a base-unit value as a decimal number, cut towards zero after `digits` fraction digits, without trailing
 * zeros.
 */
export const floorAmount = (value: bigint, decimals: number, digits: number): string => {
  const all = (value < 0n ? -value : value).toString().padStart(decimals + 1, "0")
  const whole = all.slice(0, all.length - decimals)
  const fraction = all.slice(all.length - decimals, all.length - decimals + Math.min(digits, decimals))
  const trimmed = fraction.replace(/0+$/, "")
  const text = trimmed === "" ? whole : `${whole}.${trimmed}`
  return value < 0n && text !== "0" ? `-${text}` : text
}

/**
 * Formats a native balance for display without its symbol, floored to 3 decimals. Returns `0.000` for zero and `<0.001`
 * for less than is shown.
 */
export const formatBalance = (value: bigint, decimals: number): string => {
  const text = floorAmount(value, decimals, 3)
  if (text !== "0") return text
  return value > 0n ? "<0.001" : "0.000"
}
