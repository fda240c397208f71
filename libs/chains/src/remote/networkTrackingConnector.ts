import type { CaipNetworkId } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Connector } from "../contract/Connector.ts"
import type { NamespaceSession } from "./NamespaceSession.ts"
import type { RemoteWallet } from "./RemoteWallet.ts"

/**
 * A wallet of the Wallet Standard names no network that it is on, and one behind a session may: the connector goes there
 * with it, and says to the session where it has gone.
 * @param make of a connector, with what its wallet calls for as long as somebody listens to it
 */
export const networkTrackingConnector = (
  wire: RemoteWallet,
  approval: NamespaceSession,
  make: (moved: () => void) => Connector,
): Connector => {
  /** Where the connector is. */
  let at: CaipNetworkId | null = null
  const connector = make(() => {
    const network = wire.deps.networks.find(({ caipNetworkId }) => caipNetworkId === approval.network())
    if (network === undefined || network.caipNetworkId === at) return
    at = network.caipNetworkId
    // Where the wallet shares nothing there, all stays as it is.
    void Effect.runPromise(Effect.result(connector.switchNetwork(network)))
  })
  const arrive = Effect.sync(() => {
    at = approval.network()
  })

  return {
    ...connector,
    connect: (request) => Effect.tap(connector.connect(request), () => arrive),
    restore: Effect.tap(connector.restore, () => arrive),
    switchNetwork: (network) =>
      Effect.tap(connector.switchNetwork(network), () =>
        Effect.sync(() => {
          at = network.caipNetworkId
          approval.use(at)
        }),
      ),
  }
}
