import { minUnlimitedUnits } from "../../effects/getTaking.ts"

/** An approval that allows a spender to take assets. */
export interface TokenApproval {
  /** Address of the token or the collection, or the text in its place, in any case. */
  readonly token: string
  readonly spender: string
  /**
   * Base units, or the id where the contract is a collection; `all` if it has no count: every collectible, any future
   * balance, an unreadable amount.
   */
  readonly amount: bigint | "all"
  /** True if the amount is known to be the id of a collectible; else the contract has to say. */
  readonly isItem?: boolean
  /** True if the spender is code of which nothing is known and may take it at once, without an allowance that is seen. */
  readonly isTakenAtOnce?: boolean
}

export const isUnlimitedApproval = ({ amount, isItem = false }: TokenApproval): boolean =>
  amount === "all" || (!isItem && amount >= minUnlimitedUnits)

/** Returns the key of an approval. All unlimited amounts have the same key. */
export const toApprovalKey = (approval: TokenApproval): string =>
  `${approval.token} ${approval.spender} ${isUnlimitedApproval(approval) ? "all" : approval.amount}`.toLowerCase()
