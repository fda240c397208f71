import { Data } from "effect"

/** Why a payment cannot be requested, or nothing was bought. */
export type FundingReason =
  /** `text` is the token as it was named. */
  | { readonly _tag: "UnknownToken"; readonly text: string }
  /** Zero, not a number, or more precise than the token. */
  | { readonly _tag: "InvalidAmount" }
  /** The chain has no links with an amount, or none for this token. `network` is its name. */
  | { readonly _tag: "NoRequests"; readonly network: string }
  /** Nothing is for sale. `region`: the host's list has the time zone of this device. */
  | { readonly _tag: "NotOffered"; readonly because: "endpoint" | "network" | "region" }
  /** The address of the provider's page is missing, or neither `https:` nor of this machine. */
  | { readonly _tag: "UnsafeUrl"; readonly provider: string }
  /** The provider has reported that the purchase failed. */
  | { readonly _tag: "BuyFailed"; readonly provider: string }
  /** Nothing arrived in time. It may still arrive. */
  | { readonly _tag: "BuyLate"; readonly provider: string }

/** A failure of receiving or buying. This engine paid nothing. */
export class FundingError extends Data.TaggedError("FundingError")<{ readonly reason: FundingReason }> {}
