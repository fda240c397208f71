import type { Connector, ConnectorType } from "../contract/Connector.ts"

/** What is known of a wallet before it is asked anything. Text and icon are safe to show already. */
export interface EvmConnectorInfo {
  readonly id: string
  readonly name: string
  readonly type: ConnectorType
  readonly icon?: string | null
  readonly rdns?: string | null
  readonly explorerId?: string | null
}

/** The part of a Connector that only says what it is. */
export const describeConnector = ({
  id,
  name,
  type,
  icon = null,
  rdns = null,
  explorerId = null,
}: EvmConnectorInfo) =>
  ({ id, name, type, namespace: "eip155", icon, rdns, explorerId }) satisfies Partial<Connector>
