/** The part of `@coinbase/wallet-sdk` 4 that is used. */
export interface CoinbaseLibrary {
  /** Makes the library's EIP-1193 provider. Source: `@coinbase/wallet-sdk` 4.4.0. */
  readonly createCoinbaseWalletSDK: (params: {
    readonly appName: string
    readonly appLogoUrl?: string
    readonly appChainIds?: number[]
    readonly preference: {
      readonly options: "all" | "smartWalletOnly" | "eoaOnly"
      readonly keysUrl?: string
    } & Record<string, unknown>
  }) => { readonly getProvider: () => unknown }
}

/** Coinbase Wallet by its own library, which the host app installs. */
export interface CoinbaseOptions {
  /** Loads the library: `() => import("@coinbase/wallet-sdk")`. Called when a user picks the wallet. */
  readonly load: () => Promise<CoinbaseLibrary>
  /** The name of the app, as the wallet shows it. Default: the title of the page. */
  readonly appName?: string
  /** An https address. Default: the icon that the wallet finds. */
  readonly appLogoUrl?: string
  /**
   * `smartWalletOnly`: by a passkey in the wallet's pop-up. `eoaOnly`: by the wallet's app or extension, over
   * `www.walletlink.org`. Default `all`: the user chooses in the pop-up.
   */
  readonly preference?: "all" | "smartWalletOnly" | "eoaOnly"
  /** The address of the wallet's pop-up. Default: that of the library, `https://keys.coinbase.com/connect`. */
  readonly url?: string
}
