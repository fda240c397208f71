import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { groupsOf } from "../../ui/AddressGroups.tsx"
import { askedGroup, differingGroups, isAnswer } from "./addressMarks.ts"

const known = "0x52908400098527886E0F7030069857D29c9c0f3a"
const alike = "0x52908400098527886E0F7031169857D29c9c0f3a"

const hex = fc.string({ unit: fc.constantFrom(..."0123456789abcdefABCDEF"), minLength: 40, maxLength: 40 })
const addresses = hex.map((digits) => `0x${digits}`)

describe("what is marked in an address", () => {
  it("is where it differs, whatever the capitals", () => {
    expect([...differingGroups(alike, known)]).toEqual([6])
    expect(differingGroups(known.toLowerCase(), known).size).toBe(0)
  })

  it("is asked for where it differs, and never at an end if it can be helped", () => {
    expect(groupsOf(alike)[askedGroup(alike, known)]).toBe("3116")
    const otherEnds = `0xff${alike.slice(4, -2)}ff`
    expect(askedGroup(otherEnds, known)).toBe(6)
    expect(askedGroup(known, null)).toBe(5)
  })

  it("is part of the difference wherever there is one", () => {
    fc.assert(
      fc.property(addresses, addresses, (one, other) => {
        fc.pre(one.toLowerCase() !== other.toLowerCase())
        expect(differingGroups(one, other).has(askedGroup(one, other))).toBe(true)
        expect(groupsOf(one).join("")).toBe(one)
      }),
    )
  })

  it("is answered by its own characters alone", () => {
    expect(isAnswer(alike, 6, " 3116 ")).toBe(true)
    expect(isAnswer(alike, 6, "3006")).toBe(false)
    expect(isAnswer(alike, 6, "")).toBe(false)
    expect(isAnswer(known, 4, "886e")).toBe(true)
  })
})
