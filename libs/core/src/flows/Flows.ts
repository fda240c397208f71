import type { Effect } from "effect"
import type { Accounts } from "../accounts/Accounts.ts"
import type { Activity } from "../activity/Activity.ts"
import type { Approvals } from "../approvals/Approvals.ts"
import type { Collectibles } from "../collectibles/Collectibles.ts"
import type { Funding } from "../funding/Funding.ts"
import type { Holdings } from "../holdings/Holdings.ts"
import type { Ledger } from "../ledger/Ledger.ts"
import type { Names } from "../names/Names.ts"
import type { OwnNetworks } from "../ownNetworks/OwnNetworks.ts"
import type { EngineError } from "../problems/EngineError.ts"
import type { Recipients } from "../recipients/Recipients.ts"
import type { RequestQueue } from "../requests/RequestQueue.ts"
import type { Send } from "../send/Send.ts"
import type { ServerPayments } from "../send/ServerPayments.ts"
import type { Sessions } from "../sessions/Sessions.ts"
import type { Signing } from "../signing/Signing.ts"
import type { Swap } from "../swap/Swap.ts"

/** The flows of a connected wallet. Their code loads with the first use. */
export interface Flows {
  readonly ledger: Ledger
  readonly accounts: Accounts
  readonly holdings: Holdings
  readonly collectibles: Collectibles
  readonly activity: Activity
  readonly recipients: Recipients
  readonly approvals: Approvals
  readonly send: Send
  /** Payments whose transaction a link's server makes. Reading it loads the code. */
  readonly serverPayments: Effect.Effect<ServerPayments, EngineError>
  readonly swap: Swap
  /** The dApp's own requests to the wallet. */
  readonly requests: RequestQueue
  readonly signing: Signing
  /** Receiving and buying. Reading it loads the code; fails when that cannot be loaded. */
  readonly funding: Effect.Effect<Funding, EngineError>
  /** Names of the registry. Reading it loads the code. */
  readonly names: Effect.Effect<Names, EngineError>
  /** The networks that the user adds and removes. Reading it loads the code. */
  readonly ownNetworks: Effect.Effect<OwnNetworks, EngineError>
  /** What apps may spend without asking. Reading it loads the code. */
  readonly sessions: Effect.Effect<Sessions, EngineError>
}
