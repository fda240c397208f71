import type { Connector } from "../contract/Connector.ts"
import type { ConnectorDescription } from "../wallet/lazyConnector.ts"
import type { NamespaceSession } from "./NamespaceSession.ts"
import type { RemoteWallet } from "./RemoteWallet.ts"

/** The factory of a chain's Connector over a remote session, with the same code as for an injected wallet. */
export type SessionConnectorFactory = (
  wire: RemoteWallet,
  approval: NamespaceSession,
  description: ConnectorDescription,
) => Connector
