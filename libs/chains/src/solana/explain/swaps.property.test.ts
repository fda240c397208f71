import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Trade } from "../../effects/Trade.ts"
import { concatBytes, encodeU32, encodeU64 } from "../../testing/solanaBytes.ts"
import { makeInstruction } from "../../testing/solanaTransactions.ts"
import { decodeSwapTerms } from "../program/swaps.ts"
import { isBadSwap } from "./isBadSwap.ts"

/** Jupiter's route and exact_out_route, and the forms with an id before the route. */
const routes = {
  given: [
    { start: [0xe5, 0x17, 0xcb, 0x97, 0x7a, 0xe3, 0xad, 0x2a], id: [] },
    { start: [0xc1, 0x20, 0x9b, 0x33, 0x41, 0xd6, 0x9c, 0x81], id: [7] },
  ],
  returned: [
    { start: [0xd0, 0x33, 0xef, 0x97, 0x7b, 0x2b, 0xed, 0x5c], id: [] },
    { start: [0xb0, 0xd1, 0x69, 0xa8, 0x9a, 0x7d, 0x45, 0x3e], id: [7] },
  ],
} as const

/** One to three steps in a row, each by a place with up to two of its own bytes. */
const Plan = fc
  .array(
    fc.tuple(fc.integer({ min: 0, max: 90 }), fc.array(fc.integer({ min: 0, max: 1 }), { maxLength: 2 })),
    {
      minLength: 1,
      maxLength: 3,
    },
  )
  .map((steps) => ({
    count: steps.length,
    bytes: steps.flatMap(([place, own], at) => [place, ...own, 100, at, at + 1]),
  }))

/** From a 100th of a token of six decimals to ten million. */
const Amount = fc.double({ min: 4, max: 13, noNaN: true }).map((power) => BigInt(Math.floor(10 ** power)))

interface RandomSwap {
  readonly exact: "given" | "returned"
  readonly form: number
  readonly plan: { readonly count: number; readonly bytes: readonly number[] }
  readonly gives: bigint
  readonly gets: bigint
  /** Hundredths of a percent. */
  readonly slippage: number
}

const Swap: fc.Arbitrary<RandomSwap> = fc.record({
  exact: fc.constantFrom("given" as const, "returned" as const),
  form: fc.nat({ max: 1 }),
  plan: Plan,
  gives: Amount,
  gets: Amount,
  slippage: fc.integer({ min: 0, max: 500 }),
})

const toTrade = (gives: bigint, gets: bigint): Trade => ({
  gives: [{ asset: { _tag: "Native" }, units: gives }],
  gets: [{ asset: { _tag: "Token", token: "bought" }, units: gets }],
})

const encodeQuote = (amount: bigint, quoted: bigint, slippage: number) =>
  concatBytes(encodeU64(amount), encodeU64(quoted), [slippage & 255, slippage >> 8, 0])

/** Returns whether a swap with these ends is judged bad. */
const judge = ({ exact, form, gets, gives, plan }: RandomSwap, ...ends: readonly Uint8Array[]) => {
  const { id, start } = routes[exact][form] ?? routes[exact][0]
  const data = concatBytes(start, id, encodeU32(plan.count), plan.bytes, ...ends)
  const terms = decodeSwapTerms(makeInstruction("JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4", data))
  return terms === null || isBadSwap(terms, toTrade(gives, gets))
}

describe("random swaps of Jupiter", () => {
  it("returns false for swaps whose terms are fair", () => {
    fc.assert(
      fc.property(Swap, (swap) => {
        const { exact, gets, gives, slippage } = swap
        const [amount, quoted] = exact === "given" ? [gives, gets] : [gets, gives]
        expect(judge(swap, encodeQuote(amount, quoted, slippage))).toBe(false)
      }),
      { numRuns: 3_000, seed: 41 },
    )
  })

  it("returns true for swaps that may return less than half, or take more than twice", () => {
    fc.assert(
      fc.property(Swap, fc.integer({ min: 5_001, max: 65_535 }), (swap, slippage) => {
        const { exact, gets, gives } = swap
        const end =
          exact === "given"
            ? encodeQuote(gives, gets, slippage)
            : encodeQuote(gets, gives * 2n + 100n, slippage)
        expect(judge(swap, end)).toBe(true)
      }),
      { numRuns: 1_000, seed: 42 },
    )
  })

  it("returns true for swaps whose terms stand before fair ones that the program does not read", () => {
    const Percent = fc.integer({ min: 1, max: 100 })
    fc.assert(
      fc.property(Swap, Percent, fc.uint8Array({ maxLength: 8 }), (swap, percent, between) => {
        const { exact, gets, gives } = swap
        const [amount, quoted] = exact === "given" ? [gives, gets] : [gets, gives]
        const hidden = encodeQuote((amount * 100n) / BigInt(percent), 1n, 10_000)
        expect(judge(swap, hidden, between, encodeQuote(amount, quoted, 50))).toBe(true)
      }),
      { numRuns: 1_000, seed: 43 },
    )
  })
})
