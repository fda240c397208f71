import { Result } from "effect"
import { type Decimal, parseDecimal, toDecimalUnits } from "./Decimal.ts"

/** The fraction digits of a transfer in a list of transactions, zeros included. */
export const transferDigits = 3

/**
 * Formats a quantity in en-US: groups of three and exactly `digits` fraction digits, cut towards zero, so never more
 * than the balance. `formatQuantity({ units: 1234567n, decimals: 3 }, 2)` is `1,234.56`.
 */
export const formatQuantity = (quantity: Decimal, digits: number): string =>
  formatUnits(toDecimalUnits(quantity, digits), digits)

/** Formats a quantity that is not negative like `formatQuantity`; one that it would show as zero is `<0.001`. */
export const formatShortQuantity = (quantity: Decimal, digits: number): string =>
  quantity.units > 0n && toDecimalUnits(quantity, digits) === 0n
    ? `<${formatUnits(1n, digits)}`
    : formatQuantity(quantity, digits)

/**
 * Returns the sign of an operation's effect on the balance, or an empty text. Only rows with one transfer have a
 * sign.
 */
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

/** Formats a transfer in a list of transactions: `+1.500 ETH`. Returns `null` when the API's quantity is invalid. */
export const formatTransfer = (transfer: {
  readonly operationType: string
  /** A decimal number without a sign. */
  readonly numeric: string
  readonly symbol: string
}): string | null => {
  const quantity = parseDecimal(transfer.numeric)
  if (Result.isFailure(quantity) || quantity.success.units < 0n) return null
  const sign = getOperationSign(transfer.operationType)
  return `${sign}${formatShortQuantity(quantity.success, transferDigits)} ${transfer.symbol}`.trimEnd()
}

const formatUnits = (units: bigint, digits: number): string => {
  const all = (units < 0n ? -units : units).toString().padStart(digits + 1, "0")
  const whole = all.slice(0, all.length - digits).replace(/\B(?=(\d{3})+$)/g, ",")
  return `${units < 0n ? "-" : ""}${whole}${digits === 0 ? "" : `.${all.slice(-digits)}`}`
}
