import {
  type Decimal,
  floorAmount,
  formatAmount,
  multiplyDecimals,
  parseAmount,
  parseDecimal,
  parsePastedNumber,
} from "@wmodal/protocol"
import { Result } from "effect"
import type { Holding } from "../holdings/Holdings.ts"
import type { AmountUnit } from "./Send.ts"

/** Maximum text length: the largest amount that a chain can hold has 78 digits. */
const maxAmountLength = 160

/** Returns an edit of the amount field in the form of `applyNumericEdit`; `null` if it is not a number. */
export const parseTypedAmount = (text: string): string | null =>
  text.length > maxAmountLength ? null : parsePastedNumber(text)

/** The part of a holding that amounts depend on. */
type PricedToken = Pick<Holding, "price"> & { readonly token: Pick<Holding["token"], "decimals"> }

/**
 * Parses a text in the form of `applyNumericEdit` to base units: `null` if it is not a number, is finer than the token's
 * decimals, or is fiat without a known price. Fiat is rounded down.
 */
export const parseAmountInput = (
  text: string,
  unit: AmountUnit,
  { token, price }: PricedToken,
): bigint | null => {
  // The user is still typing.
  const written = text.endsWith(".") ? text.slice(0, -1) : text
  if (unit === "token") return getSuccessOrNull(parseAmount(written, token.decimals))
  const fiat = getSuccessOrNull(parseDecimal(written))
  return fiat === null || price === null ? null : toBaseUnits(fiat, price, token.decimals)
}

/** Formats an amount. Fiat is rounded down to 2 digits after the dot, below a cent to two significant digits. */
export const formatAmountInput = (
  units: bigint,
  unit: AmountUnit,
  { token, price }: PricedToken,
): string | null => {
  if (unit === "token") return formatAmount(units, token.decimals)
  const worth = toFiatValue(units, token.decimals, price)
  return worth === null ? null : formatFiatInput(worth)
}

/** Returns the exact fiat value; `null` without a known price. */
export const toFiatValue = (units: bigint, decimals: number, price: Decimal | null): Decimal | null =>
  price === null ? null : multiplyDecimals({ units, decimals }, price)

/** Returns the maximum base units for this fiat value; `null` at a price of zero. */
const toBaseUnits = (fiat: Decimal, price: Decimal, decimals: number): bigint | null =>
  price.units <= 0n
    ? null
    : (fiat.units * 10n ** BigInt(price.decimals + decimals)) / (price.units * 10n ** BigInt(fiat.decimals))

const formatFiatInput = ({ units, decimals }: Decimal): string => {
  const first = decimals - units.toString().length + 1
  return floorAmount(units, decimals, first <= 2 ? 2 : first + 1)
}

const getSuccessOrNull = <A>(result: Result.Result<A, unknown>): A | null =>
  Result.isSuccess(result) ? result.success : null
