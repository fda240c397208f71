import { mainnet } from "@wmodal/protocol/networks"
import { Effect, Result } from "effect"
import { describe, expect, it } from "vitest"
import type { ExplainedField, Explanation, ReviewedRequest } from "../contract/Explanation.ts"
import { RequestTooLong } from "../contract/RequestTooLong.ts"
import { emptyExplanation } from "./emptyExplanation.ts"
import { limitReview, maxReviewLines, toWholeLine, toWholeText } from "./limitReview.ts"

const row = (label: string, text = "1"): ExplainedField => ({ label, text, value: { _tag: "Text" } })
const call = (fields: readonly ExplainedField[], intent: string | null = "Test"): Explanation => ({
  ...emptyExplanation,
  intent,
  fields,
  digest: "0x",
})
const nested = (inner: Explanation): ExplainedField => ({
  label: "Call",
  text: inner.intent ?? "unknown",
  value: { _tag: "Call", call: inner },
})
const amount = (
  units: bigint,
  text: string,
  label = "Amount",
  token: string | null = null,
): ExplainedField => ({
  label,
  text,
  value: { _tag: "Amount", units, token, unlimited: false },
})
const to = (address: string, label = "To"): ExplainedField => ({
  label,
  text: address,
  value: { _tag: "Address", address, name: null },
})
const repeat = <A>(count: number, make: (at: number) => A): readonly A[] =>
  Array.from({ length: count }, (_, at) => make(at))

const limit = (first: Explanation, ...rest: readonly Explanation[]) => {
  const reviewed: ReviewedRequest = { calls: [first, ...rest], dangers: [], trial: null }
  return Effect.runSync(Effect.result(limitReview(mainnet)(reviewed)))
}
const accepted = (first: Explanation, ...rest: readonly Explanation[]) =>
  Result.getOrThrow(limit(first, ...rest))
const totals = (first: Explanation, ...rest: readonly Explanation[]) =>
  (accepted(first, ...rest).totals ?? []).map(({ label, text }) => `${label}: ${text}`)
const long = repeat(60, (at) => row("Note", `${at}`))

describe("limitReview", () => {
  it("adds nothing to a request of a few rows", () => {
    expect(accepted(call([row("A")]))).toEqual({ calls: [call([row("A")])], dangers: [], trial: null })
  })

  it("takes an act for characters that cannot be seen, in a row and in a call within", () => {
    const drawn = call([row("Note", toWholeLine("pay \u202eeve"))])
    const hidden = [{ _tag: "HiddenCharacters" }]
    expect(accepted(drawn).dangers).toEqual(hidden)
    expect(accepted(call([row(toWholeLine("No\u200bte"))])).dangers).toEqual(hidden)
    expect(accepted(call([row("A"), nested(drawn)])).dangers).toEqual(hidden)
  })

  it("keeps every row and takes an act when a request is long", () => {
    const { calls, dangers } = accepted(call(long))
    expect(calls[0].fields).toEqual(long)
    expect(dangers).toEqual([{ _tag: "Long", lines: 61 }])
  })

  it.each([
    ["its rows", [call(repeat(1_500, () => row("A")))], 1_501],
    [
      "the rows of its nested calls",
      [call(repeat(30, () => nested(call(repeat(50, () => row("A"))))))],
      1_531,
    ],
    ["the rows of several calls", repeat(3, () => call(repeat(500, () => row("A")))), 1_503],
    ["a long text", [call([row("Message", "x".repeat(90_000))])], 1_127],
    ["a text that is cut", [call([row("Message", toWholeText("x".repeat(900_000)))])], 1_252],
    ["a line that is cut", [call([row("Message", toWholeLine("x".repeat(900_000)))])], 1_252],
    ["the lines of a text", [call([row("Message", "x\n".repeat(1_200))])], 1_202],
    ["a long label", [call([row("x".repeat(90_000))])], 1_127],
  ])("refuses by the number and the bound for %s", (_, [first = call([]), ...rest], count) => {
    const said = limit(first, ...rest)
    const error = Result.isFailure(said) ? said.failure : null
    expect(error).toEqual(new RequestTooLong({ what: "lines", count, most: maxReviewLines }))
    expect(error?.message).toBe(
      `The request has ${count} lines, and at most 1000 can be reviewed. No wallet received it.`,
    )
    expect(error?.code).toBe(-32602)
  })
})

describe("sumUpCalls", () => {
  it("shows the largest of many payments first, with the sum of all", () => {
    const dust = repeat(58, (at) => [amount(1_000n, "0.00001 BTC", "Send"), to(`dust${at}`)]).flat()
    const said = totals(call([...dust, amount(19_900_000_000n, "199 BTC", "Send"), to("thief")], "Send"))
    expect(said.slice(0, 3)).toEqual(["Paid in all: 199.00058 BTC", "Pays: 199 BTC", "To: thief"])
    expect(said.slice(-2)).toEqual(["Pays: 0.00054 BTC", "To: 54 others, none of them more"])
  })

  it("names a single call among many others first, and its addresses", () => {
    const said = totals(
      call([
        ...repeat(120, () => nested(call([], "Refund"))),
        nested(call([amount(900n, "900 USDC", "Send", "0xusdc"), to("0xthief", "Beneficiary")], "Swap")),
      ]),
    )
    expect(said).toEqual([
      "Swap: Send: 900 USDC",
      "Swap: Beneficiary: 0xthief",
      "Makes: 1 × Test",
      "Makes: 1 × Swap",
      "Makes: 120 × Refund",
    ])
  })

  it("sums up numbered rows of one kind, per token, and names the rare addresses", () => {
    const said = totals(
      call([
        ...repeat(30, (at) => amount(15n * 10n ** 17n, "1.5 ETH", `Offer ${at + 1}: Amount`)),
        amount(7n, "7 base units of 0xa", "Offer 31: Amount", "0xa"),
        ...repeat(30, (at) => to("0xmine", `to[${at}].who`)),
        to("0xthief", "to[30].who"),
      ]),
    )
    expect(said).toEqual([
      "Offer: Amount × 30: 45 ETH",
      "Offer: Amount: 7 base units of 0xa",
      "to[].who: 0xthief",
      "to[].who × 30: 0xmine",
    ])
  })

  it("adds up what several calls send, and keeps an unlimited amount unlimited", () => {
    const all = { _tag: "Amount", units: 2n ** 256n - 1n, token: "0xa", unlimited: true } as const
    const said = totals(
      { ...call(long), value: 10n ** 18n },
      {
        ...call([
          amount(5n, "0.000005 USDC", "Amount", "0xa"),
          { label: "Amount", text: "Unlimited USDC", value: all },
          to("0xspender", "Spender"),
        ]),
        value: 2n * 10n ** 18n,
      },
    )
    expect(said).toEqual([
      "Sent in all: 3 ETH",
      "Amount × 2: Unlimited USDC",
      "Spender: 0xspender",
      "Makes: 2 × Test",
    ])
  })

  it("counts the addresses that it does not name, and stays on one screen", () => {
    const many = totals(call(repeat(80, (at) => to(`0x${at}`, "Recipient"))))
    expect(many).toEqual([...repeat(4, (at) => `Recipient: 0x${at}`), "Recipient: 76 other addresses"])
    const kinds = totals(call(repeat(80, (at) => to("0xa", `Kind ${String.fromCharCode(200 + at)}`))))
    expect([kinds.length, kinds.at(-1)]).toEqual([41, "More totals: 40: the list has them"])
  })
})
