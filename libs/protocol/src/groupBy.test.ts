import { describe, expect, it } from "vitest"
import { groupBy } from "./groupBy.ts"

describe("groupBy", () => {
  it("returns the groups in the order of their first items, as Map.groupBy does", () => {
    const items = ["b1", "a1", "b2", "c1", "a2"]
    const toKey = (item: string) => item.charAt(0)
    expect([...groupBy(items, toKey)]).toEqual([...Map.groupBy(items, toKey)])
    expect([...groupBy(items, toKey).keys()]).toEqual(["b", "a", "c"])
    expect(groupBy([], toKey).size).toBe(0)
  })
})
