import { addDecimals, compareDecimals, type Decimal, zeroDecimal } from "@wmodal/protocol"
import type { Holding } from "./Holdings.ts"

/** Returns each token once: by value in descending order, tokens without a price last. */
export const sortHoldings = (tokens: readonly Holding[]): readonly Holding[] => {
  const once = new Map<string | null, Holding>()
  for (const holding of tokens) {
    const { address } = holding.token
    if (!once.has(address)) once.set(address, holding)
  }
  return [...once.values()].toSorted((a, b) => compareValues(a.value, b.value))
}

/** Orders values in descending order, unknown ones last. */
export const compareValues = (one: Decimal | null, other: Decimal | null): number =>
  one === null || other === null ? Number(one === null) - Number(other === null) : compareDecimals(other, one)

/** Returns the known total value; `null` if no token with a balance has a price. */
export const sumValues = (holdings: readonly Holding[]): Decimal | null => {
  const total = holdings.reduce((sum, { value }) => addDecimals(sum, value ?? zeroDecimal), zeroDecimal)
  return total.units === 0n && holdings.some(({ value }) => value === null) ? null : total
}
