/** An approval that allows a spender to take assets. */
export interface TokenApproval {
  /** Address of the token or the collection, or the text in its place, in any case. */
  readonly token: string
  readonly spender: string
  /** Base units; `all` if it has no count: every collectible, any future balance, an unreadable amount. */
  readonly amount: bigint | "all"
}

/**
 * The minimum amount that counts as unlimited: half the range of the narrowest usual allowance, the 160 bits of
 * Permit2. No token of value has such a supply.
 */
const minUnlimitedAmount = 2n ** 159n

export const isUnlimitedApproval = ({ amount }: TokenApproval): boolean =>
  amount === "all" || amount >= minUnlimitedAmount

/** Returns the key of an approval. All unlimited amounts have the same key. */
export const toApprovalKey = (approval: TokenApproval): string =>
  `${approval.token} ${approval.spender} ${isUnlimitedApproval(approval) ? "all" : approval.amount}`.toLowerCase()
