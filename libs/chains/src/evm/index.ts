import type { Chain } from "../contract/Chain.ts"
import type { ChainActions } from "../contract/ChainActions.ts"
import type { Connector } from "../contract/Connector.ts"
import { lateChain } from "../contract/lateChain.ts"
import type { CoinbaseOptions } from "./coinbase/CoinbaseOptions.ts"
import type { DescriptorFile } from "./explain/DescriptorFile.ts"

/** The options of EVM networks. */
export interface EvmOptions {
  /** Wallets of the host app, shown before the discovered ones. */
  readonly connectors?: readonly Connector[]
  /** Offers Coinbase Wallet by its own library: `{ load: () => import("@coinbase/wallet-sdk") }`. */
  readonly coinbase?: CoinbaseOptions
  /** Descriptors of the host app's own contracts, used before the bundled ones. Source: ERC-7730 v2. */
  readonly descriptors?: readonly DescriptorFile[]
  /**
   * The origins of Safe's own pages. In a frame of one of them, the page offers that Safe first. Default:
   * `https://app.safe.global`. Source: the Safe Apps SDK.
   */
  readonly safeOrigins?: readonly string[]
}

/** Returns the chain of EVM networks. Its size is negligible: its code is loaded when an engine starts. */
export const evm = (options: EvmOptions = {}): Chain<ChainActions> =>
  lateChain("eip155", () => import("./module.ts"), options)

export type { CoinbaseLibrary, CoinbaseOptions } from "./coinbase/CoinbaseOptions.ts"
export type { Eip1193Provider } from "./Eip1193Provider.ts"
export type { EvmConnectorInfo } from "./EvmConnectorInfo.ts"
export type { DescriptorFile } from "./explain/DescriptorFile.ts"
export type { GuardedProvider } from "./guard/guardProvider.ts"
