import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { readModules } from "../testing/readModules.ts"
import { makeQrCode, renderHalfBlocks } from "./qrCode.ts"

const key = "ab".repeat(32)
const link = `wc:${key}@2?expiryTimestamp=1764000000&relay-protocol=irn&symKey=${key}`

describe("renderHalfBlocks", () => {
  it.each(["dark", "light"] as const)(
    "renders the whole code with its quiet zone when %s modules are drawn",
    (drawn) => {
      const code = makeQrCode(link)
      const lines = renderHalfBlocks(code, drawn)
      expect(lines).toHaveLength(Math.ceil(code.length / 2))
      expect(new Set(lines.map((line) => [...line].length))).toEqual(new Set([code.length]))
      expect(readModules(lines, drawn).slice(0, code.length)).toEqual(code)
    },
  )

  it("fits into a terminal of 80 by 40", () => {
    const lines = renderHalfBlocks(makeQrCode(link), "dark")
    expect([...(lines[0] ?? "")].length).toBeLessThanOrEqual(80)
    expect(lines.length).toBeLessThanOrEqual(34)
  })

  it("has four light modules on each side", () => {
    const code = makeQrCode(link)
    const edges = [...code.slice(0, 4), ...code.slice(-4)]
    const sides = code.flatMap((row) => [...row.slice(0, 4), ...row.slice(-4)])
    expect([...edges.flat(), ...sides]).not.toContain(true)
  })

  it("renders light modules below an odd last row in both shades", () => {
    const rows = fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 9 }).chain(({ length }) =>
      fc.array(fc.array(fc.boolean(), { minLength: length, maxLength: length }), {
        minLength: length,
        maxLength: length,
      }),
    )
    fc.assert(
      fc.property(rows, fc.constantFrom("dark" as const, "light" as const), (code, drawn) => {
        const seen = readModules(renderHalfBlocks(code, drawn), drawn)
        expect(seen.slice(0, code.length)).toEqual(code)
        expect(seen.slice(code.length).flat()).not.toContain(true)
      }),
    )
  })
})
