import { describe, expect, it } from "vitest"
import { difference, namesIn } from "./names.mjs"

describe("namesIn", () => {
  it("returns each name once, in the order of the source", () => {
    expect(namesIn('case "B": case "A": case "B":', /case "(\w+)":/g)).toEqual(["B", "A"])
  })

  it("throws when the pattern has no match, since an empty list would always pass", () => {
    expect(() => namesIn("switch (plan) {}", /case "(\w+)":/g)).toThrow(/matches no name/)
  })
})

describe("difference", () => {
  it("returns the names that were not reached", () => {
    expect(difference(["A", "B", "C"], ["B", "D"])).toEqual(["A", "C"])
  })
})
