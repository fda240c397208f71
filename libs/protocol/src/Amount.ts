import { Data, Result } from "effect"
import { floorAmount } from "./FloorAmount.ts"

/**
 * Base units from a decimal number of whole ones: `parseAmount("1.5", 18)` is 1.5 × 10^18.
 * Digits with at most one dot between or before them; no sign, no exponent, no separators.
 * More fraction digits than the currency has are an error, unless they are zeros: nothing is rounded away.
 */
export const parseAmount = (text: string, decimals: number): Result.Result<bigint, InvalidAmount> => {
  const match = /^(\d*)(?:\.(\d+))?$/.exec(text)
  if (match === null || text === "") {
    return Result.fail(new InvalidAmount({ text, reason: { _tag: "NotANumber" } }))
  }
  const [, whole = "", written = ""] = match
  const fraction = written.replace(/0+$/, "")
  return fraction.length > decimals
    ? Result.fail(new InvalidAmount({ text, reason: { _tag: "TooPrecise", decimals } }))
    : Result.succeed(BigInt(whole + fraction.padEnd(decimals, "0")))
}

/** The exact decimal number, with no zeros at its end: the inverse of `parseAmount`. */
export const formatAmount = (value: bigint, decimals: number): string =>
  floorAmount(value, decimals, decimals)

/** A text that is no amount of a currency. */
export class InvalidAmount extends Data.TaggedError("InvalidAmount")<{
  readonly text: string
  readonly reason:
    | { readonly _tag: "NotANumber" }
    /** More fraction digits than the currency's `decimals`. */
    | { readonly _tag: "TooPrecise"; readonly decimals: number }
}> {
  override get message() {
    return this.reason._tag === "NotANumber"
      ? `Not an amount: ${this.text}`
      : `More than ${this.reason.decimals} decimals: ${this.text}`
  }
}
