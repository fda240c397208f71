import { Result } from "effect"
import { type Decimal, parseDecimal, toDecimalUnits } from "./Decimal.ts"

/** How many fraction digits each kind of number is shown with, zeros included. */
export const shownDigits = { fiat: 2, tokenBalance: 2, transaction: 3 } as const

/**
 * A quantity as en-US writes it, in groups of three and with exactly so many fraction digits, cut towards zero:
 * never more than there is. `formatQuantity({ units: 1234567n, decimals: 3 }, 2)` is `1,234.56`.
 */
export const formatQuantity = (quantity: Decimal, digits: number): string =>
  formatUnits(toDecimalUnits(quantity, digits), digits)

/**
 * A value in money of a state, which is an estimate and therefore rounded to the nearest cent, halves away from
 * zero, and never cut: a program's `2.9999999999999996` is 3.00.
 */
export const formatFiat = (value: Decimal): string => {
  const digits = shownDigits.fiat
  const tenths = toDecimalUnits(value, digits + 1)
  return formatUnits((tenths + (tenths < 0n ? -5n : 5n)) / 10n, digits)
}

/** What the account gained or lost by an operation of this name, as its sign. Only a row with one transfer has one. */
export const getOperationSign = (operationType: string): "+" | "-" | "" => signs.get(operationType) ?? ""

const signs = new Map<string, "+" | "-">([
  ["receive", "+"],
  ["deposit", "+"],
  ["borrow", "+"],
  ["claim", "+"],
  ["withdraw", "-"],
  ["repay", "-"],
  ["burn", "-"],
])

/** `+1.500 ETH`: a transfer in a list of transactions. `null` where the quantity from outside is none. */
export const formatTransfer = (transfer: {
  readonly operationType: string
  /** A decimal number without a sign. */
  readonly numeric: string
  readonly symbol: string
}): string | null => {
  const quantity = parseDecimal(transfer.numeric)
  if (Result.isFailure(quantity) || quantity.success.units < 0n) return null
  const sign = getOperationSign(transfer.operationType)
  return `${sign}${formatQuantity(quantity.success, shownDigits.transaction)} ${transfer.symbol}`.trimEnd()
}

const formatUnits = (units: bigint, digits: number): string => {
  const all = (units < 0n ? -units : units).toString().padStart(digits + 1, "0")
  const whole = all.slice(0, all.length - digits).replace(/\B(?=(\d{3})+$)/g, ",")
  return `${units < 0n ? "-" : ""}${whole}${digits === 0 ? "" : `.${all.slice(-digits)}`}`
}
