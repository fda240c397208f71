import type { Chain } from "../contract/Chain.ts"
import type { Connector } from "../contract/Connector.ts"

export interface BitcoinOptions {
  /** Wallets of the host's own, shown before those that the page finds. */
  readonly connectors?: readonly Connector[]
}

/** Bitcoin's networks. Weighs next to nothing: its code is loaded when an engine starts. */
export const bitcoin = ({ connectors = [] }: BitcoinOptions = {}): Chain => ({
  namespace: "bip122",
  load: async () => (await import("./module.ts")).bitcoinModule(connectors),
  sessionConnector: async () =>
    (await import("../remote/bitcoinSessionConnector.ts")).bitcoinSessionConnector,
  makeRpc: async () => (await import("@wmodal/protocol/rest")).makeRest,
})

export type { AccountAddress, GuardedBitcoin } from "./guard/guardedBitcoin.ts"
export { fromBitcoinWallet } from "./makeBitcoinConnector.ts"
