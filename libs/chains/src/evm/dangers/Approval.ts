/** Somebody is let to take something. */
export interface Approval {
  /** Address of the token, of the collection, or whatever stands in its place, in any case. */
  readonly token: string
  readonly spender: string
  /** Base units; `all` where it is not counted: every collectible, whatever will be there, what cannot be read. */
  readonly amount: bigint | "all"
}

/**
 * From here on an amount means any: half of what the narrowest usual allowance holds, the 160 bits of Permit2. No token
 * that is worth something has as much.
 */
const boundless = 2n ** 159n

export const isUnlimited = ({ amount }: Approval): boolean => amount === "all" || amount >= boundless

/** Without limit is without limit, whatever its number. */
export const keyOf = (approval: Approval): string =>
  `${approval.token} ${approval.spender} ${isUnlimited(approval) ? "all" : approval.amount}`.toLowerCase()
