import type {
  ConnectMethod,
  ConnectorOrder,
  CustomWallet,
  Features,
  SocialProvider,
  WalletFeature,
} from "@wmodal/core"
import type { CaipNetworkId, Namespace, Network } from "@wmodal/protocol"
import type { WModalError, WModalOutcome } from "./WModal.ts"

/** The outcome of an action with a result. Actions never throw into the page. */
export type WModalResult<A> =
  | { readonly ok: true; readonly value: A }
  | { readonly ok: false; readonly error: WModalError }

/**
 * An EVM chain object of viem or another kit: it has a numeric `id` and no CAIP-2 id. Only these fields are read, and
 * `testnet`.
 */
export interface EvmChain {
  /** The chain id. */
  readonly id: number
  /** As users see it. */
  readonly name: string
  /** The currency of fees. */
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  /** Public nodes, best first. */
  readonly rpcUrls: { readonly default: { readonly http: readonly string[] } }
  /** For links to transactions. */
  readonly blockExplorers?: { readonly default: { readonly name: string; readonly url: string } } | undefined
  /** True when its currency has no value. */
  readonly testnet?: boolean | undefined
  /** Absent: with it, the object is a `Network`. */
  readonly caipNetworkId?: never
}

/** A network as a page passes it: of the networks table, or a chain of viem as it is. */
export type HostNetwork = Network | EvmChain

/** The options that `updateOptions` can change while the modal is used. Missing ones keep their value. */
export interface ChangeableOptions {
  /** As the option of that name. */
  readonly features?: Partial<Features>
  /** As the option of that name. */
  readonly connectorOrder?: ConnectorOrder
  /** As the option of that name. */
  readonly connectMethodsOrder?: readonly ConnectMethod[]
  /** As the option of that name. */
  readonly walletFeaturesOrder?: readonly WalletFeature[]
  /** As the option of that name. */
  readonly socials?: readonly SocialProvider[] | false
  /** As the option of that name. */
  readonly excludedWallets?: readonly string[]
  /** As the option of that name. */
  readonly customWallets?: readonly CustomWallet[]
  /** As the option of that name. */
  readonly swapRouters?: Readonly<Record<string, readonly string[]>>
}

/** A token and an amount to send. The user reviews the payment in the modal and approves it in the wallet. */
export interface SendRequest {
  /**
   * An address of the chain in use, a name that resolves to one, or a payment link (BIP-21, ERC-681, Solana Pay) of the
   * network in use. Amount and token must then be those of the link, or absent.
   */
  readonly to: string
  /** In tokens, as text: `0.5`. Without it, it is that of the link, or the user enters it. */
  readonly amount?: string
  /**
   * The contract's address, or a symbol that the account holds. Default: that of the link, or the native currency.
   */
  readonly token?: string
}

/** A swap to propose. The user reviews it in the modal and approves it in the wallet. */
export interface SwapRequest {
  /** The token to pay: its contract's address or its symbol. Default: what the account has most of. */
  readonly source?: string
  /** The token to receive: its contract's address or its symbol. */
  readonly destination?: string
  /** The amount to pay, in tokens, as text. */
  readonly amount?: string
}

/** The methods of a modal that its engine performs. Each loads the engine if needed, and reports every failure. */
export interface HostMethods {
  /** Selects a network by its CAIP-2 id, or by its object; a connected wallet is switched first. */
  readonly switchNetwork: (network: CaipNetworkId | HostNetwork) => Promise<WModalOutcome>
  /**
   * Adds a network, or replaces the one with its id. `tag` of the error: `invalidOption` for what is no network,
   * `adapterNotFound` when the page has no chain for it.
   */
  readonly addNetwork: (network: HostNetwork) => Promise<WModalOutcome>
  /**
   * Removes a network by its CAIP-2 id. `tag` of the error: `networkNotFound`, or `lastNetwork` for the only one of a
   * namespace.
   */
  readonly removeNetwork: (network: CaipNetworkId) => Promise<WModalOutcome>
  /** Disconnects one namespace, or all. */
  readonly disconnect: (namespace?: Namespace) => Promise<WModalOutcome>
  /** Asks the active account to sign in with a signature; without an account, opens the modal to connect one. */
  readonly signIn: () => Promise<WModalOutcome>
  /** Ends all sessions of the plugin. Where sign-in is required, disconnects. */
  readonly signOut: () => Promise<WModalOutcome>
  /** Changes options. When one is invalid, nothing changes; `tag` of the error is then `invalidOption`. */
  readonly updateOptions: (change: ChangeableOptions) => Promise<WModalOutcome>
  /** Turns features on and off; see `Features`. */
  readonly updateFeatures: (features: Partial<Features>) => Promise<WModalOutcome>
  /** Sets the order of the groups of wallets on Connect. */
  readonly setConnectorsOrder: (order: ConnectorOrder) => Promise<WModalOutcome>
  /** Sets the order of email, social accounts and wallets on Connect. */
  readonly setConnectMethodsOrder: (order: readonly ConnectMethod[]) => Promise<WModalOutcome>
  /** Sets the order of the account view's actions. */
  readonly setWalletFeaturesOrder: (order: readonly WalletFeature[]) => Promise<WModalOutcome>
  /** Sets the social accounts that are offered, in their order. */
  readonly setSocialsOrder: (order: readonly SocialProvider[]) => Promise<WModalOutcome>
  /** Changes the language of the modal and of its buttons: BCP 47. An unknown one is English. */
  readonly setLanguage: (language: string) => Promise<WModalOutcome>
  /** Shows a short text of the page over the open modal, as an error. */
  readonly showError: (text: string) => Promise<WModalOutcome>
  /** Shows a short text of the page over the open modal, as a success. */
  readonly showSuccess: (text: string) => Promise<WModalOutcome>
  /** Switches the embedded wallet's account. `tag` of the error is `notConnected` without a signed-in user. */
  readonly setPreferredAccountType: (type: "eoa" | "smartAccount") => Promise<WModalOutcome>
  /**
   * Describes the message to the user and has the wallet sign it. `value`: the signature in the form of its chain, as
   * 0x-hex for EVM. `tag` of the error: `declined` when the user has rejected it.
   */
  readonly signMessage: (request: {
    readonly message: string
    readonly namespace?: Namespace
  }) => Promise<WModalResult<string>>
  /** The same for EIP-712 typed data: an object as for viem's `signTypedData`, or its JSON. */
  readonly signTypedData: (request: {
    readonly typedData: object | string
    readonly namespace?: Namespace
  }) => Promise<WModalResult<string>>
  /**
   * Opens a payment, filled in as far as it is given. `value`: the transaction's hash, `null` when its outcome is not
   * known yet. `tag` of the error: `declined` when the user has left the payment.
   */
  readonly send: (request: SendRequest) => Promise<WModalResult<string | null>>
  /** Opens a swap, filled in as far as it is given. Results as those of `send`. */
  readonly swap: (request?: SwapRequest) => Promise<WModalResult<string | null>>
  /** Opens the change of the embedded wallet's email. `value`: the new address. */
  readonly updateEmail: () => Promise<WModalResult<string>>
}
