import type { Chain } from "../contract/Chain.ts"
import type { SigningActions } from "../contract/ChainActions.ts"
import type { Connector } from "../contract/Connector.ts"
import { lateChain } from "../contract/lateChain.ts"

/** The options of Polkadot networks. */
export interface PolkadotOptions {
  /** The host app's own wallets, listed before discovered ones. */
  readonly connectors?: readonly Connector[]
}

/**
 * Configures Polkadot networks, whose accounts sign messages and transactions. Balances, payments and swaps are not
 * offered. The code is loaded when an engine starts.
 */
export const polkadot = (options: PolkadotOptions = {}): Chain<SigningActions> => ({
  ...lateChain("polkadot", () => import("./module.ts"), options),
  onlySigns: true,
})

export type { GuardedPolkadot } from "./guard/guardedPolkadot.ts"
export { fromPolkadotWallet } from "./makePolkadotConnector.ts"
