import { Effect } from "effect"
import type { Connector } from "../../contract/Connector.ts"
import type { ConnectorDescription } from "../../wallet/lateConnector.ts"
import { walletConnectId } from "../WalletConnect.ts"
import type { WalletOver, Wire } from "../Wire.ts"
import { type Approval, approvalOver } from "./Approval.ts"

/** One namespace of a session as a Connector, spoken by the same code as a wallet at hand. See `WalletOver`. */
export const walletOver: WalletOver = async (wire, namespace) => {
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
