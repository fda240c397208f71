import { Data } from "effect"

/** Why a payment cannot be requested. */
export type FundingReason =
  /** `text` is the token as it was named. */
  | { readonly _tag: "UnknownToken"; readonly text: string }
  /** Zero, not a number, or more precise than the token. */
  | { readonly _tag: "InvalidAmount" }
  /** The chain has no links with an amount, or none for this token. `network` is its name. */
  | { readonly _tag: "NoRequests"; readonly network: string }

/** A failure of receiving. Nothing was paid. */
export class FundingError extends Data.TaggedError("FundingError")<{ readonly reason: FundingReason }> {}
