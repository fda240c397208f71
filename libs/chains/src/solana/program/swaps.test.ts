import { sha256 } from "@noble/hashes/sha2.js"
import { describe, expect, it } from "vitest"
import { makeInstruction } from "../../testing/solanaTransactions.ts"
import { isSwap } from "./swaps.ts"

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
