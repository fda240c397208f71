import type { Connector } from "../contract/Connector.ts"
import type { ConnectorDescription } from "../wallet/lazyConnector.ts"
import type { NamespaceSession } from "./NamespaceSession.ts"
import type { RemoteWallet } from "./RemoteWallet.ts"

/** The Connector of one chain over what a wallet elsewhere has approved of it: the same code as for a wallet at hand. */
export type SessionConnectorFactory = (
  wire: RemoteWallet,
  approval: NamespaceSession,
  description: ConnectorDescription,
) => Connector
