import { evmConnector } from "../evm/EvmConnector.ts"
import type { ConnectorBehind } from "./ConnectorBehind.ts"
import { eip155Provider } from "./eip155Provider.ts"

export const eip155Behind: ConnectorBehind = (wire, approval, description) =>
  evmConnector(eip155Provider(wire, approval), description)
