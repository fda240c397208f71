/** Somebody is let to take something. */
export interface TokenApproval {
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
const minUnlimitedAmount = 2n ** 159n

export const isUnlimitedApproval = ({ amount }: TokenApproval): boolean =>
  amount === "all" || amount >= minUnlimitedAmount

/** Without limit is without limit, whatever its number. */
export const toApprovalKey = (approval: TokenApproval): string =>
  `${approval.token} ${approval.spender} ${isUnlimitedApproval(approval) ? "all" : approval.amount}`.toLowerCase()
