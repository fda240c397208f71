import type { Chain } from "../contract/Chain.ts"
import type { Connector } from "../contract/Connector.ts"

export interface EvmOptions {
  /** Wallets of the host's own, shown before those that the page finds. */
  readonly connectors?: readonly Connector[]
}

/** EVM networks. Weighs next to nothing: its code is loaded when an engine starts. */
export const evm = ({ connectors = [] }: EvmOptions = {}): Chain => ({
  namespace: "eip155",
  load: async () => (await import("./module.ts")).evmModule(connectors),
})

export type { Eip1193Provider } from "./Eip1193Provider.ts"
export type { EvmConnectorInfo } from "./EvmConnectorInfo.ts"
