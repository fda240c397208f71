import { Result } from "effect"
import fc from "fast-check"
import { expect, it } from "vitest"
import { type Decimal, parseDecimal } from "./Decimal.ts"
import { formatQuantity, formatTransfer, getOperationSign } from "./Quantity.ts"

const read = (input: string | number) => Result.getOrThrow(parseDecimal(input))
const decimal: fc.Arbitrary<Decimal> = fc.record({
  units: fc.bigInt({ min: -(10n ** 60n), max: 10n ** 60n }),
  decimals: fc.nat({ max: 40 }),
})
const abs = (value: bigint) => (value < 0n ? -value : value)

it.each([
  ["1234567.899", 2, "1,234,567.89"],
  ["999.999", 2, "999.99"],
  ["1000", 2, "1,000.00"],
  ["0.0009", 3, "0.000"],
  ["-0.0009", 3, "0.000"],
  ["-1234.5", 3, "-1,234.500"],
  ["1e30", 0, "1,000,000,000,000,000,000,000,000,000,000"],
])("formats %s with %i digits as %s", (number, digits, text) => {
  expect(formatQuantity(read(number), digits)).toBe(text)
})

it("never exceeds the quantity, and loses less than one last digit", () => {
  fc.assert(
    fc.property(decimal, fc.nat({ max: 10 }), (quantity, digits) => {
      const shown = read(formatQuantity(quantity, digits).replaceAll(",", ""))
      const place = 10n ** BigInt(Math.max(quantity.decimals, digits))
      const scaled = ({ units, decimals }: Decimal) => (units * place) / 10n ** BigInt(decimals)
      const lost = abs(scaled(quantity)) - abs(scaled(shown))
      expect(lost >= 0n && lost < place / 10n ** BigInt(digits)).toBe(true)
    }),
  )
})

it("formats numbers as en-US does", () => {
  const format = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), (cents) => {
      const text = `${cents < 0n ? "-" : ""}${abs(cents) / 100n}.${String(abs(cents) % 100n).padStart(2, "0")}`
      const written = format.format(text as `${number}`)
      const value = { units: cents, decimals: 2 }
      expect(formatQuantity(value, 2)).toBe(written)
    }),
  )
})

it.each(["receive", "deposit", "borrow", "claim"])("returns + for %s", (type) =>
  expect(getOperationSign(type)).toBe("+"),
)
it.each(["withdraw", "repay", "burn"])("returns - for %s", (type) => expect(getOperationSign(type)).toBe("-"))
it.each(["send", "trade", "approve", "", "constructor"])("returns no sign for %j", (type) =>
  expect(getOperationSign(type)).toBe(""),
)

it.each([
  ["receive", "1.5", "ETH", "+1.500 ETH"],
  ["burn", "1234.56789", "USDC", "-1,234.567 USDC"],
  ["send", "0.0004", "ETH", "<0.001 ETH"],
  ["receive", "0.00012345", "ETH", "+<0.001 ETH"],
  ["receive", "0.000", "ETH", "+0.000 ETH"],
  ["send", "3", "", "3.000"],
  ["receive", "many", "ETH", null],
  ["receive", "-1", "ETH", null],
])("formats a transfer: %s of %s %s", (operationType, numeric, symbol, text) => {
  expect(formatTransfer({ operationType, numeric, symbol })).toBe(text)
})
