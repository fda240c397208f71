import type { EntryState, SendReview } from "@wmodal/core/flows"
import { describe, expect, it } from "vitest"
import {
  lookAlikeAddress,
  makeEntry,
  makeEtherReview,
  makeLinkedReview,
  makeTokenReview,
  payee,
} from "../testing/payments.ts"
import { type CheckedPayment, findObjection, formatTotals, isUnclear, wasPaid } from "./batchChecks.ts"
import { sumDecimals } from "./paymentDocument.ts"

const eth = 10n ** 18n
const hash = `0x${"ab".repeat(32)}`
const makeReviewTo = (address: string) => ({ address, name: null, image: null })

const toCheckedPayments = (...reviews: readonly SendReview[]): readonly CheckedPayment[] =>
  reviews.map((review, at) => ({
    line: { line: at + 2, amount: "1", token: "x", to: review.to.address },
    review,
  }))

const checkDeps = { entries: [], confirm: [], now: 1_000_000 }
const getObjection = (
  checked: readonly CheckedPayment[],
  change: Partial<Parameters<typeof findObjection>[1]> = {},
) => findObjection(checked, { ...checkDeps, ...change })

/** The total worth. */
const sumWorth = (checked: readonly CheckedPayment[]) => sumDecimals(checked.map(({ review }) => review.fiat))

describe("findObjection and sumDecimals", () => {
  it("accepts different payments to one address and one payment to different addresses", () => {
    expect(
      getObjection(
        toCheckedPayments(
          makeEtherReview(),
          makeEtherReview({ amount: 1n }),
          makeEtherReview({ to: makeReviewTo(lookAlikeAddress) }),
          makeTokenReview(),
        ),
      ),
    ).toBeNull()
  })

  it("rejects a repeated payment, also when the address differs in case", () => {
    const shouted = { ...makeEtherReview(), to: makeReviewTo(payee.toUpperCase().replace("0X", "0x")) }
    expect(getObjection(toCheckedPayments(makeEtherReview(), makeTokenReview(), shouted))).toMatchObject({
      line: 4,
      itemError: { reason: { _tag: "Usage", message: expect.stringContaining("line 2") } },
    })
  })

  it("tells payments to one address apart by their memo and their references", () => {
    const one = makeLinkedReview({ memo: "111", references: [] })
    const other = makeLinkedReview({ memo: "222", references: [] })
    const referring = makeLinkedReview({ references: [payee] })
    expect(getObjection(toCheckedPayments(one, other, referring, makeLinkedReview({})))).toBeNull()
    expect(getObjection(toCheckedPayments(one, other, one))).toMatchObject({ line: 4 })
    expect(getObjection(toCheckedPayments(other, referring, referring))).toMatchObject({ line: 4 })
  })

  it("finds an earlier payment with the same memo, and none with another", () => {
    const entries = [makeEntry(makeLinkedReview({ memo: "111" }), { _tag: "Sent", hash })]
    const pay = (memo: string) => getObjection(toCheckedPayments(makeLinkedReview({ memo })), { entries })
    expect(pay("222")).toBeNull()
    expect(pay("111")).toMatchObject({ itemError: { reason: { _tag: "Guard" } } })
  })

  it("accepts a total with fees up to the exact balance and rejects one unit more", () => {
    const fee = makeEtherReview().fee.most
    const rest = (less: bigint) =>
      toCheckedPayments(
        makeEtherReview(),
        makeEtherReview({
          to: makeReviewTo(lookAlikeAddress),
          amount: 10n * eth - eth / 2n - 2n * fee + less,
        }),
      )
    expect(getObjection(rest(0n))).toBeNull()
    expect(getObjection(rest(1n))).toMatchObject({
      line: 3,
      itemError: { reason: { _tag: "Insufficient", of: "gas" } },
    })
    const tokens = (second: bigint) =>
      toCheckedPayments(
        makeTokenReview(),
        makeTokenReview({ to: makeReviewTo(lookAlikeAddress), amount: second }),
      )
    expect(getObjection(tokens(7_500_000n))).toBeNull()
    expect(getObjection(tokens(7_500_001n))).toMatchObject({
      line: 3,
      itemError: { reason: { _tag: "Insufficient", of: "token" } },
    })
  })

  it("says that the amounts exceed the balance, not that the fee is missing, when they do so alone", () => {
    const both = (second: bigint) =>
      toCheckedPayments(
        makeEtherReview({ amount: 6n * eth }),
        makeEtherReview({ to: makeReviewTo(lookAlikeAddress), amount: second }),
      )
    const refused = (of: "token" | "gas") => ({
      line: 3,
      itemError: { reason: { _tag: "Insufficient", of } },
    })
    expect(getObjection(both(6n * eth))).toMatchObject(refused("token"))
    expect(getObjection(both(4n * eth + 1n))).toMatchObject(refused("token"))
    expect(getObjection(both(4n * eth))).toMatchObject(refused("gas"))
  })

  it("asks for the fees of tokens by the native balance of each review, which the account's list may not have", () => {
    const pay = (native: bigint, sponsored = false) =>
      getObjection(
        toCheckedPayments(
          makeTokenReview({ native, sponsored, amount: 1n }),
          makeTokenReview({ native, sponsored, amount: 2n }),
        ),
      )
    const fee = makeTokenReview().fee.most
    expect(pay(2n * fee + 1n)).toBeNull()
    expect(pay(2n * fee)).toMatchObject({
      line: 3,
      itemError: { reason: { _tag: "Insufficient", of: "gas" } },
    })
    expect(pay(0n, true)).toBeNull()
  })

  it.each(["Confirmed", "Sent", "Lost"] as const)(
    "rejects an earlier payment in state %s unless --confirm names it",
    (tag) => {
      const state =
        tag === "Confirmed"
          ? { _tag: tag, hash, at: 1, fee: 1n }
          : tag === "Sent"
            ? { _tag: tag, hash }
            : { _tag: tag }
      const entries = [makeEntry(makeEtherReview(), state)]
      const handle = tag === "Lost" ? "entry-0001" : hash
      expect(
        getObjection(toCheckedPayments(makeTokenReview(), makeEtherReview()), { entries }),
      ).toMatchObject({
        line: 3,
        itemError: { reason: { _tag: "Guard", message: expect.stringContaining(handle) } },
      })
      expect(getObjection(toCheckedPayments(makeEtherReview()), { entries, confirm: [handle] })).toBeNull()
      expect(getObjection(toCheckedPayments(makeEtherReview({ amount: 1n })), { entries })).toBeNull()
      expect(
        getObjection(toCheckedPayments(makeEtherReview()), { entries, now: 4 * 24 * 3_600_000 }),
      ).toBeNull()
    },
  )

  it.each([
    ["Confirmed", "Remove the line, or pay again with --confirm"],
    ["Sent", "Check its status first: wmodal watch"],
    ["Mined", "Check its status first: wmodal watch"],
  ] as const)("says what to do about an earlier payment in state %s", (tag, hint) => {
    const state = tag === "Sent" ? { _tag: tag, hash } : { _tag: tag, hash, at: 1, fee: 1n }
    const entries = [makeEntry(makeEtherReview(), state)]
    expect(getObjection(toCheckedPayments(makeEtherReview()), { entries })).toMatchObject({
      itemError: {
        reason: {
          hint: tag === "Mined" ? `${hint} ${hash}. To pay again: --confirm ${hash}` : `${hint} ${hash}`,
        },
      },
    })
  })

  it.each(["Reverted", "Declined"] as const)("accepts an earlier payment in state %s", (tag) => {
    const state = tag === "Reverted" ? { _tag: tag, hash, at: 1, fee: 1n } : { _tag: tag }
    expect(
      getObjection(toCheckedPayments(makeEtherReview()), { entries: [makeEntry(makeEtherReview(), state)] }),
    ).toBeNull()
  })

  it("returns the total worth when the worth of every payment is known", () => {
    expect(sumWorth(toCheckedPayments(makeEtherReview(), makeEtherReview()))).toEqual({
      units: 2500n,
      decimals: 0,
    })
    expect(sumWorth(toCheckedPayments(makeEtherReview(), makeTokenReview()))).toBeNull()
    expect(formatTotals(toCheckedPayments(makeEtherReview(), makeTokenReview(), makeEtherReview()))).toEqual([
      "1 ETH",
      "12.5 mUSDC",
      "about 0.000126 ETH of fees",
    ])
  })
})

describe("wasPaid and isUnclear", () => {
  const of = (state: EntryState) => {
    const entry = makeEntry(makeEtherReview(), state)
    return [wasPaid(entry), isUnclear(entry)]
  }
  const outcome = { hash, at: null, fee: null }

  it.each<EntryState>([
    { _tag: "Asked" },
    { _tag: "Lost" },
    { _tag: "Unanswered", hash },
    { _tag: "Dropped", hash },
    { _tag: "Mined", ...outcome },
    { _tag: "PartlyReverted", ...outcome },
  ])("calls a payment unclear that may be made: $_tag", (state) => {
    expect(of(state)).toEqual([true, true])
  })

  it("tells made payments from those that surely are not", () => {
    expect(of({ _tag: "Sent", hash })).toEqual([true, false])
    expect(of({ _tag: "Confirmed", ...outcome })).toEqual([true, false])
    expect(of({ _tag: "NotSent", text: "" })).toEqual([false, false])
    expect(of({ _tag: "Reverted", ...outcome })).toEqual([false, false])
    expect(of({ _tag: "Replaced", hash, by: hash })).toEqual([false, false])
  })
})
