import type { Namespace } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Connector } from "../contract/Connector.ts"
import { makeNamespaceSession, type NamespaceSession } from "../remote/NamespaceSession.ts"
import type { RemoteWallet } from "../remote/RemoteWallet.ts"
import type { ConnectorDescription } from "../wallet/lazyConnector.ts"
import { walletConnectId } from "./WalletConnect.ts"

/**
 * The Connector of one namespace of a session, spoken by the same code as a wallet at hand. `connect` (which prefers
 * `request.network`, where approved) and `restore` give what the session says and ask nobody; they fail with `Locked`
 * where it has nothing of the namespace. `disconnect` does nothing. `events` follow the wire: `Updated` and `Told` become
 * what has changed, and `Ended`, or an `Updated` without the namespace, `Disconnected`. What puts a session there,
 * `wallet` and `also` are not its matter.
 */
export const makeSessionConnector = async (wire: RemoteWallet, namespace: Namespace): Promise<Connector> => {
  const approval = makeNamespaceSession(wire, namespace)
  const description: ConnectorDescription = {
    id: walletConnectId,
    name: "WalletConnect",
    type: "WALLET_CONNECT",
    namespace,
    icon: null,
    rdns: null,
    explorerId: null,
  }
  const connector = await loadChainConnector(wire, approval, description)
  return {
    ...connector,
    connect: (request) =>
      Effect.suspend(() => {
        approval.begin(request.network?.caipNetworkId ?? null)
        return connector.connect(request)
      }),
    // Whoever made the session ends it.
    disconnect: Effect.void,
  }
}

/** Nothing of a chain is there but what the page has passed. */
const loadChainConnector = async (
  wire: RemoteWallet,
  approval: NamespaceSession,
  description: ConnectorDescription,
): Promise<Connector> => {
  const behind = wire.deps.chains.find(
    ({ namespace }) => namespace === description.namespace,
  )?.sessionConnector
  return behind === undefined
    ? (await import("./addressOnlyConnector.ts")).addressOnlyConnector(approval, description)
    : (await behind())(wire, approval, description)
}
