import fc from "fast-check"
import { encode } from "uqr"
import { describe, expect, it } from "vitest"
import { drawQr, emptyQr } from "./qrDrawing.ts"

const hex = fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 64, maxLength: 64 })
const uris = fc
  .tuple(hex, hex)
  .map(([topic, key]) => `wc:${topic}@2?expiryTimestamp=1795312860&relay-protocol=irn&symKey=${key}`)

/** Returns the dark modules of a drawing, decoded from its lines and corners. */
const listModules = ({ size, strokes, finders }: ReturnType<typeof drawQr>) => {
  const dark = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  const put = (x: number, y: number) => {
    const row = dark[y]
    if (row?.[x] === undefined) throw new RangeError(`Drawn outside of the code: ${x} ${y}`)
    row[x] = true
  }
  for (const [, x = "", y = "", length = ""] of strokes.matchAll(/M([\d.]+) ([\d.]+)h(\d+)/g))
    for (let step = 0; step <= Number(length); step += 1) put(Number(x) - 0.5 + step, Number(y) - 0.5)
  for (const [left, top] of finders)
    for (let y = 0; y < 7; y += 1)
      for (let x = 0; x < 7; x += 1) {
        const ring = Math.max(Math.abs(x - 3), Math.abs(y - 3))
        if (ring !== 2) put(left + x, top + y)
      }
  return dark
}

describe("drawQr", () => {
  it("draws exactly the dark modules, except in the middle", () => {
    fc.assert(
      fc.property(uris, (uri) => {
        const { data, size } = encode(uri, { ecc: "M", border: 0 })
        const drawn = listModules(drawQr(uri))
        let left = 0
        for (let y = 0; y < size; y += 1)
          for (let x = 0; x < size; x += 1) {
            const [wanted, shown] = [data[y]?.[x], drawn[y]?.[x]]
            if (wanted === shown) continue
            expect(shown).toBe(false)
            expect(Math.max(Math.abs(x - (size - 1) / 2), Math.abs(y - (size - 1) / 2))).toBeLessThan(
              size / 9,
            )
            left += 1
          }
        // Level M tolerates a loss of 15 %.
        expect(left).toBeGreaterThan(0)
        expect(left / size ** 2).toBeLessThan(0.05)
      }),
    )
  })

  it("draws modules that are large enough on the smallest screen for a pairing link", () => {
    fc.assert(
      fc.property(uris, (uri) => {
        expect(drawQr(uri).size).toBe(emptyQr.size)
      }),
    )
  })
})
