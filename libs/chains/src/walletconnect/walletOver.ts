import type { Namespace } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Connector } from "../contract/Connector.ts"
import { type Approval, approvalOver } from "../remote/Approval.ts"
import type { Wire } from "../remote/Wire.ts"
import type { ConnectorDescription } from "../wallet/lateConnector.ts"
import { walletConnectId } from "./WalletConnect.ts"

/**
 * The Connector of one namespace of a session, spoken by the same code as a wallet at hand. `connect` (which prefers
 * `request.network`, where approved) and `restore` give what the session says and ask nobody; they fail with `Locked`
 * where it has nothing of the namespace. `disconnect` does nothing. `events` follow the wire: `Updated` and `Told` become
 * what has changed, and `Ended`, or an `Updated` without the namespace, `Disconnected`. What puts a session there,
 * `wallet` and `also` are not its matter.
 */
export const walletOver = async (wire: Wire, namespace: Namespace): Promise<Connector> => {
  const approval = approvalOver(wire, namespace)
  const description: ConnectorDescription = {
    id: walletConnectId,
    name: "WalletConnect",
    type: "WALLET_CONNECT",
    namespace,
    icon: null,
    rdns: null,
    explorerId: null,
  }
  const connector = await connectorOf(wire, approval, description)
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
const connectorOf = async (
  wire: Wire,
  approval: Approval,
  description: ConnectorDescription,
): Promise<Connector> => {
  const behind = wire.around.chains.find(({ namespace }) => namespace === description.namespace)?.behind
  return behind === undefined
    ? (await import("./addressConnector.ts")).addressConnector(approval, description)
    : (await behind())(wire, approval, description)
}
