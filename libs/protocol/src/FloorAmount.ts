/** The decimal number, cut towards zero after `digits` fraction digits, with no zeros at its end. */
export const floorAmount = (value: bigint, decimals: number, digits: number): string => {
  const all = (value < 0n ? -value : value).toString().padStart(decimals + 1, "0")
  const whole = all.slice(0, all.length - decimals)
  const fraction = all.slice(all.length - decimals, all.length - decimals + Math.min(digits, decimals))
  const trimmed = fraction.replace(/0+$/, "")
  const text = trimmed === "" ? whole : `${whole}.${trimmed}`
  return value < 0n && text !== "0" ? `-${text}` : text
}

/** A native balance as a person sees it, without its symbol: floored to 3 decimals; `0.000` where that leaves nothing. */
export const formatBalance = (value: bigint, decimals: number): string => {
  const text = floorAmount(value, decimals, 3)
  return text === "0" ? "0.000" : text
}
