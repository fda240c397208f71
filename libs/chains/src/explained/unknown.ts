import type { Explanation } from "../contract/Explanation.ts"

/** What an explanation is without words. */
export const unknown: Omit<Explanation, "digest"> = {
  intent: null,
  sentence: null,
  owner: null,
  contractName: null,
  contract: null,
  value: 0n,
  fields: [],
}
