import { sha256 } from "@noble/hashes/sha2.js"
import { getU64Encoder } from "@solana/kit"
import { describe, expect, it } from "vitest"
import { concatBytes } from "../../testing/solanaBytes.ts"
import { makeInstruction } from "../../testing/solanaTransactions.ts"
import { decodeSwapTerms, isSwap } from "./swaps.ts"

const jupiter = "JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4"
const orca = "whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc"
const concentrated = "CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK"
const product = "CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C"
const meteora = "LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo"
const raydium = "675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8"

const isSwapNamed = (program: string, name: string) =>
  isSwap(makeInstruction(program, sha256(new TextEncoder().encode(`global:${name}`)).slice(0, 8)))

describe("isSwap", () => {
  it.each([
    [jupiter, "route"],
    [jupiter, "shared_accounts_route"],
    [jupiter, "exact_out_route"],
    [jupiter, "shared_accounts_exact_out_route"],
    [jupiter, "route_v2"],
    [jupiter, "shared_accounts_route_v2"],
    [jupiter, "exact_out_route_v2"],
    [jupiter, "shared_accounts_exact_out_route_v2"],
    [orca, "swap"],
    [orca, "swap_v2"],
    [orca, "two_hop_swap"],
    [orca, "two_hop_swap_v2"],
    [concentrated, "swap"],
    [concentrated, "swap_v2"],
    [product, "swap_base_input"],
    [product, "swap_base_output"],
    [meteora, "swap"],
    [meteora, "swap2"],
    [meteora, "swap_exact_out"],
    [meteora, "swap_exact_out2"],
    [meteora, "swap_with_price_impact"],
    [meteora, "swap_with_price_impact2"],
  ])("returns true for a swap of %s: %s", (program, name) => {
    expect(isSwapNamed(program, name)).toBe(true)
  })

  it("returns true for both swaps of Raydium's first program", () => {
    const kinds = [...Array(16).keys()].filter((kind) =>
      isSwap(makeInstruction(raydium, Uint8Array.of(kind))),
    )
    expect(kinds).toEqual([9, 11])
  })

  it.each([
    // Takes what the account holds above its ledger: no amount is stated.
    [jupiter, "route_with_token_ledger"],
    [jupiter, "claim"],
    [orca, "decrease_liquidity"],
    [meteora, "route"],
  ])("returns false for another instruction of %s: %s", (program, name) => {
    expect(isSwapNamed(program, name)).toBe(false)
    expect(isSwap(makeInstruction(program, new Uint8Array()))).toBe(false)
  })
})

const u64 = (value: bigint) => Uint8Array.from(getU64Encoder().encode(value))
const u16 = (value: number) => Uint8Array.of(value & 255, value >> 8)
const start = (name: string) => sha256(new TextEncoder().encode(`global:${name}`)).slice(0, 8)
const termsOf = (program: string, ...parts: readonly (Uint8Array | readonly number[])[]) =>
  decodeSwapTerms(makeInstruction(program, concatBytes(...parts)))
/** A step of a route: one place, 100 percent, from the first token to the second. */
const routePlan = [1, 0, 0, 0, 7, 100, 0, 1]
const price = new Uint8Array(16)

describe("decodeSwapTerms", () => {
  const [one, other] = [u64(1_000n), u64(500n)]

  it.each([
    ["route", [[], routePlan], "given"],
    ["shared_accounts_route", [[1], routePlan], "given"],
    ["exact_out_route", [[], routePlan], "returned"],
    ["shared_accounts_exact_out_route", [[1], routePlan], "returned"],
  ] as const)("returns the quote after the route of %s, less its slippage", (name, [id, plan], first) => {
    const terms = termsOf(jupiter, start(name), id, plan, one, other, u16(100), [0])
    expect(terms).toMatchObject(
      first === "given" ? { most: 1_000n, least: 495n } : { most: 505n, least: 1_000n },
    )
  })

  it.each([
    ["route_v2", [], "given"],
    ["shared_accounts_route_v2", [1], "given"],
    ["exact_out_route_v2", [], "returned"],
    ["shared_accounts_exact_out_route_v2", [1], "returned"],
  ] as const)("returns the quote before the route of %s, less its slippage", (name, id, first) => {
    const terms = termsOf(jupiter, start(name), id, one, other, u16(100), [0, 0, 0, 0], routePlan)
    expect(terms).toMatchObject(
      first === "given" ? { most: 1_000n, least: 495n } : { most: 505n, least: 1_000n },
    )
  })

  it("returns no least for a slippage of more than everything", () => {
    expect(termsOf(jupiter, start("route"), routePlan, one, other, u16(65_535), [0])).toMatchObject({
      least: 0n,
    })
  })

  it("returns the other amounts when a quote is appended", () => {
    const quote = [one, u64(1n), u16(0), [0]]
    const terms = termsOf(jupiter, start("route"), routePlan, ...quote, one, other, u16(0), [0])
    expect(terms?.strays).toContain(1_000n)
    const honest = termsOf(jupiter, start("route"), routePlan, one, other, u16(0), [0])
    expect(honest?.strays).not.toContain(1_000n)
    expect(honest?.strays).not.toContain(500n)
  })

  it.each([
    [orca, "swap", price],
    [orca, "swap_v2", price],
    [orca, "two_hop_swap", []],
    [orca, "two_hop_swap_v2", []],
    [concentrated, "swap", price],
    [concentrated, "swap_v2", price],
  ] as const)(
    "returns the amount and the threshold of %s %s, by which of them is given",
    (program, name, between) => {
      const terms = (side: number) =>
        termsOf(program, start(name), one, other, between, [side, 1, 1], price, price)
      expect(terms(1)).toEqual({ most: 1_000n, least: 500n, exact: "given", strays: [] })
      expect(terms(0)).toEqual({ most: 500n, least: 1_000n, exact: "returned", strays: [] })
    },
  )

  it.each([
    [orca, "swap", 24],
    [orca, "swap_v2", 24],
    [orca, "two_hop_swap", 27],
    [orca, "two_hop_swap", 43],
    [orca, "two_hop_swap_v2", 43],
    [concentrated, "swap", 24],
    [concentrated, "swap_v2", 24],
  ] as const)(
    "returns no least for an exact return of %s %s that a limit of the price at byte %i may cut",
    (program, name, at) => {
      const side = name.startsWith("two_hop") ? 24 : 40
      const terms = (isGiven: number) => {
        const data = concatBytes(start(name), one, other, new Uint8Array(35))
        data.set([1], at)
        data.set([isGiven], side)
        return decodeSwapTerms(makeInstruction(program, data))
      }
      expect(terms(0)).toMatchObject({ most: 500n, least: 0n })
      expect(terms(1)).toMatchObject({ most: 1_000n, least: 500n })
    },
  )

  it.each([
    [product, start("swap_base_input")],
    [product, start("swap_base_output")],
    [meteora, start("swap")],
    [meteora, start("swap2")],
    [meteora, start("swap_exact_out")],
    [meteora, start("swap_exact_out2")],
    [raydium, Uint8Array.of(9)],
    [raydium, Uint8Array.of(11)],
  ])("returns what %s takes at most and returns at least", (program, kind) => {
    expect(termsOf(program, kind, one, other)).toMatchObject({ most: 1_000n, least: 500n, strays: [] })
  })

  it("returns null for a swap without a limit, and for data that is cut", () => {
    expect(termsOf(meteora, start("swap_with_price_impact"), one, other)).toBeNull()
    expect(termsOf(meteora, start("swap_with_price_impact2"), one, other)).toBeNull()
    expect(termsOf(raydium, Uint8Array.of(9), one)).toBeNull()
    expect(termsOf(orca, start("swap"), one, other, price)).toBeNull()
    expect(termsOf(jupiter, start("route"), one)).toBeNull()
    // A route of two steps in the bytes of one.
    expect(termsOf(jupiter, start("route"), [2, ...routePlan.slice(1)], one, other, u16(0), [0])).toBeNull()
    expect(termsOf(jupiter, start("route_v2"), one, other)).toBeNull()
    expect(termsOf(jupiter, start("claim"), one, other)).toBeNull()
  })
})
