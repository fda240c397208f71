import type { Connector } from "@wmodal/chains"
import type { Namespace } from "@wmodal/protocol"
import type { Effect, SubscriptionRef } from "effect"
import type { WalletEntry } from "./WalletEntry.ts"

/** Where a row of the Connect view comes from. */
export type ConnectorGroup =
  /** The code that any wallet scans. */
  | "walletConnect"
  | "custom"
  | "recent"
  | "external"
  | "multiChain"
  | "announced"
  | "injected"
  | "recommended"
  | "featured"

/** One row of the Connect view: hidden ones are gone, merged ones are one, in the order to show. */
export interface WalletRow {
  /** Stable: a row keeps its key and its place when another wallet announces itself. */
  readonly key: string
  readonly group: ConnectorGroup
  readonly name: string
  readonly icon: string | null
  /** A connector answers for it on this machine. */
  readonly installed: boolean
  readonly recent: boolean
  /** Empty where the wallet is not installed. */
  readonly connectors: readonly { readonly id: string; readonly namespace: Namespace }[]
  /** Where a person gets it, `https:` only; `null` where nobody knows. */
  readonly getUrl: string | null
  /** What else is known of it, where the directory or the host lists it: how its apps are opened. */
  readonly entry: WalletEntry | null
}

/** The connectors of all chains, and the rows of the wallet list. */
export interface Connectors {
  /** Every connector found, hidden ones too. */
  readonly all: SubscriptionRef.SubscriptionRef<readonly Connector[]>
  /** `failed` when the code of a chain could not be loaded: which of its wallets are installed, nobody knows then. */
  readonly discovery: SubscriptionRef.SubscriptionRef<"looking" | "done" | "failed">
  /** Loads again what could not be loaded. */
  readonly retry: Effect.Effect<void>
  /** Ordered anew whenever the modal opens. While it is open no row moves: what is new comes last. */
  readonly rows: SubscriptionRef.SubscriptionRef<readonly WalletRow[]>
  /**
   * What a row does when picked: shows ConnectingExternal and starts asking where the wallet is installed. One that
   * speaks several of the page's chains shows ConnectingMultiChain first, unless `namespace` says which is meant. One that
   * is not installed shows ConnectingWalletConnect, and is asked over the relay.
   */
  readonly pick: (rowKey: string, namespace?: Namespace) => Effect.Effect<void>
  /** The same for one of the list of all wallets: an installed one is asked where it stands. */
  readonly pickEntry: (entry: WalletEntry) => Effect.Effect<void>
  /**
   * How many wallets there are beside those of the rows, for the way to all of them: the directory's count and the
   * featured ones, from 10 on floored to tens. `null` until it is known.
   */
  readonly count: SubscriptionRef.SubscriptionRef<WalletCount | null>
}

/** The number of wallets for the "All wallets" row. */
export interface WalletCount {
  readonly atLeast: number
  /** Whether there are no more than that. */
  readonly exact: boolean
}
