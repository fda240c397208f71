import type { Namespace } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Connector } from "../contract/Connector.ts"
import { makeNamespaceSession, type NamespaceSession } from "../remote/NamespaceSession.ts"
import type { RemoteWallet } from "../remote/RemoteWallet.ts"
import type { ConnectorDescription } from "../wallet/lazyConnector.ts"
import { walletConnectId } from "./WalletConnect.ts"

/**
 * Makes the Connector of one namespace of a session, with the same code as for an injected wallet. `connect` (which
 * prefers `request.network`, if approved) and `restore` return the session without a prompt; they fail with `Locked` if
 * it lacks the namespace. `disconnect` has no effect. `events` follow the wire: `SessionUpdated` and wallet events
 * become the resulting changes; `SessionDeleted`, or a `SessionUpdated` without the namespace, becomes `Disconnected`.
 * Callers create the session, and set `wallet` and `also`.
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
    // The owner of the session ends it.
    disconnect: Effect.void,
  }
}

/** Loads a chain's code, which only the host app can provide. */
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
