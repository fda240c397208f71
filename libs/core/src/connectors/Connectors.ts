import type { Connector } from "@wmodal/chains"
import type { Namespace, SubscriptionRef } from "@wmodal/protocol"
import type { Effect } from "effect"
import type { ConnectorGroup } from "../options/Options.ts"
import type { WalletEntry } from "./WalletEntry.ts"

/** A row of the Connect view, in display order. Hidden wallets are excluded, and duplicates merged. */
export interface WalletRow {
  /** Stable: a row keeps its key and its place when another wallet announces itself. */
  readonly key: string
  readonly group: ConnectorGroup
  readonly name: string
  readonly icon: string | null
  /** A connector on this device is available for it. */
  readonly installed: boolean
  readonly recent: boolean
  /** Empty when the wallet is not installed. */
  readonly connectors: readonly { readonly id: string; readonly namespace: Namespace }[]
  /** The `https:` address to get the wallet from; `null` when unknown. */
  readonly getUrl: string | null
  /** The directory's or the host's entry of the wallet, with the links to its apps. */
  readonly entry: WalletEntry | null
}

/**
 * A place that is kept free for the next row of a group, until the wallets of this device and the directory's are known.
 * Without a group no row came: `prepare` closes it.
 */
export interface FreePlace {
  readonly key: null
  readonly group: ConnectorGroup | null
}

/** A place of the wallet list. */
export type WalletPlace = WalletRow | FreePlace

/** The connectors of all chains, and the rows of the wallet list. */
export interface Connectors {
  /** All discovered connectors, including hidden ones. */
  readonly all: SubscriptionRef.SubscriptionRef<readonly Connector[]>
  /**
   * `failed` when the code of a chain could not be loaded: it is then unknown which of its wallets are installed.
   */
  readonly discovery: SubscriptionRef.SubscriptionRef<"looking" | "done" | "failed">
  /** Loads failed code again. */
  readonly retry: Effect.Effect<void>
  /** The rows of the places. */
  readonly rows: SubscriptionRef.SubscriptionRef<readonly WalletRow[]>
  /**
   * Sorted again whenever the modal opens. While it is open no row moves: new ones take places that are kept free, or
   * come last.
   */
  readonly places: SubscriptionRef.SubscriptionRef<readonly WalletPlace[]>
  /**
   * Prepares the rows for display: sorts them again, closes places where no row came, and requests the directory on
   * first use and after a failure. Opening calls this. Rows move: no pointer may be about to press one.
   */
  readonly prepare: Effect.Effect<void>
  /**
   * Picks a row. For an installed wallet it shows ConnectingExternal and starts connecting. A wallet with several of
   * the app's chains shows ConnectingMultiChain first, unless `namespace` selects one. A wallet that is not
   * installed shows ConnectingWalletConnect and is connected over the relay.
   */
  readonly pick: (rowKey: string, namespace?: Namespace) => Effect.Effect<void>
  /** Picks an entry of the list of all wallets, like `pick`: an installed wallet is connected directly. */
  readonly pickEntry: (entry: WalletEntry) => Effect.Effect<void>
  /**
   * The number of wallets that have no row: the directory's count and the featured ones, from 10 on rounded down to
   * tens. `null` until it is known. `failed` when the directory could not be read: rows may be missing, and `prepare`
   * requests it again.
   */
  readonly count: SubscriptionRef.SubscriptionRef<WalletCount | "failed" | null>
}

/** The number of wallets for the "All wallets" row. */
export interface WalletCount {
  readonly atLeast: number
  /** True when `atLeast` is the exact count. */
  readonly exact: boolean
}
