import type { PaymentCurrency } from "@wmodal/api"
import { parseAmount } from "@wmodal/protocol"
import { Result } from "effect"
import { RequestError } from "../http/RequestError.ts"

/** Fictional constant exchange rates: US cents per unit. */
const rates: ReadonlyMap<string, bigint> = new Map([
  ["USD", 100n],
  ["EUR", 110n],
  ["GBP", 125n],
])

/** Payment methods, with the limits of the AppKit. */
const methods = [
  { id: "card", min: "10.00", max: "7500.00" },
  { id: "ach_bank_account", min: "10.00", max: "25000.00" },
] as const

/** Payment limits in cents, for all methods. */
export const paymentLimits = { smallest: 10_00n, largest: 25_000_00n } as const

/** The supported payment currencies. */
export const paymentCurrencies: readonly PaymentCurrency[] = [...rates.keys()].map((id) => ({
  id,
  payment_method_limits: methods.map((method) => ({ ...method })),
}))

/**
 * Returns US cents per unit.
 * @throws Failed when the currency is not supported.
 */
export const getCurrencyRate = (currency: string): bigint => {
  const rate = rates.get(currency)
  if (rate === undefined) throw paymentRejected("paymentCurrency", "Unsupported payment currency")
  return rate
}

/**
 * Parses an amount in cents.
 * @throws Failed when the text is not an allowed amount.
 */
export const parsePayment = (amount: string): bigint => {
  const cents = Result.getOrElse(parseAmount(amount, 2), () => 0n)
  const { smallest, largest } = paymentLimits
  if (cents < smallest || cents > largest)
    throw paymentRejected(
      "amount",
      `The amount must be from ${formatCents(smallest)} to ${formatCents(largest)}`,
    )
  return cents
}

/** Formats with two decimals: `10.00`. */
export const formatCents = (cents: bigint): string =>
  `${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`

const paymentRejected = (field: string, description: string) =>
  new RequestError({ status: 400, field, description })
