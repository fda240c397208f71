import { minUnlimitedUnits } from "../../effects/getTaking.ts"
import { toExpiry } from "../explain/parsePermissions.ts"

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
  /** UTC milliseconds; absent if it stays until it is revoked. */
  readonly until?: number
}

/** The contract that keeps allowances with an end: those of tokens have none. Source: Uniswap's Permit2. */
export const permit2 = "0x000000000022d473030f116ddee9f6b43ac78ba3"

/**
 * Returns the end of an approval. Only Permit2 is known to keep to it; another contract may only have such an argument.
 * @param keeper the contract that keeps the allowance
 * @param seconds Unix time; of none, 0 or the year 2100 it has no end
 */
export const toEnd = (keeper: string, seconds: bigint | null): Pick<TokenApproval, "until"> => {
  const expiry = seconds === null || keeper.toLowerCase() !== permit2 ? null : toExpiry(Number(seconds))
  return expiry === null ? {} : { until: expiry * 1000 }
}

export const isUnlimitedApproval = ({ amount, isItem = false }: TokenApproval): boolean =>
  amount === "all" || (!isItem && amount >= minUnlimitedUnits)

/** Returns the key of an approval. All unlimited amounts of one end have the same key. */
export const toApprovalKey = (approval: TokenApproval): string =>
  `${approval.token} ${approval.spender} ${isUnlimitedApproval(approval) ? "all" : approval.amount} ${approval.until ?? ""}`.toLowerCase()
