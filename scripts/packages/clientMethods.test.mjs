import { join } from "node:path"
import { expect, it } from "vitest"
import { findUncalledMethods, listClientMethods } from "./clientMethods.mjs"

const root = join(import.meta.dirname, "../..")

it("finds a caller of every method of every client", () => {
  const methods = listClientMethods(root)
  expect(methods).toContainEqual(["Sessions", "revoke"])
  expect(methods.length).toBeGreaterThan(35)
  expect(findUncalledMethods(root)).toEqual([])
})

it("reports a method without a caller", () => {
  const uncalled = [
    ["Sessions", "activate"],
    ["Directory", "fontImageUrl"],
  ]
  expect(findUncalledMethods(root, [["Sessions", "list"], ...uncalled])).toEqual(uncalled)
})
