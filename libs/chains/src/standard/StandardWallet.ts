/**
 * A wallet of the Wallet Standard, which registers itself on a page for Solana and for Bitcoin.
 * Source: wallet-standard 1.1, `@wallet-standard/base`.
 */
export interface StandardWallet {
  readonly version: "1.0.0"
  readonly name: string
  /** A `data:` image. */
  readonly icon: string
  /** Such as `solana:mainnet` or `bitcoin:mainnet`. */
  readonly chains: readonly string[]
  /** By name, such as `standard:connect`, `solana:signMessage` or `bitcoin:signTransaction`. Each has its own shape. */
  readonly features: Readonly<Record<string, unknown>>
  readonly accounts: readonly StandardAccount[]
}

/** An account that a wallet has shared. */
export interface StandardAccount {
  readonly address: string
  readonly publicKey: Uint8Array
  readonly chains: readonly string[]
  readonly features: readonly string[]
  readonly label?: string
  /** The purpose of a Bitcoin address. Source: `@exodus/bitcoin-wallet-standard`. */
  readonly purpose?: "payment" | "ordinals"
  /** BIP-32, such as `m/84'/0'/0'/0/0`. Not part of the standard: wallets on other devices report it. */
  readonly path?: string
}
