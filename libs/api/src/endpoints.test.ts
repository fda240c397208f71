import { expect, it } from "vitest"
import { makeMockEndpoints, wellKnownEndpoints } from "./endpoints.ts"

it("points all that the mock server answers at it", () => {
  const base = "http://127.0.0.1:7000"
  expect(makeMockEndpoints(base)).toEqual({ directory: base, blockchain: base, analytics: base })
})

it("knows the public hosts, encrypted all", () => {
  expect(Object.values(wellKnownEndpoints).every((url) => /^(https|wss):\/\//.test(url))).toBe(true)
})
