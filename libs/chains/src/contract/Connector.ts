import type { CaipAddress, CaipNetworkId, Namespace, Network } from "@wmodal/protocol"
import type { Effect, Stream } from "effect"
import type { ConnectorError } from "./ConnectorError.ts"
import type { RequestInterceptor } from "./RequestInterceptor.ts"
import type { WalletCalls } from "./WalletCalls.ts"

/** How a connector came to be known. Source: the AppKit 1.7.2 wire. */
export type ConnectorType = "ANNOUNCED" | "INJECTED" | "EXTERNAL" | "MULTI_CHAIN" | "WALLET_CONNECT" | "AUTH"

/** What a wallet gave when it was connected. */
export interface WalletSession {
  /** CAIP-10, the active account first; addresses as a person should see them (EIP-55 for EVM). */
  readonly accounts: readonly [CaipAddress, ...CaipAddress[]]
  /** The network that the wallet says it is on; `null` where it names none. */
  readonly network: CaipNetworkId | null
  /** What the wallet says of its accounts beside, by plain address; absent where it says nothing. */
  readonly details?: Readonly<Record<string, AccountDetails>>
  /** Who answered, where the connector is only a way to many wallets. Its own words, made safe to show. */
  readonly wallet?: WalletIdentity
  /** What the same approval gave for other chains, each once; absent where it was for one. */
  readonly otherChains?: readonly ConnectedChain[]
  /**
   * Of a late approval: told once whether it is wanted. Until then it is nobody's, and is not restored; one that is not
   * wanted is given back to the wallet. Absent where there is nothing to give back.
   * @returns whether it stands now: the wallet may have ended it meanwhile
   */
  readonly acceptLateSession?: (wanted: boolean) => boolean
}

/** A wallet, as it describes itself. */
export interface WalletIdentity {
  /** Control and bidi characters stripped, at most 64 characters, not empty. */
  readonly name: string
  /** As `Connector.icon`. */
  readonly icon: string | null
}

/** A connector, and what it was given. */
export interface ConnectedChain {
  readonly connector: Connector
  readonly session: WalletSession
}

/** What an account is for, and its key, where a wallet tells. */
export interface AccountDetails {
  /** Bitcoin: `payment` for money, `ordinal` for what is inscribed on coins. EVM: a key's own, or a contract's. */
  readonly type: "payment" | "ordinal" | "eoa" | "smartAccount"
  /** Hex; `null` where the wallet does not tell. */
  readonly publicKey: string | null
}

/** What a connected wallet reports of itself. */
export type ConnectorEvent =
  /** `details` of those that are new; what is known of the others stays. */
  | ({ readonly _tag: "AccountsChanged" } & Pick<WalletSession, "accounts" | "details">)
  | { readonly _tag: "NetworkChanged"; readonly network: CaipNetworkId }
  /** The wallet ended it, or no longer shares an account. With a `because` it may come back: what is remembered of it stays. */
  | { readonly _tag: "Disconnected"; readonly cause?: ConnectorError }

export interface ConnectRequest {
  /** The network that the app would like; a wallet on another one still connects. */
  readonly network: Network | null
  /**
   * Called at most once, when the wallet approves after `connect` was interrupted.
   * Nothing has been applied: whoever listens may offer it.
   */
  readonly onLateApproval: (session: WalletSession) => void
}

/**
 * A wallet, as a plain object. Every adapter meets it and passes the Connector contract suite.
 * Each effect is interruptible, settles at once when interrupted, and leaves no listener behind.
 */
export interface Connector {
  /** Stable between page loads: rdns, else name for announced wallets, which all have a name. */
  readonly id: string
  /** Control and bidi characters stripped, at most 64 characters. */
  readonly name: string
  readonly type: ConnectorType
  readonly namespace: Namespace
  /** A `data:image/…` or `https:` address that is safe as an `<img>` source, else `null`. */
  readonly icon: string | null
  readonly rdns: string | null
  /** The wallet's id in the directory, where known. */
  readonly explorerId: string | null
  /**
   * What a page gets to ask the wallet by, EIP-1193 for EVM: whatever signs or sends goes through `door` first. The same
   * object for the same door; `null` before the wallet was asked to connect.
   */
  readonly getProvider: (door: RequestInterceptor) => unknown
  /**
   * Told by a plain address which of the accounts that it shares a person has chosen: pages are told of that one. Absent
   * where the wallet says itself which one is in use.
   */
  readonly use?: (address: string) => void
  /** Asks the person. May take for ever. */
  readonly connect: (request: ConnectRequest) => Effect.Effect<WalletSession, ConnectorError>
  /** Never asks: gives the session that the wallet still shares. Fails with `Locked` when it shares none. */
  readonly restore: Effect.Effect<WalletSession, ConnectorError>
  /** Tells the wallet to forget this page, where it can be told. */
  readonly disconnect: Effect.Effect<void, ConnectorError>
  /** Switches, and adds the network first when the wallet does not know it. */
  readonly switchNetwork: (network: Network) => Effect.Effect<void, ConnectorError>
  /** @returns the signature, 0x-hex for EVM. */
  readonly signMessage: (request: {
    readonly account: CaipAddress
    readonly message: string
  }) => Effect.Effect<string, ConnectorError>
  /** `typedData` is EIP-712 JSON as text. @returns the signature, 0x-hex. */
  readonly signTypedData: (request: {
    readonly account: CaipAddress
    readonly typedData: string
  }) => Effect.Effect<string, ConnectorError>
  /** What is asked of it once it is connected, beyond signing. */
  readonly calls: Effect.Effect<WalletCalls, ConnectorError>
  /** Listeners live as long as the stream is run. */
  readonly events: Stream.Stream<ConnectorEvent>
}
