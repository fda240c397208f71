import { expect, it } from "vitest"
import { isSuggestedToken } from "./suggestedTokens.ts"

const wire =
  "ETH UNI 1INCH AAVE SOL ADA AVAX DOT LINK NITRO GAIA MILK TRX NEAR GNO WBTC DAI WETH USDC USDT ARB BAL BICO CRV ENS MATIC OP"

it.each(wire.split(" "))("returns true for %s", (symbol) => {
  expect(isSuggestedToken(symbol)).toBe(true)
})

it.each(["", " ", "usdc", "USDC ", "USD", "ETH UNI", "toString"])("returns false for %j", (symbol) => {
  expect(isSuggestedToken(symbol)).toBe(false)
})
