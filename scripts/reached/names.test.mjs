import { describe, expect, it } from "vitest"
import { difference, namesIn } from "./names.mjs"

describe("namesIn", () => {
  it("returns each name once, in the order of the source", () => {
    expect(namesIn('case "B": case "A": case "B":', /case "(\w+)":/g)).toEqual(["B", "A"])
  })

  it("throws where the pattern finds nothing, since a list of nothing is always reached", () => {
    expect(() => namesIn("switch (plan) {}", /case "(\w+)":/g)).toThrow(/finds no name/)
  })
})

describe("difference", () => {
  it("returns what was not reached", () => {
    expect(difference(["A", "B", "C"], ["B", "D"])).toEqual(["A", "C"])
  })
})
