import type { HistoryTransaction, TokenBalance } from "@wmodal/api"
import type { Network } from "@wmodal/protocol"
import type { World } from "../world/World.ts"

/** Whose money is asked about, and where. */
export interface QueriedAccount {
  readonly world: World
  readonly network: Network
  /** Plain. `isAddress` of its source said yes. */
  readonly address: string
  /** This server, as the client reached it: where icons are. */
  readonly origin: string
}

/** What the engine of one namespace tells of the accounts on its networks. */
export interface AccountSource {
  readonly isAddress: (address: string, network: Network) => boolean
  /** Where something can have happened in this world, for a call that names no network. At least one. */
  readonly networks: (world: World) => Promise<readonly Network[]>
  /** What the account holds now, without what it has none of. The native currency is first. */
  readonly balances: (account: QueriedAccount) => Promise<readonly TokenBalance[]>
  /** Everything that ever happened to the account, newest first. Each `id` is its own within the world. */
  readonly history: (account: QueriedAccount) => Promise<readonly HistoryTransaction[]>
}
