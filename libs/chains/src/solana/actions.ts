import { Effect } from "effect"
import type { Actions } from "../contract/Actions.ts"
import { address } from "./address.ts"
import { balance } from "./balance.ts"
import { broadcast, hashOf } from "./broadcast.ts"
import { explain } from "./explain/explain.ts"
import { mark } from "./mark.ts"
import { owned } from "./owned.ts"
import { build } from "./payment/build.ts"
import { estimate } from "./payment/estimate.ts"
import { find } from "./search/find.ts"
import { simulate } from "./simulate.ts"
import { spendable, token, tokenBalance } from "./token.ts"

/** What the engine can do on Solana's networks. */
export const solanaActions: Actions = {
  address,
  balance,
  tokenBalance,
  spendable,
  token,
  estimate,
  build,
  simulate,
  mark,
  find,
  hashOf,
  broadcast,
  owned,
  explain,
  // An account of a key runs no code.
  delegated: () => Effect.succeed(false),
  contracts: null,
  // What waits is gone within a minute, and cannot be replaced before.
  raiseFee: null,
  history: null,
}
