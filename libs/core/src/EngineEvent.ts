import type { Namespace } from "@wmodal/protocol"
import type { Effect } from "effect"
import type { Options, SocialProvider } from "./options/Options.ts"

type Nothing = Readonly<Record<never, never>>

/** `message`: the English text of the failure. */
interface Failure {
  readonly message: string
}

interface AccountEvent {
  readonly isSmartAccount: boolean
}

interface NetworkEvent extends AccountEvent {
  /** CAIP-2. */
  readonly network: string
}

interface NameEvent extends AccountEvent {
  /** The full name. */
  readonly ensName: string
}

interface SendEvent extends NetworkEvent {
  /** The symbol; of a contract's token in `SEND_INITIATED` its CAIP address. */
  readonly token: string
  /** In tokens, for analytics only. */
  readonly amount: number
}

interface SwapEvent extends NetworkEvent {
  /** Symbols, and amounts in tokens. */
  readonly swapFromToken: string
  readonly swapToToken: string
  readonly swapFromAmount: string
  readonly swapToAmount: string
}

interface TransactionsEvent extends AccountEvent {
  readonly address: string
  readonly projectId: string
  readonly cursor?: string
}

interface ProviderEvent {
  readonly provider: SocialProvider
}

/** The properties of each event by its name. Source: the AppKit 1.7.2 wire. */
export interface EngineEvents {
  /** The engine is ready, with what the host chose: never an address of a server, and no function. */
  readonly INITIALIZE: {
    readonly networks: readonly string[]
    readonly chains: readonly Namespace[]
    readonly features: { readonly [K in keyof Options["features"]]: Options["features"][K] }
    readonly themeMode: Options["theme"]["mode"]
    readonly siwx: boolean
  }
  /** `connected`: any wallet is. */
  readonly MODAL_OPEN: { readonly connected: boolean }
  /** The dialog was closed. */
  readonly MODAL_CLOSE: { readonly connected: boolean }
  /** The list of all wallets was opened. */
  readonly CLICK_ALL_WALLETS: Nothing
  /** The explanation of wallets was opened. */
  readonly CLICK_WALLET_HELP: Nothing
  /** The explanation of networks was opened. */
  readonly CLICK_NETWORK_HELP: Nothing
  /** The page with wallets to install was opened. */
  readonly CLICK_GET_WALLET: Nothing
  /** The list of networks was opened. */
  readonly CLICK_NETWORKS: Nothing
  /** The activity was opened. */
  readonly CLICK_TRANSACTIONS: AccountEvent
  /** The list of tokens of a swap was opened. */
  readonly CLICK_SELECT_TOKEN_TO_SWAP: Nothing
  /** The form of a payment was opened. */
  readonly OPEN_SEND: NetworkEvent
  /** The form of a swap was opened. */
  readonly OPEN_SWAP: NetworkEvent
  /** A configuration error was shown. */
  readonly INTERNAL_SDK_ERROR: { readonly errorType: string; readonly errorMessage: string }
  /** A wallet was chosen. `platform`: browser, mobile, qrcode, … */
  readonly SELECT_WALLET: { readonly name: string; readonly platform: string }
  /** The list of all wallets was searched. */
  readonly SEARCH_WALLET: { readonly badge: string; readonly search: string }
  /** A wallet has connected. `method`: how it was reached. */
  readonly CONNECT_SUCCESS: { readonly method: string; readonly name: string }
  /** A wallet did not connect. */
  readonly CONNECT_ERROR: Failure
  /** One namespace, or all, were disconnected. */
  readonly DISCONNECT_SUCCESS: { readonly namespace: Namespace | "all" }
  /** The embedded wallet did not confirm that it signed out. */
  readonly DISCONNECT_ERROR: Failure
  /** Another network is in use. CAIP-2. */
  readonly SWITCH_NETWORK: { readonly network: string }
  /** The activity could not be read. */
  readonly ERROR_FETCH_TRANSACTIONS: TransactionsEvent
  /** The next page of the activity was requested. */
  readonly LOAD_MORE_TRANSACTIONS: TransactionsEvent
  /** Sign in was pressed. */
  readonly CLICK_SIGN_SIWX_MESSAGE: NetworkEvent
  /** The sign-in was cancelled. */
  readonly CLICK_CANCEL_SIWX: NetworkEvent
  /** The account is signed in with a signature. */
  readonly SIWX_AUTH_SUCCESS: NetworkEvent
  /** The sign-in with a signature failed. */
  readonly SIWX_AUTH_ERROR: NetworkEvent
  /** The email field was used for the first time. */
  readonly EMAIL_LOGIN_SELECTED: Nothing
  /** An email address was submitted. */
  readonly EMAIL_SUBMITTED: Nothing
  /** The email address is being changed. */
  readonly EMAIL_EDIT: Nothing
  /** The upgrade of the embedded wallet was opened. */
  readonly EMAIL_UPGRADE_FROM_MODAL: Nothing
  /** An email with a code was sent. */
  readonly EMAIL_VERIFICATION_CODE_SENT: Nothing
  /** The code was right. */
  readonly EMAIL_VERIFICATION_CODE_PASS: Nothing
  /** The code was wrong. */
  readonly EMAIL_VERIFICATION_CODE_FAIL: Failure
  /** A new device was confirmed. */
  readonly DEVICE_REGISTERED_FOR_EMAIL: Nothing
  /** The account of the embedded wallet was switched. */
  readonly SET_PREFERRED_ACCOUNT_TYPE: {
    readonly accountType: "eoa" | "smartAccount"
    readonly network: string
  }
  /** A provider's page was opened. */
  readonly SOCIAL_LOGIN_STARTED: ProviderEvent
  /** The user is signed in by a provider. */
  readonly SOCIAL_LOGIN_SUCCESS: ProviderEvent
  /** The sign-in by a provider failed. */
  readonly SOCIAL_LOGIN_ERROR: ProviderEvent
  /** The user has left the provider's page. */
  readonly SOCIAL_LOGIN_CANCELED: ProviderEvent
  /** The result of a provider is being exchanged for a session. */
  readonly SOCIAL_LOGIN_REQUEST_USER_DATA: ProviderEvent
  /** The registration of a name was opened. */
  readonly OPEN_ENS_FLOW: AccountEvent
  /** The registration of a name was started. */
  readonly REGISTER_NAME_INITIATED: NameEvent
  /** The name was registered. */
  readonly REGISTER_NAME_SUCCESS: NameEvent
  /** The name was not registered. */
  readonly REGISTER_NAME_ERROR: NameEvent & { readonly error: string }
  /** A payment was confirmed and goes to the wallet. */
  readonly SEND_INITIATED: SendEvent
  /** The wallet has sent the payment; the chain may not have confirmed it yet. */
  readonly SEND_SUCCESS: SendEvent
  /** The payment failed. */
  readonly SEND_ERROR: SendEvent & Failure
  /** A swap was confirmed and goes to the wallet. */
  readonly INITIATE_SWAP: SwapEvent
  /** The wallet has sent the swap; the chain may not have confirmed it yet. */
  readonly SWAP_SUCCESS: SwapEvent
  /** The swap failed. */
  readonly SWAP_ERROR: SwapEvent & Partial<Failure>
  /** The approval before a swap failed. */
  readonly SWAP_APPROVAL_ERROR: SwapEvent & Partial<Failure>
  /** Buy was opened. */
  readonly SELECT_BUY_CRYPTO: AccountEvent
  /** The explanation of purchases was opened. */
  readonly SELECT_WHAT_IS_A_BUY: AccountEvent
  /** A provider's page was chosen. */
  readonly SELECT_BUY_PROVIDER: AccountEvent & { readonly provider: "coinbase" | "meld" }
}

/** The name of an event: a key of `EngineEvents`. */
export type EngineEventName = keyof EngineEvents

/** An event for a host's subscribers and for `--jsonl`: its `name` decides the type of its `properties`. */
export type EngineEvent = {
  readonly [N in EngineEventName]: {
    /** A key of `EngineEvents`. */
    readonly name: N
    /** See `EngineEvents`. */
    readonly properties: EngineEvents[N]
    /** UTC milliseconds. */
    readonly timestamp: number
  }
}[EngineEventName]

/** Emits an event to the subscribers. */
export type EmitEvent = <N extends EngineEventName>(
  name: N,
  properties: EngineEvents[N],
) => Effect.Effect<void>
