import type { SendReview } from "@wmodal/core/flows"
import { describe, expect, it } from "vitest"
import { double, entryOf, etherReview, payee, tokenReview } from "../testing/payments.ts"
import { type Checked, nativeBalance, objectionTo, totals, totalWorth } from "./batchChecks.ts"

const eth = 10n ** 18n
const hash = `0x${"ab".repeat(32)}`
const to = (address: string) => ({ address, name: null, image: null })

const lines = (...reviews: readonly SendReview[]): readonly Checked[] =>
  reviews.map((review, at) => ({
    line: { line: at + 2, amount: "1", token: "x", to: review.to.address },
    review,
  }))

const around = { native: 10n * eth, entries: [], confirm: [], now: 1_000_000 }
const objection = (checked: readonly Checked[], change: Partial<Parameters<typeof objectionTo>[1]> = {}) =>
  objectionTo(checked, { ...around, ...change })

describe("a batch as a whole", () => {
  it("may hold different payments to one address, and one payment to different addresses", () => {
    expect(
      objection(
        lines(etherReview(), etherReview({ amount: 1n }), etherReview({ to: to(double) }), tokenReview()),
      ),
    ).toBeNull()
  })

  it("holds no payment twice, however it was written", () => {
    const shouted = { ...etherReview(), to: to(payee.toUpperCase().replace("0X", "0x")) }
    expect(objection(lines(etherReview(), tokenReview(), shouted))).toMatchObject({
      line: 4,
      mishap: { reason: { _tag: "Usage", message: expect.stringContaining("line 2") } },
    })
  })

  it("must be affordable with all its fees: to the last unit, and not one more", () => {
    const fee = etherReview().fee.most
    const rest = (less: bigint) =>
      lines(etherReview(), etherReview({ to: to(double), amount: 10n * eth - eth / 2n - 2n * fee + less }))
    expect(objection(rest(0n))).toBeNull()
    expect(objection(rest(1n))).toMatchObject({
      line: 3,
      mishap: { reason: { _tag: "Insufficient", of: "gas" } },
    })
    const tokens = (second: bigint) => lines(tokenReview(), tokenReview({ to: to(double), amount: second }))
    expect(objection(tokens(7_500_000n))).toBeNull()
    expect(objection(tokens(7_500_001n))).toMatchObject({
      line: 3,
      mishap: { reason: { _tag: "Insufficient", of: "token" } },
    })
  })

  it.each(["Confirmed", "Sent", "Lost"] as const)("is not paid again where it was: %s", (tag) => {
    const state =
      tag === "Confirmed"
        ? { _tag: tag, hash, at: 1, fee: 1n }
        : tag === "Sent"
          ? { _tag: tag, hash }
          : { _tag: tag }
    const entries = [entryOf(etherReview(), state)]
    const handle = tag === "Lost" ? "entry-0001" : hash
    expect(objection(lines(tokenReview(), etherReview()), { entries })).toMatchObject({
      line: 3,
      mishap: { reason: { _tag: "Guard", message: expect.stringContaining(handle) } },
    })
    expect(objection(lines(etherReview()), { entries, confirm: [handle] })).toBeNull()
    expect(objection(lines(etherReview({ amount: 1n })), { entries })).toBeNull()
    expect(objection(lines(etherReview()), { entries, now: 4 * 24 * 3_600_000 })).toBeNull()
  })

  it.each(["Reverted", "Declined"] as const)("is paid again where nothing was paid: %s", (tag) => {
    const state = tag === "Reverted" ? { _tag: tag, hash, at: 1, fee: 1n } : { _tag: tag }
    expect(objection(lines(etherReview()), { entries: [entryOf(etherReview(), state)] })).toBeNull()
  })

  it("is worth what its payments are, where that is known of each", () => {
    expect(totalWorth(lines(etherReview(), etherReview()))).toEqual({ units: 2500n, decimals: 0 })
    expect(totalWorth(lines(etherReview(), tokenReview()))).toBeNull()
    expect(totals(lines(etherReview(), tokenReview(), etherReview()))).toEqual([
      "1 ETH",
      "12.5 mUSDC",
      "about 0.000126 ETH of fees",
    ])
    expect(nativeBalance(lines(tokenReview()), [])).toBeNull()
    expect(nativeBalance(lines(tokenReview()), [etherReview().holding])).toBe(10n * eth)
  })
})
