import fc from "fast-check"
import { expect, it } from "vitest"
import { defineRoute } from "./Contract.ts"

const route = defineRoute("GET", "/v1/account/:address/balance/:currency")

it("fills a pattern with whatever there is, one segment each", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (address, currency) => {
      const segments = route.path({ address, currency }).split("/")
      expect(segments.map(decodeURIComponent)).toEqual(["", "v1", "account", address, "balance", currency])
    }),
  )
})

it("leaves a pattern without parameters alone", () => {
  expect(defineRoute("GET", "/getWallets").path({})).toBe("/getWallets")
})
