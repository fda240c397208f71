import type { RecipientWarning } from "@wmodal/core/flows"
import { Cause, Effect, Exit } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { burns, firstTime, lookAlike, lookAlikeAddress, makeTokenReview, payee } from "../testing/payments.ts"
import {
  compareGroups,
  getWorstWarnings,
  requireWithinLimit,
  toPaymentPrompts,
  toRecipientPrompt,
  unconfirmedWarnings,
} from "./warnings.ts"

describe("recipient warnings", () => {
  it("accepts only the whole address as confirmation, in any case", () => {
    expect(unconfirmedWarnings([firstTime], [payee.toLowerCase()])).toEqual([])
    for (const value of ["", payee.slice(0, -1), payee.slice(2), `${payee}0`, lookAlikeAddress, "yes"]) {
      expect(unconfirmedWarnings([firstTime], [value])).toEqual([firstTime])
    }
    expect(unconfirmedWarnings([lookAlike], [payee])).toEqual([lookAlike])
    expect(unconfirmedWarnings([lookAlike], [payee, lookAlikeAddress])).toEqual([])
  })

  it("requires the address of a name with accents, and says which name it reads like", () => {
    const stop = {
      _tag: "LookAlikeName",
      address: payee,
      name: "alic\u00e9.eth",
      reads: "alice.eth",
    } as const
    expect(getWorstWarnings([firstTime, stop])).toEqual([stop])
    expect(toRecipientPrompt(stop).value).toBe(payee.slice(-6))
    expect(toRecipientPrompt(stop).error.reason).toMatchObject({
      message: expect.stringContaining("reads like alice.eth"),
      hint: `To send anyway: --confirm ${payee}`,
    })
  })

  it("keeps the most severe warning of each address", () => {
    expect(
      getWorstWarnings([{ _tag: "FirstTime", address: lookAlikeAddress }, lookAlike, firstTime]),
    ).toEqual([lookAlike, firstTime])
  })

  it("requires the differing group, the last characters or the word to be typed", () => {
    expect(toRecipientPrompt(lookAlike).value).toBe("a1b2")
    expect(toRecipientPrompt(lookAlike).matches("[A1B2]")).toBe(true)
    expect(toRecipientPrompt(lookAlike).matches("7997")).toBe(false)
    expect(toRecipientPrompt(firstTime).matches("dc79C8")).toBe(true)
    expect(toRecipientPrompt(firstTime).matches("70997")).toBe(false)
    expect(toRecipientPrompt(burns).matches("burn")).toBe(true)
    expect(toRecipientPrompt(burns).matches("y")).toBe(false)
  })

  it("rejects a typed group that both look-alike addresses share", () => {
    const hex = fc.stringMatching(/^[0-9a-f]{40}$/)
    fc.assert(
      fc.property(hex, hex, (one, other) => {
        fc.pre(one !== other)
        const stop = { _tag: "LookAlike", address: `0x${one}`, known: `0x${other}` } as const
        const same = { _tag: "LookAlike", address: `0x${other}`, known: `0x${one}` } as const
        expect(toRecipientPrompt(stop).matches(toRecipientPrompt(same).value)).toBe(false)
        expect(toRecipientPrompt(stop).matches("")).toBe(false)
        expect(compareGroups(stop.address, stop.known)).toContain(true)
      }),
    )
  })

  it("distinguishes base58 addresses by case, also in typed values", () => {
    const known = "9Tj3srBSxH7RFRCm8uharreY7ZBS49XSfpwCeYa7Xaqp"
    const address = "9Tj3srBSxH7RFRCm8uharREY7ZBS49XSfpwCeYa7Xaqp"
    const stop: RecipientWarning = { _tag: "LookAlike", address, known }
    expect(unconfirmedWarnings([stop], [known])).toEqual([stop])
    expect(unconfirmedWarnings([stop], [address])).toEqual([])
    expect(toRecipientPrompt(stop).value).toBe("rREY")
    expect(toRecipientPrompt(stop).matches("[rREY]")).toBe(true)
    expect(toRecipientPrompt(stop).matches("rreY")).toBe(false)
    expect(getWorstWarnings([stop, { _tag: "FirstTime", address: known }])).toHaveLength(2)
  })

  it("returns the --confirm hint, except for a look-alike", () => {
    expect(toRecipientPrompt(firstTime).error.reason).toMatchObject({
      _tag: "Guard",
      hint: `To send anyway: --confirm ${payee}`,
    })
    expect(JSON.stringify(toRecipientPrompt(lookAlike).error.reason)).not.toContain(
      `--confirm ${lookAlikeAddress}`,
    )
  })
})

describe("warnings of the payment itself", () => {
  const untried = { _tag: "Untried" } as const
  const undelivered = { _tag: "Undelivered", received: -1n } as const
  const keyless = { _tag: "Keyless" } as const

  it.each([
    [untried, "untried", "Not simulated."],
    [keyless, "keyless", "Perhaps no key can spend what is sent."],
    [undelivered, "undelivered", "The recipient receives 0 mUSDC of 12.5 mUSDC."],
  ] as const)(
    "requires a word of its own for %o, which the address does not confirm",
    (stop, value, message) => {
      const review = makeTokenReview({ stops: [firstTime, stop] })
      expect(toPaymentPrompts(review, [payee]).map(({ error }) => error.reason)).toEqual([
        { _tag: "Guard", message, hint: `To send anyway: --confirm ${value}` },
      ])
      expect(toPaymentPrompts(review, [value])).toHaveLength(1)
      expect(toPaymentPrompts(review, [payee, value.toUpperCase()])).toEqual([])
      const [prompt] = toPaymentPrompts(review, [payee])
      expect(["", "y", payee, value].map((text) => prompt?.matches(text))).toEqual([
        false,
        false,
        false,
        true,
      ])
    },
  )

  it("keeps them with the most severe warning of the recipient", () => {
    expect(getWorstWarnings([firstTime, untried, undelivered, keyless])).toEqual([
      firstTime,
      untried,
      undelivered,
      keyless,
    ])
  })
})

describe("--max-usd", () => {
  const held = (fiat: Parameters<typeof requireWithinLimit>[0], limit: string | null) => {
    const exit = Effect.runSyncExit(requireWithinLimit(fiat, limit))
    return Exit.isSuccess(exit) ? "held" : Cause.squash(exit.cause)
  }

  it("accepts the exact limit and rejects more or an unknown worth", () => {
    expect(held({ units: 9950n, decimals: 2 }, "99.5")).toBe("held")
    expect(held({ units: 9_950_000_001n, decimals: 8 }, "99.5")).toMatchObject({ reason: { _tag: "Guard" } })
    expect(held(null, "1000000")).toMatchObject({ reason: { _tag: "Guard" } })
    expect(held(null, null)).toBe("held")
  })
})
