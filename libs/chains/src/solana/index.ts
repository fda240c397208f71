import type { Chain } from "../contract/Chain.ts"
import type { ChainActions } from "../contract/ChainActions.ts"
import type { Connector } from "../contract/Connector.ts"
import { lateChain } from "../contract/lateChain.ts"

/** The options of Solana networks. */
export interface SolanaOptions {
  /** The host app's own wallets, listed before discovered ones. */
  readonly connectors?: readonly Connector[]
}

/** Configures Solana networks. The code is loaded when an engine starts. */
export const solana = (options: SolanaOptions = {}): Chain<ChainActions> =>
  lateChain("solana", () => import("./module.ts"), options)

export type { GuardedSolana } from "./guard/guardedSolana.ts"
export { fromSolanaWallet } from "./makeSolanaConnector.ts"
