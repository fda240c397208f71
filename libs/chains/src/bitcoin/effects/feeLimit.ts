/** Satoshis that a fee may always cost, because a small payment costs as much as a large one. */
export const alwaysAllowedFee = 10_000n

/** Satoshis above which a fee always takes an act, whatever is paid and whatever a node says is usual. */
export const maxFee = 1_000_000n

/** A fee may be this many times what the node's usual rate makes. */
const maxTimesUsual = 10n

/**
 * Returns the highest fee without an act, in satoshis: a tenth of what is paid, and ten times the usual fee.
 * @param usual satoshis that a transaction of its size usually costs; `null` if no node or no size says it
 */
export const getFeeLimit = (paid: bigint, usual: bigint | null): bigint => {
  const limits = [maxFee, paid / 10n, ...(usual === null ? [] : [usual * maxTimesUsual])]
  const least = limits.reduce((one, other) => (one < other ? one : other))
  return least > alwaysAllowedFee ? least : alwaysAllowedFee
}
