import type { CaipAddress, CaipNetworkId, Namespace } from "@wmodal/protocol"
import type { WModalResult } from "./HostMethods.ts"
import type { WModalAccount, WModalOutcome } from "./WModal.ts"

/** A token of the active account. */
export interface WModalToken {
  /** CAIP-2. */
  readonly network: CaipNetworkId
  /** The plain address of its contract; `null` for the native currency. */
  readonly address: string | null
  /** Names come from outside: sanitized and bounded. */
  readonly name: string
  /** From outside, like the name. */
  readonly symbol: string
  /** Of the base unit. */
  readonly decimals: number
  /** `https:` or `data:image` only. */
  readonly icon: string | null
  /** Base units. */
  readonly balance: bigint
  /** The balance in tokens, as exact decimal text. */
  readonly formatted: string
  /** USD for one, as decimal text, for display only; `null` where it is unknown. */
  readonly price: string | null
  /** USD for the balance, as decimal text, for display only. */
  readonly value: string | null
}

/** The tokens of the active account on the network in use: the native currency first, then by value. */
export interface WModalTokens {
  /** `stale`: a part could not be read again and may be old. `failed`: `tokens` has what could be read. */
  readonly status: "disconnected" | "loading" | "loaded" | "stale" | "failed"
  /** Empty until they are loaded. */
  readonly tokens: readonly WModalToken[]
  /** False until the tokens are listed, and on a network whose tokens no server lists: there may be more. */
  readonly complete: boolean
  /** USD, as decimal text, for display only; `null` where no price is known. */
  readonly total: string | null
  /** Reads again what is older than 30 s. */
  readonly refresh: () => void
}

/** A movement of a token or a collectible. */
export interface WModalMovement {
  /** Such as `+1.500 ETH`, rounded; a received amount that is not known yet begins with `≥`. */
  readonly text: string
  /** Of the active account: received, sent, or sent to itself. */
  readonly direction: "in" | "out" | "self"
  /** Empty for a collectible. */
  readonly symbol: string
  /** The exact amount in units of 10^-`decimals`, not negative; `null` for a collectible or an invalid number. */
  readonly value: bigint | null
  /** Those of the token where they are known, else as many as the history wrote. */
  readonly decimals: number | null
}

/** A transaction of the active account. */
export interface WModalTransaction {
  /** Stable: the hash, or an id of ours while there is none. */
  readonly id: string
  /** CAIP-2. */
  readonly network: CaipNetworkId
  /** `null` until it has one. */
  readonly hash: string | null
  /** `failed` includes replaced and cancelled ones. */
  readonly status: "pending" | "confirmed" | "failed"
  /** `send`, `receive`, `trade`, `approve`, … */
  readonly operation: string
  /** UTC milliseconds. */
  readonly timestamp: number
  /** The other account; `null` when there is none or several. */
  readonly counterparty: string | null
  /** What the account received and sent, as far as it is known; empty for an approval. */
  readonly movements: readonly WModalMovement[]
  /** Its page in a block explorer; `null` when the network names none. */
  readonly explorerUrl: string | null
}

/** The transactions of the active account on the network in use, newest first. */
export interface WModalActivity {
  /** `failed`: the first page could not be read. */
  readonly status: "disconnected" | "loading" | "loaded" | "failed"
  /** Empty until they are loaded. */
  readonly transactions: readonly WModalTransaction[]
  /** True when these are all: nothing more to load, on a network whose transactions a server or node lists. */
  readonly complete: boolean
  /** `failed`: the next page could not be read; `loadMore` tries again. */
  readonly more: "none" | "ready" | "loading" | "failed"
  /** Reads the next page. */
  readonly loadMore: () => void
  /** Reads again from the first page. */
  readonly refresh: () => void
}

/** What a session may spend of one token, or a permission that cannot be read. */
export type WModalAllowance =
  | {
      readonly kind: "spend"
      /** Checksummed; `null` for the native currency. */
      readonly token: string | null
      readonly symbol: string
      /** `null` for a token that does not describe itself. */
      readonly decimals: number | null
      /** Base units; `null` without a limit. */
      readonly limit: bigint | null
      /** Base units that the account's contract still allows; `null` if it does not say. */
      readonly left: bigint | null
    }
  | { readonly kind: "unknown"; readonly type: string; readonly data: string }

/** What an app may spend of the active account without asking. */
export interface WModalSpendingSession {
  /** Stable. */
  readonly id: string
  /** The app's own name: sanitized and bounded. */
  readonly app: string
  /** The host of the app's page; `null` if it is not known. */
  readonly host: string | null
  /** The address that spends; `null` if it is not known. */
  readonly key: string | null
  /** `ended`: revoked. */
  readonly status: "active" | "expired" | "ended"
  /** True if the account's contract says so, not only the server. */
  readonly onChain: boolean
  /** UTC milliseconds. */
  readonly createdAt: number
  /** UTC milliseconds; `null` without an end. */
  readonly expiresAt: number | null
  /** One for each token and permission. */
  readonly allowances: readonly WModalAllowance[]
  /** Opens the modal on this session, where the user can revoke it. */
  readonly revoke: () => void
}

/** What apps may spend of the active account without asking: those that can now first, then the newest. */
export interface WModalSpendingSessions {
  /** `failed`: also for an account or a network without sessions. */
  readonly status: "disconnected" | "loading" | "loaded" | "failed"
  /** Empty until they are loaded. */
  readonly sessions: readonly WModalSpendingSession[]
  /** Reads the list again. */
  readonly refresh: () => void
}

/** A wallet of the list on Connect. */
export interface WModalWallet {
  /** Stable while the page lives; the argument of `connect`. */
  readonly id: string
  /** From outside: sanitized and bounded. */
  readonly name: string
  /** `https:` or `data:image` only. */
  readonly icon: string | null
  /** True for a wallet of this browser. */
  readonly installed: boolean
  /** True for the wallet of the last connection. */
  readonly recent: boolean
  /** The namespaces that it connects here; empty when it is not installed. */
  readonly namespaces: readonly Namespace[]
  /** `https:`, where to get it; `null` when unknown. */
  readonly downloadUrl: string | null
}

/** The wallets of Connect, for a page that draws its own. */
export interface WModalWallets {
  /** `failed`: it is unknown which wallets of some chain are installed. */
  readonly status: "loading" | "loaded" | "failed"
  /** In the order of Connect. */
  readonly wallets: readonly WModalWallet[]
  /** The wallet that is asked to connect, and whether it has taken over a minute. */
  readonly connecting: { readonly name: string; readonly slow: boolean } | null
  /**
   * The link of a QR code, after `connectByLink`. It is a secret of the user: show it and do not keep it. A new one
   * replaces it before it expires.
   */
  readonly uri: string | null
  /** True where a relay is configured, so that `connectByLink` works. */
  readonly hasLink: boolean
  /** Asks an installed wallet to connect, and waits for its answer. Opens no view. */
  readonly connect: (id: string, namespace?: Namespace) => Promise<WModalResult<WModalAccount>>
  /** Makes a link for a wallet on another device, and waits until one has connected. Opens no view. */
  readonly connectByLink: (namespace?: Namespace) => Promise<WModalResult<WModalAccount>>
  /**
   * Opens the modal on a wallet, by its name, directory id or rdns, and asks it to connect. One that is not on this device
   * is looked for in the list of all wallets. Does nothing while the list is loading.
   */
  readonly open: (wallet: string, namespace?: Namespace) => void
  /** Gives up: `connect` and `connectByLink` then fail with `cancelled`. */
  readonly cancel: () => Promise<WModalOutcome>
}

/** A request for a payment to the account in use. */
export interface WModalPaymentRequest {
  /** CAIP-10. */
  readonly account: CaipAddress
  /** Plain and checksummed. */
  readonly address: string
  /** CAIP-2. */
  readonly network: CaipNetworkId
  /** The content of a QR code: the address, or with an amount a link by ERC-681, Solana Pay or BIP-21. */
  readonly uri: string
  /** What the payer must know: see `ReceiveWarning`. */
  readonly warnings: readonly (
    | "Recallable"
    | "RecallUnread"
    | "Testnet"
    | "SmartAccount"
    | "OtherNetworks"
    | "Ordinals"
  )[]
}

/** Receiving a payment, for a page that draws it itself. */
export interface WModalReceive {
  /** `ready` with an account. */
  readonly status: "disconnected" | "ready"
  /** The request in which the payer chooses the amount; `null` while disconnected. */
  readonly request: WModalPaymentRequest | null
  /** What has arrived while this value is followed, newest first. `amount` in base units. */
  readonly arrivals: readonly {
    readonly symbol: string
    readonly amount: bigint
    readonly formatted: string
  }[]
  /** Makes a request for an amount. `amount` in tokens, as text; `token` is a symbol or a contract's address. */
  readonly makeRequest: (wanted?: {
    readonly amount?: string
    readonly token?: string
  }) => Promise<WModalResult<WModalPaymentRequest>>
}

/** What to buy. The user confirms it on the provider's page. */
export interface BuyRequest {
  /** The symbol of a token of the network in use. */
  readonly token?: string
  /** ISO 4217. */
  readonly currency?: string
  /** The payment, as text. */
  readonly amount?: string
}

/** Buying on a provider's page. */
export interface WModalBuy {
  /** `opened`: the form or the provider's address is shown; `late`: nothing arrived in 180 s, and it may still arrive. */
  readonly status: "none" | "opened" | "waiting" | "paid" | "arrived" | "failed" | "late"
  /** What has arrived, such as `0.5 ETH`. */
  readonly bought: string | null
  /**
   * Opens a purchase, filled in as far as it is given. `value`: what has arrived, `null` when that is not known after
   * 180 s. `tag` of the error: `declined` when the user has left it, `notOffered` where nothing is sold, `notRead`
   * when that could not be read.
   */
  readonly buy: (request?: BuyRequest) => Promise<WModalResult<string | null>>
}

/** A name that the registry suggests. */
export interface WModalNameSuggestion {
  /** The full name, such as `vera.reown.id`. */
  readonly name: string
  /** True if an account has it already. */
  readonly registered: boolean
}

/** The names of the account in use, and the registration of another one. Only the embedded wallet registers names. */
export interface WModalNames {
  /** `failed`: also on a network without names. */
  readonly status: "disconnected" | "loading" | "loaded" | "failed"
  /** Full names, newest first; empty until they are loaded. From outside: sanitized and bounded. */
  readonly names: readonly string[]
  /** Returns up to five names of the zone: the name itself, and available ones. `name` may lack the zone. */
  readonly suggest: (name: string) => Promise<WModalResult<readonly WModalNameSuggestion[]>>
  /**
   * Opens the review of a registration, and waits for its outcome. `name` may lack the zone. `value`: the full name. `tag`
   * of the error: `declined` when the user has left it, `invalidName`, `nameTaken`, `noEmbeddedWallet`,
   * `namesNotSupported`, `busy` while another name is being registered.
   */
  readonly register: (name: string) => Promise<WModalResult<string>>
  /** Reads the names again. */
  readonly refresh: () => void
}

/** The values of the engine that a page can follow: see `WModal.watch`. */
export interface HostValues {
  /** The tokens of the account in use. */
  readonly tokens: WModalTokens
  /** The transactions of the account in use. */
  readonly activity: WModalActivity
  /** What apps may spend of the account without asking. */
  readonly sessions: WModalSpendingSessions
  /** The wallets that can be connected, and functions that connect them. */
  readonly wallets: WModalWallets
  /** Payments to the account in use. */
  readonly receive: WModalReceive
  /** A purchase on a provider's page. */
  readonly purchase: WModalBuy
  /** The names of the account in use. */
  readonly names: WModalNames
}

/** Follows one value; the result ends it. */
export type WatchHostValue = <K extends keyof HostValues>(
  name: K,
  listener: (value: HostValues[K]) => void,
) => () => void
