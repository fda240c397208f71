import type { Chain } from "../contract/Chain.ts"
import type { SigningActions } from "../contract/ChainActions.ts"
import type { Connector } from "../contract/Connector.ts"

/** The options of Polkadot networks. */
export interface PolkadotOptions {
  /** The host app's own wallets, listed before discovered ones. */
  readonly connectors?: readonly Connector[]
}

/**
 * Configures Polkadot networks, whose accounts sign messages and transactions. Balances, payments and swaps are not
 * offered. The code is loaded when an engine starts.
 */
export const polkadot = ({ connectors = [] }: PolkadotOptions = {}): Chain<SigningActions> => ({
  namespace: "polkadot",
  onlySigns: true,
  load: async () => (await import("./module.ts")).polkadotModule(connectors),
  sessionConnector: async () => (await import("./module.ts")).loadSessionConnector(),
})

export type { GuardedPolkadot } from "./guard/guardedPolkadot.ts"
export { fromPolkadotWallet } from "./makePolkadotConnector.ts"
