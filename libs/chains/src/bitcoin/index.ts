import type { Chain } from "../contract/Chain.ts"
import type { ChainActions } from "../contract/ChainActions.ts"
import type { Connector } from "../contract/Connector.ts"
import { lateChain } from "../contract/lateChain.ts"

/** The options of Bitcoin networks. */
export interface BitcoinOptions {
  /** The host app's own wallets, listed before discovered ones. */
  readonly connectors?: readonly Connector[]
}

const load = () => import("./module.ts")

/** Configures Bitcoin networks. The code is loaded when an engine starts. */
export const bitcoin = (options: BitcoinOptions = {}): Chain<ChainActions> => ({
  ...lateChain("bip122", load, options),
  makeRpc: async () => (await load()).loadRest(),
})

export type { AccountAddress, GuardedBitcoin } from "./guard/guardedBitcoin.ts"
export { fromBitcoinWallet } from "./makeBitcoinConnector.ts"
