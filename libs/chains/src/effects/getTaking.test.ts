import { describe, expect, it } from "vitest"
import type { Allowance } from "./Allowance.ts"
import { getTaking } from "./getTaking.ts"

const allowance: Allowance = {
  units: 5_000n,
  spender: "account",
  held: 5_000n,
  supply: 10n ** 15n,
  until: null,
}

describe("getTaking", () => {
  it.each([
    ["unlimited", "any amount", { units: "all" }],
    ["unlimited", "any amount to a contract", { units: "all", spender: "contract" }],
    ["unlimited", "half of all numbers to a contract", { units: 2n ** 159n, spender: "contract" }],
    ["unlimited", "all there is", { units: 10n ** 15n, spender: "contract" }],
    ["everything", "the whole balance to an account", {}],
    ["everything", "more than the balance to an account", { units: 1_033_366n }],
    ["everything", "an amount of what the account does not have yet", { held: 0n }],
    ["much", "the balance but one unit to an account", { units: 4_999n }],
    ["much", "more than a tenth of the balance to an account", { units: 501n }],
    ["much", "an amount to an account when no node says the balance", { units: 1n, held: null }],
    ["everything", "the balance to a spender of whom no node says what it is", { spender: "unknown" }],
    ["item", "a collectible to an account", { units: "item" }],
    [
      "item",
      "a collectible to a spender of whom no node says what it is",
      { units: "item", spender: "unknown" },
    ],
  ] as const)("returns %s for %s", (taking, _, changed) => {
    expect(getTaking({ ...allowance, ...changed })).toBe(taking)
  })

  it.each([
    ["nothing", { units: 0n }],
    ["a tenth of the balance to an account", { units: 500n }],
    ["the whole balance to a contract", { spender: "contract" }],
    ["the balance to a contract when no node says the supply", { spender: "contract", supply: null }],
    ["a collectible to a contract", { units: "item", spender: "contract" }],
    ["another account of the same wallet", { units: "all", spender: "own" }],
  ] as const)("returns null for %s", (_, changed) => {
    expect(getTaking({ ...allowance, ...changed })).toBeNull()
  })
})
