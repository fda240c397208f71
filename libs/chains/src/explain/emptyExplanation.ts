import type { Explanation } from "../contract/Explanation.ts"

/** What an explanation is without words. */
export const emptyExplanation: Omit<Explanation, "digest"> = {
  intent: null,
  interpolatedIntent: null,
  owner: null,
  contractName: null,
  contract: null,
  value: 0n,
  fields: [],
}
