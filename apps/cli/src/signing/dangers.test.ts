import type { RequestWarning } from "@wmodal/chains"
import { mainnet } from "@wmodal/protocol/networks"
import { describe, expect, it } from "vitest"
import { formatAddressGroups } from "../terminal/addressGroups.ts"
import { makeExplained, permit, unlimited } from "../testing/explained.ts"
import { payee } from "../testing/payments.ts"
import { describeDanger, getDangerTitle, toDangerPrompts } from "./dangers.ts"
import { toExplanationDocument, toExplanationFields } from "./explanation.ts"

const cases: readonly (readonly [RequestWarning, value: string, typed: string])[] = [
  [unlimited, payee, "dc79C8"],
  [{ ...unlimited, _tag: "LargeApproval", taking: "much" }, payee, "dc79C8"],
  [{ _tag: "KeySeed" }, "key", "key"],
  [{ _tag: "OtherAccount", said: payee }, "other-account", "other-account"],
  [{ _tag: "BrokenSignIn" }, "broken-sign-in", "broken-sign-in"],
  [{ _tag: "Giveaway" }, "giveaway", "giveaway"],
  [{ _tag: "OtherChain", said: "137" }, "137", "137"],
  [{ _tag: "OtherChain", said: "" }, "every-chain", "every-chain"],
  [{ _tag: "OtherContract", contract: payee }, payee, "dc79C8"],
  [{ _tag: "Fails", text: "" }, "fails", "fails"],
  [{ _tag: "Fails", text: "paused" }, "fails", "fails"],
  [{ _tag: "Untried" }, "untried", "untried"],
  [{ _tag: "Blind" }, "blind", "blind"],
  [{ _tag: "HiddenCharacters" }, "hidden", "hidden"],
  [{ _tag: "Delegation", said: "stated" }, "delegation", "delegation"],
  [{ _tag: "Delegation", said: "unstated" }, "delegation", "delegation"],
  [{ _tag: "Delegation", said: "unreadable" }, "delegation", "delegation"],
  [{ _tag: "OpenEnded" }, "open-ended", "open-ended"],
  [{ _tag: "UnlimitedSession", symbol: "ETH" }, "no-limit", "no-limit"],
  [{ _tag: "EndlessSession" }, "no-end", "no-end"],
  [{ _tag: "UnknownPermission", type: "contract-call" }, "contract-call", "contract-call"],
]

/** Returns the prompt of a warning that nothing confirms. */
const toPrompt = (danger: RequestWarning) => {
  const [prompt] = toDangerPrompts([danger], mainnet, [])
  if (prompt === undefined) throw new Error("no prompt")
  return prompt
}

const owner = "9Tj3srBSxH7RFRCm8uharreY7ZBS49XSfpwCeYa7Xaqp"
const handover: RequestWarning = {
  _tag: "Handover",
  account: "oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96",
  to: owner,
}

describe("signing warnings", () => {
  it.each(cases)("acknowledges the warning by its value: %j", (danger, value, typed) => {
    expect(describeDanger(danger, mainnet).value).toBe(value)
    expect(toDangerPrompts([danger], mainnet, [value.toLowerCase()])).toEqual([])
    const { label, matches } = toPrompt(danger)
    expect(label).toMatch(/ Type .+:$/)
    for (const text of [typed, typed.toUpperCase(), ` ${value} `]) expect(matches(text)).toBe(true)
    for (const text of ["", "yes", "dc79C", "1"]) expect(matches(text)).toBe(false)
  })

  it.each(cases)("describes the warning and its --confirm value: %j", (danger, value) => {
    const { details } = describeDanger(danger, mainnet)
    expect(toPrompt(danger).error.reason).toMatchObject({
      _tag: "Guard",
      message: `${getDangerTitle(danger)}. ${details}`,
      hint: `To continue: --confirm ${value}`,
    })
    expect(`${getDangerTitle(danger)}${details}`).not.toMatch(/undefined|null/)
  })

  it("compares Solana addresses with their case", () => {
    expect(describeDanger(handover, mainnet).value).toBe(owner)
    expect(toPrompt(handover).matches("a7Xaqp")).toBe(true)
    expect(toDangerPrompts([handover], mainnet, [owner])).toEqual([])
    expect(toDangerPrompts([handover], mainnet, [owner.toLowerCase()])).toHaveLength(1)
    expect(describeDanger(handover, mainnet).details).toContain(owner)
  })

  it("formats a high fee in the native currency", () => {
    const high: RequestWarning = { _tag: "HighFee", fee: 10n ** 17n }
    expect(describeDanger(high, mainnet).details).toBe(
      "The fee would be 0.1 ETH, far more than usual. It cannot be refunded.",
    )
    expect(toDangerPrompts([high], mainnet, ["high-fee"])).toEqual([])
  })

  it("says the amount that a call does not mention", () => {
    const unsaid: RequestWarning = { _tag: "UnsaidValue", value: 10n ** 19n }
    expect(describeDanger(unsaid, mainnet).details).toMatch(/^It sends 10 ETH\./)
    expect(toDangerPrompts([unsaid], mainnet, ["unsaid-value"])).toEqual([])
  })

  it("says how much of the balance could be taken, a small part too", () => {
    const large = { ...unlimited, _tag: "LargeApproval" } as const
    expect(describeDanger({ ...large, taking: "part" }, mainnet).title).toMatch(
      /^Part of your balance could be taken/,
    )
    expect(describeDanger({ ...large, taking: "much" }, mainnet).title).toMatch(
      /^Much of your balance could be taken/,
    )
  })

  it.each<readonly [RequestWarning, said: string]>([
    [unlimited, "take all of it, now and later"],
    [{ ...unlimited, _tag: "LargeApproval", taking: "everything" }, "take it without asking again"],
    [{ _tag: "UnlimitedSession", symbol: "ETH" }, "take all of your ETH without asking you"],
  ])("says until when something may be taken: %j", (danger, said) => {
    const ending = { ...danger, until: Date.UTC(2026, 11, 28, 9) }
    expect(describeDanger(danger, mainnet).details).toContain(`${said}, until you revoke it.`)
    expect(describeDanger(ending, mainnet).details).toContain(`${said}, until 2026-12-28 09:00 UTC.`)
    expect(toExplanationDocument(makeExplained({ dangers: [ending] }), mainnet).dangers).toEqual([
      expect.objectContaining({ type: danger._tag, until: "2026-12-28T09:00:00.000Z" }),
    ])
    expect(
      toExplanationDocument(makeExplained({ dangers: [danger] }), mainnet).dangers[0],
    ).not.toHaveProperty("until")
  })

  it("requires the full value for each warning", () => {
    const other: RequestWarning = { ...unlimited, spender: permit.contract ?? "" }
    const [prompt, ...more] = toDangerPrompts([unlimited, other], mainnet, [payee])
    expect(prompt?.matches(other.spender)).toBe(true)
    expect(more).toEqual([])
    expect(toDangerPrompts([unlimited], mainnet, ["dc79C8"])).toHaveLength(1)
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
