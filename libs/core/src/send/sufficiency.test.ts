import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { insufficiency, type Means, mostToSend } from "./sufficiency.ts"

const native: Means = { amount: 100n, balance: 121n, native: 121n, isNative: true, fee: 21n, smart: false }
const token: Means = { amount: 100n, balance: 100n, native: 22n, isNative: false, fee: 21n, smart: false }
const ofNative = (balance: bigint) => ({ balance, native: balance })

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
    expect(insufficiency({ ...token, ...change })).toBe(expected)
  })
})

describe("'Insufficient balance' of the network's own currency", () => {
  it.each([
    ["one more than amount and fee", ofNative(122n), null],
    ["just amount and fee", ofNative(121n), null],
    ["one less than amount and fee", ofNative(120n), "gas"],
    ["just the amount", ofNative(100n), "gas"],
    ["one less than the amount", ofNative(99n), "token"],
    ["just the fee, and nothing to be sent", { ...ofNative(21n), amount: 0n }, "gas"],
    ["one more than the fee, to be sent", { ...ofNative(22n), amount: 1n }, null],
    ["nothing at all", { ...ofNative(0n), amount: 0n, fee: null }, "gas"],
    ["a fee that is not known yet", { ...ofNative(100n), fee: null }, null],
  ] as const)("%s: %o is %s", (_, change, expected) => {
    expect(insufficiency({ ...native, ...change })).toBe(expected)
  })
})

describe("a smart account", () => {
  it.each([
    ["sends all that it has", { ...native, ...ofNative(100n), smart: true }, null],
    ["sends a token without any of the network's currency", { ...token, native: 0n, smart: true }, null],
    ["cannot send more than it has", { ...token, amount: 101n, smart: true }, "token"],
  ] as const)("%s", (_, means, expected) => {
    expect(insufficiency(means)).toBe(expected)
  })

  it("has its whole balance as the most", () => {
    expect(mostToSend({ ...native, smart: true })).toBe(121n)
    expect(mostToSend({ ...native, smart: true, fee: null })).toBe(121n)
  })
})

describe("the most that can be sent", () => {
  it.each([
    ["of the network's currency, what the fee leaves", native, 100n],
    ["one unit, where the fee leaves no more", { ...native, ...ofNative(22n) }, 1n],
    ["nothing, where the fee takes all of it", { ...native, ...ofNative(21n) }, null],
    ["nothing, where the fee takes more", { ...native, ...ofNative(20n) }, null],
    ["unknown, while the fee is", { ...native, fee: null }, null],
    ["of a token, all of it", token, 100n],
    ["of a token that there is none of, nothing", { ...token, balance: 0n }, null],
  ] as const)("%s", (_, means, expected) => {
    expect(mostToSend(means)).toBe(expected)
  })

  it("is enough, leaves the fee, and is the most: one unit more would be too much", () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 30n })
    fc.assert(
      fc.property(amount, amount, fc.boolean(), (balance, fee, isNative) => {
        const means = { balance, native: isNative ? balance : fee + 1n, isNative, fee, smart: false }
        const most = mostToSend(means)
        // Where nothing can be sent, nothing is what is enough but for the fee.
        expect(most === null || insufficiency({ ...means, amount: most }) === null).toBe(true)
        expect(insufficiency({ ...means, amount: (most ?? 0n) + 1n })).not.toBe(null)
      }),
    )
  })
})
