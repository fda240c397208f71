import type { CaipAddress, Network } from "@wmodal/protocol"
import type { Effect } from "effect"
import type { ConnectorError } from "./ConnectorError.ts"
import type { StoredSession } from "./Session.ts"
import type { ChainTransaction } from "./Transfer.ts"

/** The outcome of a send request to a wallet. */
export type SendOutcome =
  | { readonly _tag: "Sent"; readonly hash: string }
  /** No transaction was sent: declined, locked, or rejected before it was signed. */
  | { readonly _tag: "NotSent"; readonly error: ConnectorError }
  /** It may have been sent: the response was lost, or reports so. `hash` if the wallet reported one. */
  | { readonly _tag: "Unknown"; readonly hash: string | null; readonly error: ConnectorError }

/**
 * The wallet has signed, and the caller broadcasts: the transaction is not sent yet. `raw` is the input of
 * `ChainActions.broadcast`.
 */
export interface AwaitingBroadcast {
  readonly _tag: "AwaitingBroadcast"
  readonly raw: string
}

/** The features of a wallet on one network. Source: EIP-5792, EIP-7811. */
export interface WalletCapabilities {
  /** `supported`: calls run atomically. `ready`: they would, after the user agrees to upgrade the account. */
  readonly atomic: "supported" | "ready" | "unsupported"
  /** The wallet supports `wallet_getAssets`. */
  readonly assetDiscovery: boolean
}

/** An asset of the account, as the wallet reports it. Source: EIP-7811. */
export interface WalletAsset {
  /** Plain address of the contract; `null` for the native currency. */
  readonly token: string | null
  /** Base units. */
  readonly balance: bigint
  /** Stripped and bounded. */
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** Fiat price of one, for display only. */
  readonly price: number
  /** Untrusted: check its scheme before it is shown. */
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

/**
 * The status of a batch. Source: EIP-5792: 100 pending, 200 done, 400 refused, 500 reverted, 600 partly reverted. `mined`:
 * in a block, without its result, as in drafts of EIP-5792.
 */
export interface CallsStatus {
  readonly status: "pending" | "confirmed" | "mined" | "failed" | "reverted" | "partlyReverted"
  /** Hashes of the transactions, in order; one if the batch was atomic. Empty if the wallet reports none. */
  readonly hashes: readonly string[]
}

/**
 * The sign-in message that a dApp requests. Absent fields are left out of the message. Source: Sign In With Solana,
 * after EIP-4361.
 */
export interface SignInRequest {
  /** Host of the dApp; a wallet may reject another one. */
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

/** The signed-in address and its signed message. */
export interface SignInResult {
  /** Plain. */
  readonly address: string
  /** The wallet's own text: it contains the address and all requested fields. The backend verifies it. */
  readonly message: string
  /** In the chain's own form: base58 on Solana. */
  readonly signature: string
}

/** The methods of a connected wallet beyond signing. Their code loads with the first request. */
export interface WalletCalls {
  /** Prompts the user; has no time limit. Never retried. */
  readonly sendTransaction: (request: {
    readonly account: CaipAddress
    readonly network: Network
    readonly transaction: ChainTransaction
  }) => Effect.Effect<SendOutcome | AwaitingBroadcast>
  /**
   * Prompts the user; sends no transaction. @returns the signed bytes. Few wallets support it: others fail with
   * `Unsupported`.
   */
  readonly signTransaction: (request: {
    readonly account: CaipAddress
    readonly network: Network
    readonly transaction: ChainTransaction
  }) => Effect.Effect<string, ConnectorError>
  /** Returns the capabilities without a prompt. */
  readonly capabilities: (request: {
    readonly account: CaipAddress
    readonly network: Network
  }) => Effect.Effect<WalletCapabilities, ConnectorError>
  /** Returns the assets without a prompt. One asset that does not decode rejects the whole response, as `Malformed`. */
  readonly assets: (request: {
    readonly account: CaipAddress
    readonly network: Network
  }) => Effect.Effect<readonly WalletAsset[], ConnectorError>
  /** Prompts the user; has no time limit. @returns the id for `callsStatus`. */
  readonly sendCalls: (request: {
    readonly account: CaipAddress
    readonly network: Network
    readonly calls: readonly [WalletCall, ...WalletCall[]]
    /** Rejected by a wallet that cannot run the calls atomically. */
    readonly atomicRequired: boolean
    /**
     * The id of the batch, set before the request, so that the batch can be queried if the response is lost. At most
     * 4096 bytes.
     */
    readonly id?: string
  }) => Effect.Effect<string, ConnectorError>
  readonly callsStatus: (id: string) => Effect.Effect<CallsStatus, ConnectorError>
  /**
   * Prompts the user to end a session of the account. @returns the signature of its id, for the service. Absent on a
   * chain without sessions. Source: the AppKit 1.7.2 wire.
   */
  readonly revokeSession?: (request: {
    readonly account: CaipAddress
    /** The service's id of the session. */
    readonly id: string
    readonly session: StoredSession
  }) => Effect.Effect<string, ConnectorError>
}
