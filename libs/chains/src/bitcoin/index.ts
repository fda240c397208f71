import type { Chain } from "../contract/Chain.ts"
import type { ChainActions } from "../contract/ChainActions.ts"
import type { Connector } from "../contract/Connector.ts"

/** The options of Bitcoin networks. */
export interface BitcoinOptions {
  /** The host app's own wallets, listed before discovered ones. */
  readonly connectors?: readonly Connector[]
}

/** Configures Bitcoin networks. The code is loaded when an engine starts. */
export const bitcoin = ({ connectors = [] }: BitcoinOptions = {}): Chain<ChainActions> => ({
  namespace: "bip122",
  load: async () => (await import("./module.ts")).bitcoinModule(connectors),
  sessionConnector: async () => (await import("./module.ts")).loadSessionConnector(),
  makeRpc: async () => (await import("./module.ts")).loadRest(),
})

export type { AccountAddress, GuardedBitcoin } from "./guard/guardedBitcoin.ts"
export { fromBitcoinWallet } from "./makeBitcoinConnector.ts"
