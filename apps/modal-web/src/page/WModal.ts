import type { EngineEvent, HostOptions, SignedInUser, Theme, ThemeVariables, WalletInfo } from "@wmodal/core"
import type { CaipAddress, CaipNetworkId, Namespace, Network } from "@wmodal/protocol"
import type { ButtonMessages } from "../messages/buttonMessages.ts"
import type { LoaderState } from "./Loader.ts"
import type { Providers } from "./Providers.ts"

/** What a host passes: the engine's options, and what only a page has. */
export interface WModalOptions extends HostOptions {
  /** BCP 47, default `en`. Languages load on demand; an unknown one is English. */
  readonly language?: string
  /**
   * Keeps who is connected (addresses, networks, wallet names; no secret) in a cookie, so that a server renders what a
   * returning visitor sees: see `cookieToInitialState`. Without it the same is kept in this origin's storage.
   */
  readonly cookie?: boolean
}

/** The views that a host may open; the others need what only a flow knows. */
export const openableViews = [
  "Connect",
  "Account",
  "Networks",
  "WalletSend",
  "Swap",
  "AllWallets",
  "ConnectingWalletConnectBasic",
] as const

export type OpenableView = (typeof openableViews)[number]

/** A failure in words. `tag` is stable, `text` is for people. */
export interface WModalError {
  readonly tag: string
  readonly text: string
}

/** How an asked-for action ended. Nothing is ever thrown into the page. */
export type WModalOutcome = { readonly ok: true } | { readonly ok: false; readonly error: WModalError }

export interface WModalAccount {
  readonly caipAddress: CaipAddress
  /** Checksummed. */
  readonly address: string
  readonly network: CaipNetworkId
  /** The profile name, or the address as four leading and six trailing characters. */
  readonly label: string
  /** Five CSS colours, made from the address. */
  readonly colors: readonly string[]
  /** `null` while it is read, or when it could not be. */
  readonly balance: { readonly value: bigint; readonly decimals: number; readonly symbol: string } | null
}

/** The wallet of one namespace. Several may be connected at once. */
export interface WModalConnection {
  readonly status: "disconnected" | "connecting" | "connected"
  /**
   * `null` while it is not connected. While the session of the last visit is restored it is the account of that visit,
   * where known. Its profile name and balance are known while its chain is the one in use.
   */
  readonly account: WModalAccount | null
  readonly wallet: WalletInfo | null
}

export interface WModalNetwork {
  readonly network: Network
  /** False when the wallet is on a network that the page did not configure. */
  readonly known: boolean
}

/** All that a page can see, as one value that is replaced whenever something changes. */
export interface WModalState {
  /** `destroyed` is the end: the rest is then as it was in the beginning. */
  readonly engine: LoaderState | "destroyed"
  readonly open: boolean
  /** Connected when any namespace is, else connecting when any is. */
  readonly status: "disconnected" | "connecting" | "connected"
  /** Of the chain in use, as in `connections`. */
  readonly account: WModalAccount | null
  /** Each namespace that the page passed and somebody has tried to connect. */
  readonly connections: Readonly<Partial<Record<Namespace, WModalConnection>>>
  /** `null` until the engine has loaded, or that of the last visit where it is known. */
  readonly network: WModalNetwork | null
  /** Of the chain in use. */
  readonly wallet: WalletInfo | null
  /** Who is signed in with the embedded wallet; `null` while nobody is. */
  readonly signedIn: SignedInUser | null
  readonly theme: Theme
  /** The newest failure that the page should know of. */
  readonly error: WModalError | null
  /** What is wrong with the options. */
  readonly optionsErrors: readonly WModalError[]
  /** The newest event; each one comes to every subscriber. */
  readonly event: EngineEvent | null
  readonly words: ButtonMessages
}

export interface WModal {
  /**
   * Opens at `view`, else at Account or Connect. With `namespace`, on that chain: where no wallet is connected there, at
   * the wallets that speak it. Before the engine has loaded the wish is kept.
   */
  readonly open: (view?: OpenableView, namespace?: Namespace) => void
  readonly close: () => void
  /** Loads now what the first click would load. */
  readonly preload: () => void
  readonly getState: () => WModalState
  /** The state of a first visitor, before anything has loaded. */
  readonly getInitialState: () => WModalState
  /** As the page passed them. */
  readonly networks: readonly Network[]
  /** Called at every change, not at once. @returns what ends it. */
  readonly subscribe: (listener: (state: WModalState) => void) => () => void
  /** Of one namespace, or of the chain in use. */
  readonly getAccount: (namespace?: Namespace) => WModalAccount | null
  /**
   * What asks the wallet that is connected on a namespace, or `null`; the same object as long as that wallet stays
   * connected. For `eip155` an EIP-1193 provider with `request`, `on` and `removeListener`; for `solana` one with
   * `publicKey`, `signMessage`, `signTransaction`, `signAllTransactions`, `signAndSendTransaction` and
   * `sendTransaction`, which take transactions of any library by their bytes; for `bip122` one with
   * `getAccountAddresses`, `sendTransfer`, `signMessage` and `signPsbt`. Reads pass at once. Whatever signs or sends
   * is shown to the person in words first; the wallet is asked when they go on, for exactly what was passed at the
   * time of the call. `request` then rejects with a `code` of EIP-1193 or EIP-1474: 4001 declined, 4100 another
   * account or none, 4900 the modal is gone, 4901 another network, -32602 not plain JSON or ambiguous, -32005 more than
   * 20 waiting, -32603 nobody could read it; and with whatever the wallet itself throws.
   */
  readonly getProvider: <N extends Namespace>(namespace: N) => Providers[N] | null
  readonly switchNetwork: (network: CaipNetworkId) => Promise<WModalOutcome>
  /** One namespace, or all. */
  readonly disconnect: (namespace?: Namespace) => Promise<WModalOutcome>
  readonly setThemeMode: (mode: Theme["mode"]) => void
  readonly setThemeVariables: (variables: ThemeVariables) => void
  /** Ends everything that this instance started. Other instances go on. */
  readonly destroy: () => void
}

/**
 * Reads what to show of the last visit, from the cookie or from this origin's storage; `null` where there is nothing.
 * A promise, which does not reject, where the code for that is a chunk of its own.
 */
export type ReadFirstState<Code = Partial<WModalState> | null> = (
  cookie: boolean,
  networks: readonly Network[],
) => Code

/** What the page hands to the engine's chunk. */
export interface StartRequest {
  readonly options: WModalOptions
  readonly publish: (change: Partial<WModalState>) => void
  /** What is shown of each namespace until its session is restored. */
  readonly remembered: WModalState["connections"]
  /** For the developer of the page, each text once. */
  readonly warn: (text: string) => void
  /** Puts the theme in use on an element. */
  readonly dress: (element: HTMLElement) => void
  readonly tokens: CSSStyleSheet
  /** English: what to show where a language has no words of its own. */
  readonly buttonWords: ButtonMessages
}

/** The engine and its views, running. */
export interface EngineHandle {
  readonly open: WModal["open"]
  readonly close: () => void
  readonly getProvider: WModal["getProvider"]
  readonly switchNetwork: (network: CaipNetworkId) => Promise<WModalOutcome>
  readonly disconnect: (namespace?: Namespace) => Promise<WModalOutcome>
  readonly setTheme: (theme: Theme) => void
  readonly destroy: () => void
}
