import {
  type Decimal,
  floorAmount,
  formatAmount,
  multiplyDecimals,
  parseAmount,
  parseDecimal,
} from "@wmodal/protocol"
import { Result } from "effect"
import type { Holding } from "../holdings/Holdings.ts"
import type { AmountUnit } from "./Send.ts"

/** Longer texts are nobody's money: the largest amount that a chain can hold has 78 digits. */
export const maxAmountLength = 160

/** What is being sent, as far as its amount is concerned. */
type PricedToken = Pick<Holding, "price"> & { readonly token: Pick<Holding["token"], "decimals"> }

/**
 * The base units that a text means, in the form of `typeNumber`: `null` where it is no number, where it is finer than
 * the token's decimals, and for fiat where nobody knows a price. What fiat buys is rounded down.
 */
export const parseAmountInput = (
  text: string,
  unit: AmountUnit,
  { token, price }: PricedToken,
): bigint | null => {
  // Somebody is still typing.
  const written = text.endsWith(".") ? text.slice(0, -1) : text
  if (unit === "token") return getSuccessOrNull(parseAmount(written, token.decimals))
  const fiat = getSuccessOrNull(parseDecimal(written))
  return fiat === null || price === null ? null : toBaseUnits(fiat, price, token.decimals)
}

/** How an amount is written in a unit. Fiat has 2 digits after the dot, rounded down: of less than a cent, the first two that say something. */
export const formatAmountInput = (
  units: bigint,
  unit: AmountUnit,
  { token, price }: PricedToken,
): string | null => {
  if (unit === "token") return formatAmount(units, token.decimals)
  const worth = toFiatValue(units, token.decimals, price)
  return worth === null ? null : formatFiatInput(worth)
}

/** The exact fiat worth; `null` where nobody knows a price. */
export const toFiatValue = (units: bigint, decimals: number, price: Decimal | null): Decimal | null =>
  price === null ? null : multiplyDecimals({ units, decimals }, price)

/** The most base units that this much fiat buys; `null` at a price of nothing. */
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
