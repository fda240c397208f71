import { expect, it } from "vitest"
import { wellKnownEndpoints } from "./endpoints.ts"

it("uses encrypted URLs of the public hosts", () => {
  expect(Object.values(wellKnownEndpoints).every((url) => /^(https|wss):\/\//.test(url))).toBe(true)
})
