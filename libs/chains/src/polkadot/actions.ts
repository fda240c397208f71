import type { SigningActions } from "../contract/ChainActions.ts"
import { normalizeAddress } from "./addresses.ts"
import { explainRequest } from "./explainRequest.ts"
import { polkadotRules } from "./rules.ts"

/** The engine's actions on Polkadot networks: accounts only sign. */
export const polkadotActions: SigningActions = {
  rules: polkadotRules,
  address: normalizeAddress,
  explain: explainRequest,
}
