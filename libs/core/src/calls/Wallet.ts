import type { ConnectorError, WalletCalls } from "@wmodal/chains"
import type { CaipAddress, Network } from "@wmodal/protocol"
import type { Effect } from "effect"

/** The wallet behind what is shown, and what to name to it. */
export interface ShownWallet {
  readonly connectorId: string
  readonly account: CaipAddress
  readonly network: Network
  readonly calls: WalletCalls
}

/** The one way to ask the connected wallet for anything but a signature. On an unsupported network nothing is asked of it. */
export interface Wallet {
  /** `null` where none is connected on the network shown, and where that is none of the page's. */
  readonly shown: Effect.Effect<ShownWallet | null, ConnectorError>
}
