import { evmConnector } from "../evm/EvmConnector.ts"
import { eip155Provider } from "./eip155Provider.ts"
import type { SessionConnectorFactory } from "./SessionConnectorFactory.ts"

export const eip155SessionConnector: SessionConnectorFactory = (wire, approval, description) =>
  evmConnector(eip155Provider(wire, approval), description)
