import type { Allowance } from "./Allowance.ts"

/**
 * The minimum amount that counts as unlimited: half the range of the narrowest usual allowance, the 160 bits of
 * Permit2. No token of value has such a supply.
 */
export const minUnlimitedUnits = 2n ** 159n

/** A spender without code may get this part of what the account has without an act. */
const shareOfAccount = 10n

/** How much a spender may take. */
export type Taking = "unlimited" | "everything" | "much" | "item"

/**
 * Rule *may be taken later*: any amount, by any spender; and by a spender without code, which is controlled by a key, more
 * than a tenth of what the account has, or a collectible. A contract that may take an exact amount is how exchanges
 * work. @returns `null` if it needs no act
 */
export const getTaking = ({ held, spender, supply, units }: Allowance): Taking | null => {
  if (units === 0n || spender === "own") return null
  if (units === "all") return "unlimited"
  if (units === "item") return spender === "contract" ? null : "item"
  if (units >= minUnlimitedUnits || (supply !== null && supply > 0n && units >= supply)) return "unlimited"
  if (spender === "contract") return null
  if (held === null) return "much"
  // What comes later may be taken, too.
  if (units >= held) return "everything"
  return units * shareOfAccount > held ? "much" : null
}
