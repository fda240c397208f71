import type { CaipAddress, Network } from "@wmodal/protocol"
import type { Effect } from "effect"
import type { ConnectorError } from "./ConnectorError.ts"
import type { ChainTransaction } from "./Transfer.ts"

/** What came of asking a wallet to send. */
export type SendOutcome =
  | { readonly _tag: "Sent"; readonly hash: string }
  /** Nothing has left: declined, locked, refused before it was signed. */
  | { readonly _tag: "NotSent"; readonly error: ConnectorError }
  /** It may have left: the answer was lost, or says so. `hash` where the wallet named one. */
  | { readonly _tag: "Unknown"; readonly hash: string | null; readonly error: ConnectorError }

/** The wallet has signed, and leaves the sending to us: nothing has left yet. `raw` is what `Actions.broadcast` takes. */
export interface AwaitingBroadcast {
  readonly _tag: "AwaitingBroadcast"
  readonly raw: string
}

/** What a wallet can do on one network. Source: EIP-5792, EIP-7811. */
export interface WalletCapabilities {
  /** `supported`: calls go as one. `ready`: they would, once the person agrees to upgrade the account. */
  readonly atomic: "supported" | "ready" | "unsupported"
  /** `wallet_getAssets` answers. */
  readonly assetDiscovery: boolean
}

/** Something that the wallet says the account holds. Source: EIP-7811. */
export interface WalletAsset {
  /** Plain address of the contract; `null` for the network's own currency. */
  readonly token: string | null
  /** Base units. */
  readonly balance: bigint
  /** Stripped and bounded. */
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** Fiat price of one, for display only. */
  readonly price: number
  /** From outside: check its scheme before it is shown. */
  readonly iconUrl: string
}

/** One call of a batch. Source: EIP-5792. */
export interface WalletCall {
  readonly to: string
  /** Base units. */
  readonly value: bigint
  /** 0x-hex. */
  readonly data: string
}

/** What came of a batch. Source: EIP-5792: 100 pending, 200 done, 400 refused, 500 reverted, 600 partly reverted. */
export interface CallsStatus {
  readonly status: "pending" | "confirmed" | "failed" | "reverted" | "partlyReverted"
  /** Hashes of the transactions, in order; one where the batch was atomic. */
  readonly hashes: readonly string[]
}

/** What a page wants a person to have said. Absent fields are left out of the message. Source: Sign In With Solana, after EIP-4361. */
export interface SignInRequest {
  /** Host of the page; a wallet may refuse another one. */
  readonly domain: string
  readonly statement?: string
  readonly uri?: string
  readonly version?: string
  readonly chainId?: string
  readonly nonce?: string
  /** ISO 8601. */
  readonly issuedAt?: string
  readonly expirationTime?: string
  readonly notBefore?: string
  readonly requestId?: string
  readonly resources?: readonly string[]
}

/** Who is there, and what they have signed. */
export interface SignInResult {
  /** Plain. */
  readonly address: string
  /** As the wallet wrote it: it names the address and all that was asked for. Whether it is believed is for the backend. */
  readonly message: string
  /** In the chain's own form: base58 on Solana. */
  readonly signature: string
}

/** What is asked of a connected wallet, beyond signing. Its code arrives with the first question. */
export interface WalletCalls {
  /** Asks the person; may take for ever. Never retried. */
  readonly sendTransaction: (request: {
    readonly account: CaipAddress
    readonly network: Network
    readonly transaction: ChainTransaction
  }) => Effect.Effect<SendOutcome | AwaitingBroadcast>
  /** Asks the person; nothing is sent. @returns the signed bytes. Few wallets can: `Unsupported` elsewhere. */
  readonly signTransaction: (request: {
    readonly account: CaipAddress
    readonly network: Network
    readonly transaction: ChainTransaction
  }) => Effect.Effect<string, ConnectorError>
  /** Asks the person, who reads a message that the wallet writes itself. Absent where the wallet writes none. */
  readonly signIn?: (request: SignInRequest) => Effect.Effect<SignInResult, ConnectorError>
  /** Never asks the person. */
  readonly capabilities: (request: {
    readonly account: CaipAddress
    readonly network: Network
  }) => Effect.Effect<WalletCapabilities, ConnectorError>
  /** Never asks the person. One asset that does not decode refuses the whole answer, as `Malformed`. */
  readonly assets: (request: {
    readonly account: CaipAddress
    readonly network: Network
  }) => Effect.Effect<readonly WalletAsset[], ConnectorError>
  /** Asks the person; may take for ever. @returns the id to ask `callsStatus` by. */
  readonly sendCalls: (request: {
    readonly account: CaipAddress
    readonly network: Network
    readonly calls: readonly [WalletCall, ...WalletCall[]]
    /** Refused by a wallet that cannot put them into one transaction. */
    readonly atomicRequired: boolean
    /** Names the batch before it is asked for, so that it can be looked for if the answer is lost. At most 4096 bytes. */
    readonly id?: string
  }) => Effect.Effect<string, ConnectorError>
  readonly callsStatus: (id: string) => Effect.Effect<CallsStatus, ConnectorError>
}
