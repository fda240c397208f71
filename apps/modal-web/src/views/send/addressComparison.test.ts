import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { toAddressGroups } from "../../ui/AddressGroups.tsx"
import { getAskedGroup, getDifferingGroups, isAnswer } from "./recipientWarnings.tsx"

const known = "0x52908400098527886E0F7030069857D29c9c0f3a"
const alike = "0x52908400098527886E0F7031169857D29c9c0f3a"

const hex = fc.string({ unit: fc.constantFrom(..."0123456789abcdefABCDEF"), minLength: 40, maxLength: 40 })
const addresses = hex.map((digits) => `0x${digits}`)

describe("addressComparison", () => {
  it("returns the groups that differ, ignoring capitals", () => {
    expect([...getDifferingGroups(alike, known)]).toEqual([6])
    expect(getDifferingGroups(known.toLowerCase(), known).size).toBe(0)
  })

  it("selects a differing group, and avoids the ends if possible", () => {
    expect(toAddressGroups(alike)[getAskedGroup(alike, known)]).toBe("3116")
    const otherEnds = `0xff${alike.slice(4, -2)}ff`
    expect(getAskedGroup(otherEnds, known)).toBe(6)
    expect(getAskedGroup(known, null)).toBe(5)
  })

  it("selects a group of the difference when there is one", () => {
    fc.assert(
      fc.property(addresses, addresses, (one, other) => {
        fc.pre(one.toLowerCase() !== other.toLowerCase())
        expect(getDifferingGroups(one, other).has(getAskedGroup(one, other))).toBe(true)
        expect(toAddressGroups(one).join("")).toBe(one)
      }),
    )
  })

  it("returns groups that differ in capitals for case-sensitive addresses, and requires them in the answer", () => {
    const one = "DRpbCBMxVnDK7maPM5tGv6MvB3v1sRMC86PZ8okm21hy"
    const other = one.replace("Gv6M", "gV6m")
    expect([...getDifferingGroups(other, one)]).toEqual([4, 5])
    expect(getAskedGroup(other, one)).toBe(4)
    expect(toAddressGroups(other)[4]).toBe("M5tg")
    expect(isAnswer(other, 4, "M5tg")).toBe(true)
    expect(isAnswer(other, 4, "M5tG")).toBe(false)
  })

  it("ignores case in Bitcoin's newer addresses only", () => {
    const segwit = "bc1q4qw42stdzjqs59xvlrlxr8526e3nunw7mp73te"
    expect(getDifferingGroups(segwit.toUpperCase(), segwit).size).toBe(0)
    expect(isAnswer(segwit, 3, "ZJQS")).toBe(true)
    const legacy = "1Ei9UmLQv4o4UJTy5r5mnGFeC9auM3W5P1"
    expect(getDifferingGroups(legacy.toLowerCase(), legacy).size).toBeGreaterThan(0)
  })

  it("accepts only the group's own characters", () => {
    expect(isAnswer(alike, 6, " 3116 ")).toBe(true)
    expect(isAnswer(alike, 6, "3006")).toBe(false)
    expect(isAnswer(alike, 6, "")).toBe(false)
    expect(isAnswer(known, 4, "886e")).toBe(true)
  })
})
