import type { Explanation } from "../contract/Explanation.ts"

/** The default fields of an explanation without content. */
export const emptyExplanation: Omit<Explanation, "digest"> = {
  intent: null,
  interpolatedIntent: null,
  owner: null,
  contractName: null,
  contract: null,
  value: 0n,
  fields: [],
}
