import { Effect } from "effect"
import type { Actions } from "../contract/Actions.ts"
import { address } from "./addresses.ts"
import { balance } from "./balance.ts"
import { broadcast, hashOf } from "./broadcast.ts"
import { build } from "./build.ts"
import { spendable } from "./coins.ts"
import { estimate } from "./estimate.ts"
import { explain } from "./explain.ts"
import { find } from "./find.ts"
import { history } from "./history.ts"
import { mark } from "./mark.ts"
import { raiseFee } from "./raiseFee.ts"
import { simulate } from "./simulate.ts"

/** What the engine can do on Bitcoin's networks: no tokens, no contracts, nothing that is collected. */
export const bitcoinActions: Actions = {
  address,
  balance,
  tokenBalance: () => Effect.succeed(0n),
  spendable,
  token: () => Effect.succeed(null),
  estimate,
  build,
  simulate,
  mark,
  find,
  hashOf,
  broadcast,
  delegated: () => Effect.succeed(false),
  owned: () => Effect.succeed([]),
  explain,
  contracts: null,
  raiseFee,
  history,
}
