import type { Connector, ConnectorType } from "../contract/Connector.ts"

/** The known data of a wallet before its first request. Text and icon are already safe to show. */
export interface EvmConnectorInfo {
  readonly id: string
  readonly name: string
  readonly type: ConnectorType
  readonly icon?: string | null
  readonly rdns?: string | null
  readonly explorerId?: string | null
}

/** Returns the descriptive fields of a Connector. */
export const describeConnector = ({
  id,
  name,
  type,
  icon = null,
  rdns = null,
  explorerId = null,
}: EvmConnectorInfo) =>
  ({ id, name, type, namespace: "eip155", icon, rdns, explorerId }) satisfies Partial<Connector>
