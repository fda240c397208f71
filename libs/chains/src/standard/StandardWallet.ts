/**
 * A wallet as the Wallet Standard has it: what registers itself on a page, for Solana and for Bitcoin alike.
 * Source: wallet-standard 1.1, `@wallet-standard/base`.
 */
export interface StandardWallet {
  readonly version: "1.0.0"
  readonly name: string
  /** A `data:` image. */
  readonly icon: string
  /** Such as `solana:mainnet` or `bitcoin:mainnet`. */
  readonly chains: readonly string[]
  /** By name, such as `standard:connect`, `solana:signMessage` or `bitcoin:signTransaction`. Each of its own shape. */
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
  /** Bitcoin alone: what it is for. Source: `@exodus/bitcoin-wallet-standard`. */
  readonly purpose?: "payment" | "ordinals"
}
