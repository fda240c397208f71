import type { Chain } from "../contract/Chain.ts"
import type { Connector } from "../contract/Connector.ts"
import type { DescriptorFile } from "./explain/DescriptorFile.ts"

export interface EvmOptions {
  /** Wallets of the host's own, shown before those that the page finds. */
  readonly connectors?: readonly Connector[]
  /** Explain calls and typed data of the host's own contracts, before those that come along do. Source: ERC-7730 v2. */
  readonly descriptors?: readonly DescriptorFile[]
}

/** EVM networks. Weighs next to nothing: its code is loaded when an engine starts. */
export const evm = ({ connectors = [], descriptors = [] }: EvmOptions = {}): Chain => ({
  namespace: "eip155",
  load: async () => (await import("./module.ts")).evmModule(connectors, descriptors),
  sessionConnector: async () => (await import("../remote/eip155SessionConnector.ts")).eip155SessionConnector,
})

export type { Eip1193Provider } from "./Eip1193Provider.ts"
export type { EvmConnectorInfo } from "./EvmConnectorInfo.ts"
export type { DescriptorFile } from "./explain/DescriptorFile.ts"
export type { GuardedProvider } from "./guard/guardProvider.ts"
