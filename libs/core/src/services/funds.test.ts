import { TransferRejected } from "@wmodal/chains"
import { Effect } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { coin, makeHolding, usdc } from "../testing/sendFixture.ts"
import {
  type FundedPayment,
  findBatchShortfall,
  findMaximum,
  findShortfall,
  getMaxSendable,
  isFeeLacking,
  type PaymentFunds,
} from "./funds.ts"

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
    ["the amount is one unit below the balance", { amount: 99n }, null],
    ["the amount is the whole balance", { amount: 100n }, null],
    ["the amount is one unit above the balance", { amount: 101n }, "token"],
    ["the fee is one unit below the native balance", { native: 22n }, null],
    ["the fee is the whole native balance", { native: 21n }, "gas"],
    ["the fee is one unit above the native balance", { native: 20n }, "gas"],
    ["the native balance and the fee are zero", { native: 0n, fee: 0n }, "gas"],
    ["the native balance is zero and the fee is unknown", { native: 0n, fee: null }, "gas"],
    ["the fee is unknown", { native: 1n, fee: null }, null],
    ["the native balance is unknown", { native: null }, null],
    ["the amount exceeds the balance and the native balance is zero", { amount: 101n, native: 0n }, "token"],
  ] as const)("returns the shortfall when %s: %o is %s", (_, change, expected) => {
    expect(findShortfall({ ...token, ...change })).toBe(expected)
  })
})

describe("'Insufficient balance' of the native currency", () => {
  it.each([
    ["the balance is one unit above amount and fee", makeNativeFunds(122n), null],
    ["the balance equals amount and fee", makeNativeFunds(121n), null],
    ["the balance is one unit below amount and fee", makeNativeFunds(120n), "gas"],
    ["the balance equals the amount", makeNativeFunds(100n), "gas"],
    ["the balance is one unit below the amount", makeNativeFunds(99n), "token"],
    ["the balance equals the fee and the amount is zero", { ...makeNativeFunds(21n), amount: 0n }, "gas"],
    [
      "the amount is one unit and the balance covers it and the fee",
      { ...makeNativeFunds(22n), amount: 1n },
      null,
    ],
    ["the balance and the amount are zero", { ...makeNativeFunds(0n), amount: 0n, fee: null }, "gas"],
    ["the fee is unknown", { ...makeNativeFunds(100n), fee: null }, null],
  ] as const)("returns the shortfall when %s: %o is %s", (_, change, expected) => {
    expect(findShortfall({ ...native, ...change })).toBe(expected)
  })
})

describe("a smart account", () => {
  it.each([
    ["it sends its whole balance", { ...native, ...makeNativeFunds(100n), smart: true }, null],
    ["it sends a token without native currency", { ...token, native: 0n, smart: true }, null],
    ["it sends more than its balance", { ...token, amount: 101n, smart: true }, "token"],
  ] as const)("returns the shortfall when %s", (_, means, expected) => {
    expect(findShortfall(means)).toBe(expected)
  })

  it("returns the whole balance for a smart account", () => {
    expect(getMaxSendable({ ...native, smart: true })).toBe(121n)
    expect(getMaxSendable({ ...native, smart: true, fee: null })).toBe(121n)
  })
})

describe("maximum amount", () => {
  it.each([
    ["the native balance exceeds the fee", native, 100n],
    ["the native balance exceeds the fee by one unit", { ...native, ...makeNativeFunds(22n) }, 1n],
    ["the native balance equals the fee", { ...native, ...makeNativeFunds(21n) }, null],
    ["the fee exceeds the native balance", { ...native, ...makeNativeFunds(20n) }, null],
    ["the fee is unknown", { ...native, fee: null }, null],
    ["the token has a balance", token, 100n],
    ["the token balance is zero", { ...token, balance: 0n }, null],
  ] as const)("returns the maximum when %s", (_, means, expected) => {
    expect(getMaxSendable(means)).toBe(expected)
  })

  it("returns an amount that leaves the fee, and one unit more fails", () => {
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

describe("the maximum by the estimate of the transaction", () => {
  const insufficient = new TransferRejected({ reason: { _tag: "Insufficient" } })
  const reverting = new TransferRejected({ reason: { _tag: "Reverts", text: "no" } })
  /** A fee of 21 or more, which a node estimates only if that much of the balance is left. */
  const finding = (
    change: Partial<PaymentFunds>,
    {
      left = 0n,
      fee = () => 21n,
      error = insufficient,
    }: {
      readonly left?: bigint
      readonly fee?: (amount: bigint) => bigint
      readonly error?: TransferRejected
    } = {},
  ) => {
    const funds = { ...native, ...makeNativeFunds(160n), ...change }
    const asked: bigint[] = []
    const estimate = (amount: bigint) => {
      asked.push(amount)
      return amount + left > funds.balance
        ? Effect.fail(error)
        : Effect.succeed({ expected: 1n, most: fee(amount), transactionFields: {}, seconds: null })
    }
    return Effect.runPromise(Effect.result(findMaximum(funds, estimate, isFeeLacking))).then((found) => ({
      found,
      asked,
    }))
  }

  it("estimates the whole balance, and keeps that fee", async () => {
    expect(await finding({})).toMatchObject({ found: { success: { amount: 139n } }, asked: [160n] })
    expect(await finding(makeNativeFunds(21n))).toMatchObject({ found: { success: { amount: null } } })
  })

  it("estimates a part, and then what goes, when the node wants a fee to be left", async () => {
    expect(await finding({}, { left: 21n })).toMatchObject({
      found: { success: { amount: 139n, fee: { most: 21n } } },
      asked: [160n, 80n, 139n],
    })
    expect(await finding({}, { left: 100n, fee: () => 100n })).toMatchObject({
      found: { success: { amount: 60n } },
      asked: [160n, 80n, 10n, 60n],
    })
  })

  it("keeps the fee of what goes, when that is another one", async () => {
    const fee = (amount: bigint) => (amount > 100n ? 30n : 21n)
    expect(await finding({}, { left: 21n, fee })).toMatchObject({
      found: { success: { amount: 130n, fee: { most: 30n } } },
    })
  })

  it("fails as the whole balance does when no part can be estimated", async () => {
    expect(await finding({}, { left: 155n })).toMatchObject({ found: { failure: insufficient } })
  })

  it.each([
    ["the contract rejects it", {}, { left: 1n, error: reverting }],
    ["the fee is in another currency", { isNative: false }, { left: 1n }],
    ["another account pays the fee", { smart: true }, { left: 1n }],
  ] as const)("tries no part when %s", async (_, change, node) => {
    expect(await finding(change, node)).toMatchObject({ found: { _tag: "Failure" }, asked: [160n] })
  })
})

describe("findBatchShortfall", () => {
  const units = fc.bigInt({ min: 1n, max: 60n })
  const payments = fc.array(fc.record({ isNative: fc.boolean(), amount: units, fee: units }), {
    minLength: 1,
    maxLength: 6,
  })
  const toReviews = (
    wanted: readonly { readonly isNative: boolean; readonly amount: bigint; readonly fee: bigint }[],
    {
      balance,
      native,
      smart,
    }: { readonly balance: bigint; readonly native: bigint; readonly smart: boolean },
  ) =>
    wanted.map(
      ({ amount, fee, isNative }): FundedPayment => ({
        amount,
        holding: isNative ? makeHolding(coin, native) : makeHolding(usdc, balance),
        native,
        sponsored: smart,
        fee: { most: fee },
      }),
    )

  it("returns the first payment that would be refused after those before it were made, and what it lacks", () => {
    fc.assert(
      fc.property(
        payments,
        fc.record({ balance: fc.bigInt(0n, 200n), native: fc.bigInt(0n, 300n), smart: fc.boolean() }),
        (wanted, funds) => {
          const { smart } = funds
          let { balance, native: held } = funds
          const at = wanted.findIndex(({ amount, fee, isNative }) => {
            const own = isNative ? held : balance
            if (findShortfall({ amount, fee, balance: own, native: held, isNative, smart }) !== null)
              return true
            held -= (isNative ? amount : 0n) + (smart ? 0n : fee)
            balance -= isNative ? 0n : amount
            return false
          })
          const found = findBatchShortfall(toReviews(wanted, funds))
          expect(found?.at ?? -1).toBe(at)
          if (found === null) return
          const sum = (isNative: boolean) =>
            wanted
              .slice(0, at + 1)
              .reduce((all, one) => all + (one.isNative === isNative ? one.amount : 0n), 0n)
          const isNative = wanted[at]?.isNative === true
          // The fee is what is missing only where the amounts alone fit.
          expect(found.of).toBe(sum(isNative) > (isNative ? funds.native : funds.balance) ? "token" : "gas")
        },
      ),
      { numRuns: 300 },
    )
  })
})
