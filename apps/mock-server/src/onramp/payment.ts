import type { PaymentCurrency } from "@wmodal/api"
import { parseAmount } from "@wmodal/protocol"
import { Result } from "effect"
import { RequestError } from "../http/RequestError.ts"

/** US cents for one, invented, and the same for ever. */
const rates: ReadonlyMap<string, bigint> = new Map([
  ["USD", 100n],
  ["EUR", 110n],
  ["GBP", 125n],
])

/** Each way to pay, by the limits of the well-known kit. */
const methods = [
  { id: "card", min: "10.00", max: "7500.00" },
  { id: "ach_bank_account", min: "10.00", max: "25000.00" },
] as const

/** What one may pay, in cents, by any way to pay. */
export const paymentLimits = { smallest: 10_00n, largest: 25_000_00n } as const

/** The money that one may pay with. */
export const paymentCurrencies: readonly PaymentCurrency[] = [...rates.keys()].map((id) => ({
  id,
  payment_method_limits: methods.map((method) => ({ ...method })),
}))

/**
 * US cents for one.
 * @throws Failed when nobody can pay with it.
 */
export const getCurrencyRate = (currency: string): bigint => {
  const rate = rates.get(currency)
  if (rate === undefined) throw paymentRejected("paymentCurrency", "Not a currency to pay with here")
  return rate
}

/**
 * Cents.
 * @throws Failed when the text is no amount that somebody may pay.
 */
export const parsePayment = (amount: string): bigint => {
  const cents = Result.getOrElse(parseAmount(amount, 2), () => 0n)
  const { smallest, largest } = paymentLimits
  if (cents < smallest || cents > largest)
    throw paymentRejected("amount", `An amount is from ${formatCents(smallest)} to ${formatCents(largest)}`)
  return cents
}

/** With two decimals: `10.00`. */
export const formatCents = (cents: bigint): string =>
  `${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`

const paymentRejected = (field: string, description: string) =>
  new RequestError({ status: 400, field, description })
