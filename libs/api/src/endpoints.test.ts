import { expect, it } from "vitest"
import { makeMockEndpoints, wellKnownEndpoints } from "./endpoints.ts"

it("uses the mock server's address for every endpoint", () => {
  const base = "http://127.0.0.1:7000"
  expect(makeMockEndpoints(base)).toEqual({ directory: base, blockchain: base, analytics: base })
})

it("uses encrypted URLs of the public hosts", () => {
  expect(Object.values(wellKnownEndpoints).every((url) => /^(https|wss):\/\//.test(url))).toBe(true)
})
