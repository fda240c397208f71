import { describe, expect, it } from "vitest"
import { makeSeededRandom } from "./SeededRandom.ts"

describe("makeSeededRandom", () => {
  it("returns the same values for the same seed, in any order of types", () => {
    const whole = makeSeededRandom("a").bytes(100)
    const stream = makeSeededRandom("a")
    const pieces = [1, 31, 32, 36].flatMap((count) => [...stream.bytes(count)])
    expect(pieces).toEqual([...whole])
    expect([...makeSeededRandom("b").bytes(100)]).not.toEqual(pieces)
  })

  it("returns integers below a bound, and UUIDs", () => {
    const stream = makeSeededRandom("a")
    const integers = Array.from({ length: 400 }, () => stream.integer(10))
    expect(new Set(integers)).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]))
    const uuids = Array.from({ length: 10 }, () => stream.uuid())
    expect(new Set(uuids).size).toBe(10)
    for (const uuid of uuids)
      expect(uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/)
  })
})
