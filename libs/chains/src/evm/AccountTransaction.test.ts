import { describe, expect, it } from "vitest"
import { type AccountTransaction, isCancellation } from "./AccountTransaction.ts"

const own = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266"
const nothing: AccountTransaction = {
  hash: `0x${"5e".repeat(32)}`,
  from: own,
  to: own,
  nonce: 0n,
  value: 0n,
  input: "0x",
}

describe("isCancellation", () => {
  it("returns true for an empty transaction from the account to itself", () => {
    expect(isCancellation(nothing)).toBe(true)
  })

  it.each([
    ["to another recipient", { to: `0x${"ab".repeat(20)}` }],
    ["that makes a contract", { to: null }],
    ["of an amount", { value: 1n }],
    ["that calls something", { input: "0xd0e30db0" }],
  ])("returns false for a transaction %s", (_, change) => {
    expect(isCancellation({ ...nothing, ...change })).toBe(false)
  })
})
