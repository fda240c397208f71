import { Data, Result } from "effect"
import { floorAmount } from "./FloorAmount.ts"

/**
 * Converts a decimal number of whole units to base units: `parseAmount("1.5", 18)` is 1.5 × 10^18.
 * Accepts digits with at most one dot between or before them; no sign, no exponent, no separators.
 * Fails when there are more non-zero fraction digits than the currency has decimals: nothing is rounded.
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

/** Returns the exact decimal number without trailing zeros: the inverse of `parseAmount`. */
export const formatAmount = (value: bigint, decimals: number): string =>
  floorAmount(value, decimals, decimals)

/** A text that is not a valid amount of a currency. */
export class InvalidAmount extends Data.TaggedError("InvalidAmount")<{
  readonly text: string
  readonly reason:
    | { readonly _tag: "NotANumber" }
    /** More non-zero fraction digits than the currency's `decimals`. */
    | { readonly _tag: "TooPrecise"; readonly decimals: number }
}> {
  override get message() {
    return this.reason._tag === "NotANumber"
      ? `Not an amount: ${this.text}`
      : `More than ${this.reason.decimals} decimals: ${this.text}`
  }
}
