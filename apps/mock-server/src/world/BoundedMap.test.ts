import { expect, it } from "vitest"
import { BoundedMap } from "./BoundedMap.ts"

it("removes the oldest entry beyond ten thousand", () => {
  const map = new BoundedMap<number, string>()
  for (let n = 0; n < 10_000; n += 1) map.set(n, "first")
  map.set(0, "changed")
  expect([map.size, map.get(0)]).toEqual([10_000, "changed"])
  map.set(10_000, "last")
  expect([map.size, map.has(0), map.get(1), map.get(10_000)]).toEqual([10_000, false, "first", "last"])
})
