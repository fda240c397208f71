import type { ConnectorError, WalletCalls } from "@wmodal/chains"
import type { CaipAddress, Network } from "@wmodal/protocol"
import { Effect, SubscriptionRef } from "effect"
import type { EngineServices } from "../flows/EngineServices.ts"

/** The wallet behind what is shown, and what to name to it. */
interface ActiveWallet {
  readonly connectorId: string
  readonly account: CaipAddress
  readonly network: Network
  readonly calls: WalletCalls
}

/** The one way to ask the connected wallet for anything but a signature. On an unsupported network nothing is asked of it. */
export interface ActiveWalletReader {
  /** `null` where none is connected on the network shown, and where that is none of the page's. */
  readonly get: Effect.Effect<ActiveWallet | null, ConnectorError>
}

export interface ActiveWalletDeps extends Pick<EngineServices, "board"> {
  readonly networks: Pick<EngineServices["networks"], "shown">
}

export const makeActiveWalletReader = ({ board, networks }: ActiveWalletDeps): ActiveWalletReader => {
  const shown: ActiveWalletReader["get"] = Effect.suspend(() => {
    const { network, known } = SubscriptionRef.getUnsafe(networks.shown)
    const connected = board.getConnected(network.chainNamespace)
    const connector = board.connectors.get(network.chainNamespace)
    if (!known || connected === null || connector === undefined) return Effect.succeed(null)
    const { account } = connected
    return Effect.map(
      connector.calls,
      (calls): ActiveWallet => ({ connectorId: connector.id, account, network, calls }),
    )
  })
  return { get: shown }
}
