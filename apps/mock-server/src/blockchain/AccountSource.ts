import type { HistoryTransaction, TokenBalance } from "@wmodal/api"
import type { Network } from "@wmodal/protocol"
import type { World } from "../world/World.ts"

/** The account of a request, and its networks. */
export interface QueriedAccount {
  readonly world: World
  readonly network: Network
  /** Plain address, accepted by `isAddress` of its source. */
  readonly address: string
  /** Base URL of this server, as the client reached it, for icons. */
  readonly origin: string
}

/** The account data that the engine of one namespace provides. */
export interface AccountSource {
  readonly isAddress: (address: string, network: Network) => boolean
  /** Returns the networks with possible activity in this world, for a call without a network. At least one. */
  readonly networks: (world: World) => Promise<readonly Network[]>
  /** Returns the current balances of the account, without zero balances. The native currency is first. */
  readonly balances: (account: QueriedAccount) => Promise<readonly TokenBalance[]>
  /** Returns the full history of the account, newest first. Each `id` is unique within the world. */
  readonly history: (account: QueriedAccount) => Promise<readonly HistoryTransaction[]>
}
