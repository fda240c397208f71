/** A balance before and after. Base units. */
interface BalancePair {
  readonly before: bigint
  readonly after: bigint
}

/** The most decimals that a native currency has beyond those of its face. */
const maxExtraDecimals = 18

/**
 * Returns the base units of the native currency in one of a token, if the token is the native currency by another name:
 * both balances are the same before and after, the fee included, and they change. `null` for a ledger of its own.
 * Source: Celo's GoldToken, Polygon's 0x…1010, ZKsync's 0x…800a.
 */
export const findNativeUnits = (token: BalancePair, native: BalancePair): bigint | null => {
  if (token.before === token.after) return null
  for (let decimals = 0; decimals <= maxExtraDecimals; decimals++) {
    const units = 10n ** BigInt(decimals)
    if (native.before / units === token.before && native.after / units === token.after) return units
  }
  return null
}
