import type {
  EngineEvent,
  HostOptions,
  NetworkLogEntry,
  SignedInUser,
  SiwxSession,
  Theme,
  ThemeVariables,
  WalletInfo,
} from "@wmodal/core"
import type { CaipAddress, CaipNetworkId, Namespace, Network } from "@wmodal/protocol"
import type { ButtonMessages } from "../messages/buttonMessages.ts"
import type { HostMethods, HostNetwork } from "./HostMethods.ts"
import type { WatchHostValue } from "./HostValues.ts"
import type { Providers } from "./Providers.ts"

/** Options of `createWModal`: the engine's options and those that only a page has. */
export interface WModalOptions extends Omit<HostOptions, "networks" | "defaultNetwork"> {
  /** Networks of the table, or chains of viem as they are. */
  readonly networks: readonly HostNetwork[]
  /** One of `networks`; by default the first. */
  readonly defaultNetwork?: HostNetwork
  /** BCP 47, default `en`. Languages load on demand; an unknown one falls back to English. */
  readonly language?: string
  /**
   * Keeps the connected accounts (addresses, networks, wallet names; no secrets) in a cookie, so that a server renders
   * the state of a returning visitor: see `cookieToInitialState`. Without it the same text is kept in this origin's
   * storage.
   */
  readonly cookie?: boolean
  /**
   * When the code of the modal is loaded. `visible`, the default: once the page has loaded and is idle, and one of its
   * buttons can be seen. `intent`: when a pointer or the focus is on a button. Data saving and a connection slower than
   * 4G count as `intent`. Either way, only files of the page are requested before the modal is opened.
   */
  readonly preload?: "visible" | "intent"
  /**
   * Whether scripts of the page can read and press what the modal shows. `closed`, the default: not through the DOM.
   * `open`: a browser test finds the modal's elements, and so does any other script of the page.
   */
  readonly shadowRoot?: "closed" | "open"
  /**
   * Whether the page hears of what users press and type in the open dialog. `keep`, the default: its shortcuts, focus
   * traps and scroll libraries do not. `bubble`: keys, presses and all other input go on to the page, as those of any
   * element, such as for a timer that ends a session without input. A card that is embedded in the page always
   * bubbles, without the keys that are typed in its fields.
   */
  readonly events?: "keep" | "bubble"
}

/** The views that a host may open; the others need parameters that only a flow has. */
export const openableViews = [
  "Connect",
  "Account",
  "Networks",
  "WalletSend",
  "WalletReceive",
  "OnRampProviders",
  "Swap",
  "AllWallets",
  "ConnectingWalletConnectBasic",
  "Profile",
  "AccountSettings",
  "Transactions",
  "GetWallet",
  "ConnectSocials",
  "UpdateEmailWallet",
  "RegisterAccountName",
  "WhatIsAWallet",
  "WhatIsANetwork",
  "AddNetwork",
] as const

/** A view that a host app can open. */
export type OpenableView = (typeof openableViews)[number]

/** What `open` can be told. */
export interface OpenRequest {
  /** By default Account, or Connect without an account. */
  readonly view?: OpenableView
  /** The chain of the view. */
  readonly namespace?: Namespace
  /** A `wc:` link that the page has made itself, to show as a code. */
  readonly uri?: string
}

/** An account that a wallet shares with the page. */
export interface WModalSharedAccount {
  /** CAIP-10. */
  readonly caipAddress: CaipAddress
  /** The chain of the account. */
  readonly namespace: Namespace
  /** As the wallet reports it, checksummed. */
  readonly address: string
  /** `null` where the wallet does not report it. */
  readonly type: "eoa" | "smartAccount" | "payment" | "ordinal" | null
  /** Hex; `null` where the wallet does not report it, as on EVM. */
  readonly publicKey: string | null
  /** BIP-32, such as `m/84'/0'/0'/0/0`; `null` where the wallet does not report it. */
  readonly path: string | null
}

/** A failure with its text. `tag` is stable, `text` is for users. */
export interface WModalError {
  /** Stable between versions: see the reference of errors. */
  readonly tag: string
  /** What happened and what to do, in the modal's language. */
  readonly text: string
}

/** The outcome of a requested action. Actions never throw into the page. */
export type WModalOutcome = { readonly ok: true } | { readonly ok: false; readonly error: WModalError }

/** The active account. */
export interface WModalAccount {
  /** CAIP-10. */
  readonly caipAddress: CaipAddress
  /** Checksummed. */
  readonly address: string
  /** CAIP-2. */
  readonly network: CaipNetworkId
  /** The profile name, or the address as four leading and six trailing characters. */
  readonly label: string
  /** Five CSS colours derived from the address. */
  readonly colors: readonly string[]
  /** `null` while it loads, or when it could not be read. */
  readonly balance: {
    /** Base units, such as wei. */
    readonly value: bigint
    /** Of the base unit. */
    readonly decimals: number
    /** Of the currency, or of the token of the option `tokens`. */
    readonly symbol: string
  } | null
}

/** The connection of one namespace. Several may be connected at once. */
export interface WModalConnection {
  /** `connecting` also while the session of the last visit is restored. */
  readonly status: "disconnected" | "connecting" | "connected"
  /**
   * `null` while disconnected. While the session of the last visit is restored, it is the account of that visit, if
   * known. Its profile name and balance are known while its chain is the one in use.
   */
  readonly account: WModalAccount | null
  /** `null` while disconnected. */
  readonly wallet: WalletInfo | null
  /** All accounts that the wallet shares, the one in use first; absent while it is not connected. */
  readonly accounts?: readonly WModalSharedAccount[]
}

/** The sign-in of the active account with a signature, see the options `siwx` and `siweConfig`. */
export interface WModalSession {
  /**
   * `off` without a plugin or an account; `checking` while the plugin looks for a session or checks a signature;
   * `signing` while the user is asked.
   */
  readonly status: "off" | "checking" | "signedOut" | "signing" | "signedIn"
  /** `null` unless signed in. */
  readonly session: SiwxSession | null
}

/** The active network. */
export interface WModalNetwork {
  /** Its table entry, with name and currency. */
  readonly network: Network
  /** False when the wallet is on a network that the page did not configure. */
  readonly known: boolean
}

/** The public state of a modal: one value that is replaced on every change. */
export interface WModalState {
  /** `destroyed` is final: every other field then has its initial value. */
  readonly engine: "idle" | "loading" | "ready" | "failed" | "destroyed"
  /** Whether the dialog is shown. */
  readonly open: boolean
  /** Connected when any namespace is, else connecting when any is. */
  readonly status: "disconnected" | "connecting" | "connected"
  /** The account of the chain in use, as in `connections`. */
  readonly account: WModalAccount | null
  /** The namespaces that the page passed and that had a connection attempt. */
  readonly connections: Readonly<Partial<Record<Namespace, WModalConnection>>>
  /** `null` until the engine has loaded, or the network of the last visit, if known. */
  readonly network: WModalNetwork | null
  /** The wallet of the chain in use. */
  readonly wallet: WalletInfo | null
  /** The user of the embedded wallet; `null` while signed out. */
  readonly signedIn: SignedInUser | null
  /** The sign-in with a signature. */
  readonly signature: WModalSession
  /** The theme in use. */
  readonly theme: Theme
  /** The newest failure that the page should handle. */
  readonly error: WModalError | null
  /** Errors in the options. */
  readonly optionsErrors: readonly WModalError[]
  /** The newest event; each one reaches every subscriber. */
  readonly event: EngineEvent | null
  /** True while the state of the last visit is being read; until then the buttons keep a server's content. */
  readonly restoring: boolean
  /** The texts of the buttons in the language in use. */
  readonly words: ButtonMessages
}

/** The providers of the connected wallets. */
export type WModalProviders = { readonly [N in Namespace]?: Providers[N] | null }

/**
 * Calls the listener at once with the current value, and on every change of it. @returns a function that unsubscribes.
 */
export type Subscribe<A> = (listener: (value: A) => void) => () => void

/** The same for one namespace, or for the chain in use. */
export type SubscribeOfChain<A> = (listener: (value: A) => void, namespace?: Namespace) => () => void

/** A modal of the page, as the host app controls it. */
export interface WModal extends HostMethods {
  /**
   * Opens `view`, by default Account or Connect; a view that needs an account opens Connect without one. With
   * `namespace`, opens it on that chain, or its wallets when it has no connection. Before the engine has loaded, the
   * request is queued.
   */
  readonly open: (request?: OpenableView | OpenRequest, namespace?: Namespace) => void
  /**
   * Whether this browser has what the modal needs, see the page about browsers. Where it is false, the buttons say so,
   * nothing loads, and every action fails with the error `BrowserTooOld`. True on a server, which cannot tell.
   */
  readonly supported: boolean
  /** Closes the dialog. A request in review is rejected, and nothing is signed. */
  readonly close: () => void
  /** Loads the code that the first click would load. */
  readonly preload: () => void
  /** Does the same once the page is idle, unless the option `preload` forbids it. Buttons call it when they are seen. */
  readonly preloadWhenIdle: () => void
  /** Returns the state as it is now. */
  readonly getState: () => WModalState
  /** Returns the state of a first visitor, before anything has loaded. */
  readonly getInitialState: () => WModalState
  /** The networks that the page passed, added and did not remove. */
  readonly networks: readonly Network[]
  /** Calls the listener on every later change. @returns a function that unsubscribes. */
  readonly subscribe: (listener: (state: WModalState) => void) => () => void
  /** Follows the whole state. */
  readonly subscribeState: Subscribe<WModalState>
  /** Returns the account of one namespace, or of the chain in use. */
  readonly getAccount: (namespace?: Namespace) => WModalAccount | null
  /** Follows the account of one namespace, or of the chain in use. */
  readonly subscribeAccount: SubscribeOfChain<WModalAccount | null>
  /** Returns the network in use; `null` before it is known. */
  readonly getNetwork: () => WModalNetwork | null
  /** Follows the network in use. */
  readonly subscribeNetwork: Subscribe<WModalNetwork | null>
  /** Returns the theme in use. */
  readonly getTheme: () => Theme
  /** Follows the theme. */
  readonly subscribeTheme: Subscribe<Theme>
  /** Returns the newest event; `null` before the first. */
  readonly getEvent: () => EngineEvent | null
  /** The first call is with the newest event, `null` before the first. */
  readonly subscribeEvents: Subscribe<EngineEvent | null>
  /** Returns the wallet of one namespace, or of the chain in use. */
  readonly getWalletInfo: (namespace?: Namespace) => WalletInfo | null
  /** Follows the wallet of one namespace, or of the chain in use. */
  readonly subscribeWalletInfo: SubscribeOfChain<WalletInfo | null>
  /** Returns the providers of all namespaces that had a connection attempt: see `getProvider`. */
  readonly getProviders: () => WModalProviders
  /** Follows the providers of all namespaces. */
  readonly subscribeProviders: Subscribe<WModalProviders>
  /**
   * Follows the account's tokens, its activity, or the wallets that can be connected. Loads their code; the listener
   * is called once they are known, and on every change. @returns a function that ends it.
   */
  readonly watch: WatchHostValue
  /**
   * Returns the provider of the wallet that is connected on a namespace, or `null`; the same object as long as that
   * wallet stays connected. For `eip155` an EIP-1193 provider with `request`, `on` and `removeListener`; for `solana`
   * one with `publicKey`, `signMessage`, `signTransaction`, `signAllTransactions`, `signAndSendTransaction` and
   * `sendTransaction`, which take transactions of any library by their bytes; for `bip122` one with
   * `getAccountAddresses`, `sendTransfer`, `signMessage` and `signPsbt`; for `polkadot` one with `address`,
   * `signPayload` and `signRaw`, a `Signer` of `@polkadot/api`. Reads are passed on at once. Requests that
   * sign or send are described to the user first; when the user continues, the wallet receives exactly what was passed
   * at the time of the call. `request` then rejects with a `code` of EIP-1193 or EIP-1474: 4001 declined, 4100 another
   * account or none, 4900 the modal is gone, 4901 another network, -32602 not plain JSON or ambiguous, -32005 more than
   * 20 pending, -32603 the request could not be decoded; and with any error that the wallet throws.
   */
  readonly getProvider: <N extends Namespace>(namespace: N) => Providers[N] | null
  /**
   * Returns every host that the modal has asked in this visit, why, and what it was told: names of fields and
   * addresses, never another value. Requests that the wallet sends itself are not in it.
   */
  readonly getNetworkLog: () => readonly NetworkLogEntry[]
  /** Changes the color mode. */
  readonly setThemeMode: (mode: Theme["mode"]) => void
  /** Replaces the overrides of the theme. */
  readonly setThemeVariables: (variables: ThemeVariables) => void
  /** Ends everything that this instance started. Other instances continue. */
  readonly destroy: () => void
}

/** The input that the page passes to the engine's chunk. */
export interface StartRequest {
  readonly options: WModalOptions
  readonly publish: (change: Partial<WModalState>) => void
  /** The state of now: at first, that of the last visit until its sessions are restored. */
  readonly getState: () => WModalState
  /** Warns the page's developer. */
  readonly warn: (text: string) => void
  /** Resolves when the page is idle; at once when the engine is awaited. */
  readonly pause: () => Promise<void>
}

/** The running engine and its views. */
export interface EngineHandle {
  readonly open: WModal["open"]
  readonly close: () => void
  readonly getProvider: WModal["getProvider"]
  readonly getNetworks: () => readonly Network[]
  /** Performs a method. Rejects when its code cannot be loaded. */
  readonly call: (name: keyof HostMethods, input: readonly unknown[]) => Promise<WModalOutcome>
  readonly watch: WModal["watch"]
  readonly getNetworkLog: WModal["getNetworkLog"]
  readonly setTheme: (theme: Theme) => void
  readonly destroy: () => void
}
