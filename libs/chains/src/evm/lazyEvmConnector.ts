import type { Connector } from "../contract/Connector.ts"
import { lazyConnector as late } from "../wallet/lazyConnector.ts"
import type { Eip1193Provider } from "./Eip1193Provider.ts"
import { describeConnector, type EvmConnectorInfo } from "./EvmConnectorInfo.ts"

/** Returns a Connector for an EIP-1193 provider whose code loads with the first request. */
export const lazyEvmConnector = (provider: Eip1193Provider, info: EvmConnectorInfo): Connector =>
  late(describeConnector(info), async () => (await import("./EvmConnector.ts")).evmConnector(provider, info))
