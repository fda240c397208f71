import fc from "fast-check"
import { expect, it } from "vitest"
import { defineRoute } from "./Contract.ts"

const route = defineRoute("GET", "/v1/account/:address/balance/:currency")

/** Any string that JavaScript has, half a character included. */
const utf16 = fc.uint16Array().map((codes) => String.fromCharCode(...codes))

it("fills a pattern with whatever there is, one segment each", () => {
  fc.assert(
    fc.property(utf16, utf16, (address, currency) => {
      const segments = route.path({ address, currency }).split("/")
      const [account, symbol] = [address.toWellFormed(), currency.toWellFormed()]
      expect(segments.map(decodeURIComponent)).toEqual(["", "v1", "account", account, "balance", symbol])
    }),
  )
})

it("leaves a pattern without parameters alone", () => {
  expect(defineRoute("GET", "/getWallets").path({})).toBe("/getWallets")
})
