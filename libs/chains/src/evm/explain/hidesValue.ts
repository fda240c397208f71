import type { ExplainedField, Explanation } from "../../contract/Explanation.ts"
import { wrappedCurrencies } from "../dangers/knownTokens.ts"
import { toAsset } from "../dangers/toAsset.ts"
import { toDeploymentKey } from "./descriptor/DescriptorFormat.ts"

/**
 * Returns true when a call sends the native currency and its rows do not say how much: the contract may keep it.
 * @param isKnown whether the descriptor is for this contract. Names of functions are free, so one of any contract
 * vouches for nothing but an amount of the currency itself.
 * @param swapped how much of it the swaps of the call give, if it has any: a row may as well name what comes back
 */
export const hidesValue = (
  { contract, fields, value: sent }: Explanation,
  isKnown: boolean,
  chainId: bigint,
  swapped: bigint | null = null,
): boolean => {
  if (sent === 0n) return false
  if (isKnown && swapped !== null) return swapped !== sent
  const says = ({ value }: ExplainedField): boolean => {
    if (value._tag === "Amount")
      return value.units === sent && (value.token === null || (isKnown && isCurrency(value.token, chainId)))
    // A call of the contract to itself is sent the same money.
    return (
      isKnown && value._tag === "Call" && value.call.contract === contract && value.call.fields.some(says)
    )
  }
  if (fields.some(says)) return false
  const passed = fields.map(({ value }) => (value._tag === "Call" ? value.call.value : 0n))
  return !isKnown || passed.reduce((sum, value) => sum + value, 0n) !== sent
}

/** Exchanges wrap what they are sent, and name it as the token. */
export const isCurrency = (token: string, chainId: bigint) =>
  toAsset(token, "any")._tag === "Native" || wrappedCurrencies.has(toDeploymentKey(chainId, token))
