import { addDecimals, compareDecimals, type Decimal, zeroDecimal } from "@wmodal/protocol"
import type { Holding } from "./Holdings.ts"

/** Each token once: the network's own currency first, then what is worth most, what nobody has priced last. */
export const inOrder = (holdings: readonly Holding[]): readonly Holding[] => {
  const once = new Map<string | null, Holding>()
  for (const holding of holdings) {
    const { address } = holding.token
    if (!once.has(address)) once.set(address, holding)
  }
  return [...once.values()].toSorted((a, b) => {
    if (a.token.address === null) return -1
    if (b.token.address === null) return 1
    if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null)
    return compareDecimals(b.value, a.value)
  })
}

/** What all of it is worth as far as anybody knows; `null` where nobody knows of anything that is worth something. */
export const totalOf = (holdings: readonly Holding[]): Decimal | null => {
  const total = holdings.reduce((sum, { value }) => addDecimals(sum, value ?? zeroDecimal), zeroDecimal)
  return total.units === 0n && holdings.some(({ value }) => value === null) ? null : total
}
