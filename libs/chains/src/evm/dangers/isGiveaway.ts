import { isCallTrade } from "./decodeCallTrades.ts"
import { exchangeLayouts, readLeast, readTerms } from "./exchangeLayouts.ts"
import { listNestedCalls, wordToAddress } from "./FunctionCall.ts"

/**
 * Base units: 0.01 of a token with 6 decimals. Less than this is next to nothing in any usual currency. What is decoded
 * as a trade is compared by worth.
 */
const minTokenAmount = 10_000n

/**
 * Returns true when an exchange may keep what it is given: it has to return next to nothing, or returns it to another
 * account. What stays in the router must be collected by another call of the same batch.
 */
export const isGiveaway = (data: string, from: string): boolean => {
  const calls = listNestedCalls(data.slice(2)).calls.flatMap((call) => {
    const layout = exchangeLayouts[call.selector]
    if (layout === undefined) return []
    const terms = readTerms(call, layout)
    const least = readLeast(terms, layout)
    const isTrade = isCallTrade(call, from)
    return [
      {
        ...layout,
        isTrade,
        isWorthless: least !== null && least < (isTrade ? 1n : minTokenAmount),
        to: layout.recipient === null ? BigInt(from) : BigInt(wordToAddress(terms.words(layout.recipient))),
        collects: layout.pays !== undefined,
      },
    ]
  })
  const isCollected = calls.some(({ collects }) => collects)
  return calls.some(({ isTrade, isWorthless, router, sender, to }) => {
    // What the collecting call pays for it is judged as a trade.
    if (to === router) return !isCollected || !isTrade
    return isWorthless || (to !== BigInt(from) && to !== sender)
  })
}
