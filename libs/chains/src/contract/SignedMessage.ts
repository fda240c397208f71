import type { CaipAddress } from "@wmodal/protocol"

/** A capability object of one-click sign-in. Source: CAIP-74. */
export interface Cacao {
  readonly h: { readonly t: "caip122" | "eip4361" }
  readonly p: {
    readonly domain: string
    readonly aud: string
    readonly nonce: string
    /** `did:pkh:` and the CAIP-10 account. */
    readonly iss: string
    readonly version?: string
    readonly iat?: string
    readonly nbf?: string
    readonly exp?: string
    readonly statement?: string
    readonly requestId?: string
    readonly resources?: readonly string[]
    readonly type?: string
  }
  readonly s: { readonly t: "eip191" | "eip1271" | "eip6492"; readonly s: string; readonly m?: string }
}

/** A sign-in message that a wallet signed when it connected. Not verified. */
export interface SignedMessage {
  /** The account that the wallet names. CAIP-10. */
  readonly account: CaipAddress
  /** The signed text, as the wallet composed it. */
  readonly message: string
  /** 0x-hex on EVM, base58 on Solana. */
  readonly signature: string
  /** Of WalletConnect's one-click sign-in. */
  readonly cacao?: Cacao
}
