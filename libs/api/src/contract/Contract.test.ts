import fc from "fast-check"
import { expect, it } from "vitest"
import { defineRoute } from "./Contract.ts"

const route = defineRoute("GET", "/v1/account/:address/balance/:currency")

/** Any JavaScript string, including lone surrogates. */
const utf16 = fc.uint16Array().map((codes) => String.fromCharCode(...codes))

it("fills a pattern with any text, one segment each", () => {
  fc.assert(
    fc.property(utf16, utf16, (address, currency) => {
      const segments = route.path({ address, currency }).split("/")
      const [account, symbol] = [address.toWellFormed(), currency.toWellFormed()]
      expect(segments.map(decodeURIComponent)).toEqual(["", "v1", "account", account, "balance", symbol])
    }),
  )
})

it("returns a pattern without parameters unchanged", () => {
  expect(defineRoute("GET", "/getWallets").path({})).toBe("/getWallets")
})
