import type { Stop } from "@wmodal/core/flows"
import { Cause, Effect, Exit } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { burns, double, firstTime, lookAlike, payee } from "../testing/payments.ts"
import { differing, isTyped, refuseStop, stopsLeft, valueToType, withinLimit, worst } from "./stops.ts"

describe("stops", () => {
  it("are passed by the whole address and nothing less, in any case", () => {
    expect(stopsLeft([firstTime], [payee.toLowerCase()])).toEqual([])
    for (const value of ["", payee.slice(0, -1), payee.slice(2), `${payee}0`, double, "yes"]) {
      expect(stopsLeft([firstTime], [value])).toEqual([firstTime])
    }
    expect(stopsLeft([lookAlike], [payee])).toEqual([lookAlike])
    expect(stopsLeft([lookAlike], [payee, double])).toEqual([])
  })

  it("ask once for each address, for the worst of it", () => {
    expect(worst([{ _tag: "FirstTime", address: double }, lookAlike, firstTime])).toEqual([
      lookAlike,
      firstTime,
    ])
  })

  it("want the differing middle typed, or the end, or the word", () => {
    expect(valueToType(lookAlike)).toBe("a1b2")
    expect(isTyped(lookAlike, "[A1B2]")).toBe(true)
    expect(isTyped(lookAlike, "7997")).toBe(false)
    expect(isTyped(firstTime, "dc79C8")).toBe(true)
    expect(isTyped(firstTime, "70997")).toBe(false)
    expect(isTyped(burns, "burn")).toBe(true)
    expect(isTyped(burns, "y")).toBe(false)
  })

  it("of a look-alike can never be passed by what both addresses have", () => {
    const hex = fc.stringMatching(/^[0-9a-f]{40}$/)
    fc.assert(
      fc.property(hex, hex, (one, other) => {
        fc.pre(one !== other)
        const stop = { _tag: "LookAlike", address: `0x${one}`, known: `0x${other}` } as const
        const same = { _tag: "LookAlike", address: `0x${other}`, known: `0x${one}` } as const
        expect(isTyped(stop, valueToType(same))).toBe(false)
        expect(isTyped(stop, "")).toBe(false)
        expect(differing(stop.address, stop.known)).toContain(true)
      }),
    )
  })

  it("tell addresses of base58 apart by capital letters alone, also in what is typed", () => {
    const known = "9Tj3srBSxH7RFRCm8uharreY7ZBS49XSfpwCeYa7Xaqp"
    const address = "9Tj3srBSxH7RFRCm8uharREY7ZBS49XSfpwCeYa7Xaqp"
    const stop: Stop = { _tag: "LookAlike", address, known }
    expect(stopsLeft([stop], [known])).toEqual([stop])
    expect(stopsLeft([stop], [address])).toEqual([])
    expect(valueToType(stop)).toBe("rREY")
    expect(isTyped(stop, "[rREY]")).toBe(true)
    expect(isTyped(stop, "rreY")).toBe(false)
    expect(worst([stop, { _tag: "FirstTime", address: known }])).toHaveLength(2)
  })

  it("say how they are passed; the value of a look-alike is not made ready to copy", () => {
    expect(refuseStop(firstTime).reason).toMatchObject({
      _tag: "Guard",
      hint: `If it is right: --confirm ${payee}`,
    })
    expect(JSON.stringify(refuseStop(lookAlike).reason)).not.toContain(`--confirm ${double}`)
  })
})

describe("--max-usd", () => {
  const held = (fiat: Parameters<typeof withinLimit>[0], limit: string | null) => {
    const exit = Effect.runSyncExit(withinLimit(fiat, limit))
    return Exit.isSuccess(exit) ? "held" : Cause.squash(exit.cause)
  }

  it("holds at equality, refuses a hair more, and what nobody knows the worth of", () => {
    expect(held({ units: 9950n, decimals: 2 }, "99.5")).toBe("held")
    expect(held({ units: 9_950_000_001n, decimals: 8 }, "99.5")).toMatchObject({ reason: { _tag: "Guard" } })
    expect(held(null, "1000000")).toMatchObject({ reason: { _tag: "Guard" } })
    expect(held(null, null)).toBe("held")
  })
})
