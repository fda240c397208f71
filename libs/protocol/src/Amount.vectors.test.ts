import { readFileSync } from "node:fs"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { formatAmount, parseAmount } from "./Amount.ts"

const file = join(import.meta.dirname, "../../../vectors/ethers/units.json.gz")
const vectors: readonly Readonly<Record<string, string>>[] = JSON.parse(
  gunzipSync(readFileSync(file)).toString(),
)
const units = { kwei: 3, mwei: 6, satoshi: 8, gwei: 9, szabo: 12, finney: 15, ether: 18 }
const amounts = vectors.flatMap((vector) =>
  Object.entries(units).flatMap(([unit, decimals]) => {
    const [written, formatted, wei] = [vector[unit], vector[`${unit}_format`], vector["wei"]]
    return written === undefined || formatted === undefined || wei === undefined
      ? []
      : [{ decimals, formatted, id: `${vector["name"]} in ${unit}`, value: BigInt(wei), written }]
  }),
)

describe("parseAmount and formatAmount with the vectors of ethers", () => {
  it("reads all vectors", () => {
    expect([vectors.length, amounts.length]).toEqual([20, 28])
  })

  it.each(amounts)(
    "formats the published text without a zero fraction: $id",
    ({ decimals, formatted, value }) => {
      expect(formatAmount(value, decimals)).toBe(formatted.replace(/\.0$/, ""))
    },
  )

  it.each(amounts)("parses the published value, and no negative one: $id", ({ decimals, value, written }) => {
    expect(Result.getOrNull(parseAmount(written, decimals))).toBe(value < 0n ? null : value)
  })
})
