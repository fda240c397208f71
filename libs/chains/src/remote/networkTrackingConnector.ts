import type { CaipNetworkId } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Connector } from "../contract/Connector.ts"
import type { NamespaceSession } from "./NamespaceSession.ts"
import type { RemoteWallet } from "./RemoteWallet.ts"

/**
 * Makes a connector that follows the session's network, since a Wallet Standard wallet has no current one, and reports
 * its own switches to the session.
 * @param make receives the function that its wallet calls on changes, while there are listeners
 */
export const networkTrackingConnector = (
  wire: RemoteWallet,
  approval: NamespaceSession,
  make: (moved: () => void) => Connector,
): Connector => {
  /** The connector's network. */
  let at: CaipNetworkId | null = null
  const connector = make(() => {
    const network = wire.deps.networks.find(({ caipNetworkId }) => caipNetworkId === approval.network())
    if (network === undefined || network.caipNetworkId === at) return
    at = network.caipNetworkId
    // If the wallet shares no account there, the connector stays on its network.
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
