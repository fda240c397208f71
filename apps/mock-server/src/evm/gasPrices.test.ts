import { expect, it } from "vitest"
import { fetchGasPrices } from "./gasPrices.ts"

const gwei = (value: number): string => `0x${(value * 1e9).toString(16)}`

const prices = async (base: number, blocks: readonly (readonly [number, number, number])[]) => {
  const result = {
    baseFeePerGas: [...blocks.map(() => "0x0"), gwei(base)],
    gasUsedRatio: blocks.map(([tip]) => (tip === 0 ? 0 : 0.5)),
    reward: blocks.map((tips) => tips.map(gwei)),
  }
  const { standard, fast, instant } = await fetchGasPrices({ send: async () => [{ id: 0, result }] })
  return [standard, fast, instant].map((price) => Number(price) / 1e9)
}

it("returns the next base fee and the minimum tips for empty blocks", async () => {
  expect(await prices(7, [])).toEqual([8, 8.5, 9])
  expect(
    await prices(7, [
      [0, 0, 0],
      [0, 0, 0],
    ]),
  ).toEqual([8, 8.5, 9])
})

it("follows the median block, not the most expensive or empty ones", async () => {
  const usual = [3, 4, 5] as const
  expect(
    await prices(1, [usual, [0, 0, 0], [900, 900, 900], usual, [0, 0, 0], [0, 0, 0], [0, 0, 0]]),
  ).toEqual([4, 5, 6])
  expect(await prices(1, [[0.5, 0.5, 0.5]])).toEqual([2, 2.5, 3])
})
