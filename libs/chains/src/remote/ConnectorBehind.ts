import type { Connector } from "../contract/Connector.ts"
import type { ConnectorDescription } from "../wallet/lateConnector.ts"
import type { Approval } from "./Approval.ts"
import type { Wire } from "./Wire.ts"

/** The Connector of one chain over what a wallet elsewhere has approved of it: the same code as for a wallet at hand. */
export type ConnectorBehind = (wire: Wire, approval: Approval, description: ConnectorDescription) => Connector
