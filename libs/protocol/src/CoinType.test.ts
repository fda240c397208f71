import { Result } from "effect"
import fc from "fast-check"
import { expect, it } from "vitest"
import { etherCoinType, toEvmChainId, toEvmCoinType } from "./CoinType.ts"

it.each([
  [1, 2_147_483_649],
  [10, 2_147_483_658],
  [8453, 2_147_492_101],
])("maps chain %i to coin type %i", (chainId, coinType) => {
  expect(Result.getOrThrow(toEvmCoinType(chainId))).toBe(coinType)
})

it("sets the top bit of 32 and keeps the others", () => {
  fc.assert(
    fc.property(fc.nat({ max: 0x7fffffff }), (chainId) => {
      const coinType = Result.getOrThrow(toEvmCoinType(chainId))
      expect(coinType).toBe((0x80000000 | chainId) >>> 0)
      expect(toEvmChainId(coinType)).toBe(chainId)
    }),
  )
})

it.each([0x80000000, 2 ** 53, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
  "rejects chain id %d",
  (chainId) => {
    const error = Result.getOrThrow(Result.flip(toEvmCoinType(chainId)))
    expect(error._tag).toBe("InvalidChainId")
    expect(error.message).toBe(`Invalid chainId: ${chainId}`)
  },
)

it("maps ether to Ethereum, and other coins to null", () => {
  expect(toEvmChainId(etherCoinType)).toBe(1)
  expect([0, 1, 501, 0x7fffffff, 2 ** 32, 0x80000000 + 0.5, -1, Number.NaN].map(toEvmChainId)).toEqual(
    Array.from({ length: 8 }, () => null),
  )
})
