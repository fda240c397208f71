import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { findShortfall, getMaxSendable, type PaymentFunds } from "./balanceCheck.ts"

const native: PaymentFunds = {
  amount: 100n,
  balance: 121n,
  native: 121n,
  isNative: true,
  fee: 21n,
  smart: false,
}
const token: PaymentFunds = {
  amount: 100n,
  balance: 100n,
  native: 22n,
  isNative: false,
  fee: 21n,
  smart: false,
}
const makeNativeFunds = (balance: bigint) => ({ balance, native: balance })

describe("'Insufficient balance' of a token", () => {
  it.each([
    ["one unit less than there is", { amount: 99n }, null],
    ["all there is", { amount: 100n }, null],
    ["one unit more than there is", { amount: 101n }, "token"],
    ["a fee of one less than there is for it", { native: 22n }, null],
    ["a fee of just what there is for it", { native: 21n }, "gas"],
    ["a fee of one more than there is for it", { native: 20n }, "gas"],
    ["nothing for the fee, however small", { native: 0n, fee: 0n }, "gas"],
    ["nothing for a fee that is not known yet", { native: 0n, fee: null }, "gas"],
    ["a fee that is not known yet", { native: 1n, fee: null }, null],
    ["nobody knows what there is for the fee", { native: null }, null],
    ["too much, and nothing for the fee", { amount: 101n, native: 0n }, "token"],
  ] as const)("%s: %o is %s", (_, change, expected) => {
    expect(findShortfall({ ...token, ...change })).toBe(expected)
  })
})

describe("'Insufficient balance' of the native currency", () => {
  it.each([
    ["one more than amount and fee", makeNativeFunds(122n), null],
    ["just amount and fee", makeNativeFunds(121n), null],
    ["one less than amount and fee", makeNativeFunds(120n), "gas"],
    ["just the amount", makeNativeFunds(100n), "gas"],
    ["one less than the amount", makeNativeFunds(99n), "token"],
    ["just the fee, and nothing to be sent", { ...makeNativeFunds(21n), amount: 0n }, "gas"],
    ["one more than the fee, to be sent", { ...makeNativeFunds(22n), amount: 1n }, null],
    ["nothing at all", { ...makeNativeFunds(0n), amount: 0n, fee: null }, "gas"],
    ["a fee that is not known yet", { ...makeNativeFunds(100n), fee: null }, null],
  ] as const)("%s: %o is %s", (_, change, expected) => {
    expect(findShortfall({ ...native, ...change })).toBe(expected)
  })
})

describe("a smart account", () => {
  it.each([
    ["sends all that it has", { ...native, ...makeNativeFunds(100n), smart: true }, null],
    ["sends a token without any of the network's currency", { ...token, native: 0n, smart: true }, null],
    ["cannot send more than it has", { ...token, amount: 101n, smart: true }, "token"],
  ] as const)("%s", (_, means, expected) => {
    expect(findShortfall(means)).toBe(expected)
  })

  it("returns the whole balance for a smart account", () => {
    expect(getMaxSendable({ ...native, smart: true })).toBe(121n)
    expect(getMaxSendable({ ...native, smart: true, fee: null })).toBe(121n)
  })
})

describe("maximum amount", () => {
  it.each([
    ["of the network's currency, what the fee leaves", native, 100n],
    ["one unit, where the fee leaves no more", { ...native, ...makeNativeFunds(22n) }, 1n],
    ["nothing, where the fee takes all of it", { ...native, ...makeNativeFunds(21n) }, null],
    ["nothing, where the fee takes more", { ...native, ...makeNativeFunds(20n) }, null],
    ["unknown, while the fee is", { ...native, fee: null }, null],
    ["of a token, all of it", token, 100n],
    ["of a token that there is none of, nothing", { ...token, balance: 0n }, null],
  ] as const)("%s", (_, means, expected) => {
    expect(getMaxSendable(means)).toBe(expected)
  })

  it("suffices, leaves the fee, and is the maximum: one unit more fails", () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 30n })
    fc.assert(
      fc.property(amount, amount, fc.boolean(), (balance, fee, isNative) => {
        const means = { balance, native: isNative ? balance : fee + 1n, isNative, fee, smart: false }
        const most = getMaxSendable(means)
        // Without a maximum, no amount suffices except for the fee.
        expect(most === null || findShortfall({ ...means, amount: most }) === null).toBe(true)
        expect(findShortfall({ ...means, amount: (most ?? 0n) + 1n })).not.toBe(null)
      }),
    )
  })
})
