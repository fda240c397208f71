import type { RequestWarning } from "@wmodal/chains"
import { mainnet } from "@wmodal/protocol/networks"
import { describe, expect, it } from "vitest"
import { formatAddressGroups } from "../terminal/addressGroups.ts"
import { makeExplained, permit, unlimited } from "../testing/explained.ts"
import { payee } from "../testing/payments.ts"
import {
  dangerError,
  describeDanger,
  getDangerTitle,
  getDangerValue,
  getDangerValueToType,
  matchesTypedDanger,
  unconfirmedDangers,
} from "./dangers.ts"
import { toExplanationDocument } from "./explanationDocument.ts"
import { toExplanationFields } from "./explanationFields.ts"

const cases: readonly (readonly [RequestWarning, value: string, typed: string])[] = [
  [unlimited, payee, "dc79C8"],
  [{ _tag: "OtherChain", said: "137" }, "1", "1"],
  [{ _tag: "OtherChain", said: "" }, "1", "1"],
  [{ _tag: "OtherContract", contract: payee }, payee, "dc79C8"],
  [{ _tag: "Fails", text: "" }, "fails", "fails"],
  [{ _tag: "Fails", text: "paused" }, "fails", "fails"],
  [{ _tag: "Untried" }, "untried", "untried"],
  [{ _tag: "Blind" }, "blind", "blind"],
  [{ _tag: "OpenEnded" }, "open-ended", "open-ended"],
]

const owner = "9Tj3srBSxH7RFRCm8uharreY7ZBS49XSfpwCeYa7Xaqp"
const handover: RequestWarning = {
  _tag: "Handover",
  account: "oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96",
  to: owner,
}

describe("signing warnings", () => {
  it.each(cases)("acknowledges the warning by its value: %j", (danger, value, typed) => {
    expect(getDangerValue(danger, mainnet)).toBe(value)
    expect(unconfirmedDangers([danger], mainnet, [value.toLowerCase()])).toEqual([])
    expect(getDangerValueToType(danger, mainnet)).toBe(typed)
    for (const text of [typed.toUpperCase(), ` ${value} `])
      expect(matchesTypedDanger(danger, mainnet, text)).toBe(true)
    for (const text of ["", "yes", "dc79C", "137"])
      expect(matchesTypedDanger(danger, mainnet, text)).toBe(false)
  })

  it.each(cases)("describes the warning and its --confirm value: %j", (danger, value) => {
    const { reason } = dangerError(danger, mainnet)
    expect(reason).toMatchObject({
      _tag: "Guard",
      message: `${getDangerTitle(danger)}. ${describeDanger(danger, mainnet)}`,
      hint: `To continue: --confirm ${value}`,
    })
    expect(`${getDangerTitle(danger)}${describeDanger(danger, mainnet)}`).not.toMatch(/undefined|null/)
  })

  it("compares Solana addresses with their case", () => {
    expect(getDangerValue(handover, mainnet)).toBe(owner)
    expect(getDangerValueToType(handover, mainnet)).toBe("a7Xaqp")
    expect(matchesTypedDanger(handover, mainnet, "a7Xaqp")).toBe(true)
    expect(unconfirmedDangers([handover], mainnet, [owner])).toEqual([])
    expect(unconfirmedDangers([handover], mainnet, [owner.toLowerCase()])).toEqual([handover])
    expect(describeDanger(handover, mainnet)).toContain(owner)
  })

  it("formats a high fee in the native currency", () => {
    const high: RequestWarning = { _tag: "HighFee", fee: 10n ** 17n }
    expect(describeDanger(high, mainnet)).toBe("The fee would be 0.1 ETH.")
    expect(unconfirmedDangers([high], mainnet, ["high-fee"])).toEqual([])
  })

  it("requires the full value for each warning", () => {
    const other: RequestWarning = { ...unlimited, spender: permit.contract ?? "" }
    expect(unconfirmedDangers([unlimited, other], mainnet, [payee])).toEqual([other])
    expect(unconfirmedDangers([unlimited], mainnet, ["dc79C8"])).toEqual([unlimited])
  })
})

describe("explanations", () => {
  it("converts an explanation to a document with fields and warnings", () => {
    expect(toExplanationDocument(makeExplained(), mainnet)).toMatchObject({
      intent: "Authorize spending of tokens",
      contract: permit.contract,
      digest: permit.digest,
      fields: [
        { label: "Spender", address: payee },
        { label: "Amount", text: "Unlimited mUSDC", unlimited: true },
        { label: "Valid until", text: "2026-12-01 00:00 UTC" },
      ],
      dangers: [{ type: "UnlimitedApproval", confirm: payee }],
    })
  })

  it("labels an unknown call as unknown and lists nested calls with their contracts", () => {
    const inner = { ...permit, intent: null, contractName: null, contract: payee, value: 15n * 10n ** 17n }
    const outer = {
      ...permit,
      intent: null,
      fields: [
        { label: "Call", text: "Unknown call 0xab", value: { _tag: "Call" as const, call: inner } },
        ...permit.fields,
      ],
    }
    expect(toExplanationFields(outer, mainnet)).toEqual([
      { label: "Purpose", text: expect.stringMatching(/^! Unknown/) },
      { label: "Owner", text: "Mock Money" },
      { label: "Contract", text: `Mock USD Coin\n${formatAddressGroups(permit.contract ?? "")}` },
      { label: "Call", text: "Unknown call 0xab" },
      { label: "· Contract", text: formatAddressGroups(payee) },
      { label: "· Value", text: "1.5 ETH" },
      { label: "· Spender", text: formatAddressGroups(payee) },
      // The token differs from the called contract, so its address is added.
      { label: "· Amount", text: `Unlimited mUSDC\n${formatAddressGroups(permit.contract ?? "")}` },
      { label: "· Valid until", text: "2026-12-01 00:00 UTC" },
      { label: "Spender", text: formatAddressGroups(payee) },
      { label: "Amount", text: "Unlimited mUSDC" },
      { label: "Valid until", text: "2026-12-01 00:00 UTC" },
      { label: "Digest", text: permit.digest },
    ])
    expect(toExplanationDocument(makeExplained({ calls: [inner] }), mainnet)).toMatchObject({
      sends: inner.value,
    })
  })
})
