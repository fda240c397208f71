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
  readonly MODAL_CLOSE: { readonly connected: boolean }
  readonly CLICK_ALL_WALLETS: Nothing
  readonly CLICK_WALLET_HELP: Nothing
  readonly CLICK_NETWORK_HELP: Nothing
  readonly CLICK_GET_WALLET: Nothing
  readonly CLICK_NETWORKS: Nothing
  readonly CLICK_TRANSACTIONS: AccountEvent
  readonly CLICK_SELECT_TOKEN_TO_SWAP: Nothing
  readonly OPEN_SEND: NetworkEvent
  readonly OPEN_SWAP: NetworkEvent
  readonly INTERNAL_SDK_ERROR: { readonly errorType: string; readonly errorMessage: string }
  readonly SELECT_WALLET: { readonly name: string; readonly platform: string }
  readonly SEARCH_WALLET: { readonly badge: string; readonly search: string }
  readonly CONNECT_SUCCESS: { readonly method: string; readonly name: string }
  readonly CONNECT_ERROR: Failure
  readonly DISCONNECT_SUCCESS: { readonly namespace: Namespace | "all" }
  readonly DISCONNECT_ERROR: Failure
  readonly SWITCH_NETWORK: { readonly network: string }
  readonly ERROR_FETCH_TRANSACTIONS: TransactionsEvent
  readonly LOAD_MORE_TRANSACTIONS: TransactionsEvent
  readonly CLICK_SIGN_SIWX_MESSAGE: NetworkEvent
  readonly CLICK_CANCEL_SIWX: NetworkEvent
  readonly SIWX_AUTH_SUCCESS: NetworkEvent
  readonly SIWX_AUTH_ERROR: NetworkEvent
  readonly EMAIL_LOGIN_SELECTED: Nothing
  readonly EMAIL_SUBMITTED: Nothing
  readonly EMAIL_EDIT: Nothing
  readonly EMAIL_UPGRADE_FROM_MODAL: Nothing
  readonly EMAIL_VERIFICATION_CODE_SENT: Nothing
  readonly EMAIL_VERIFICATION_CODE_PASS: Nothing
  readonly EMAIL_VERIFICATION_CODE_FAIL: Failure
  readonly DEVICE_REGISTERED_FOR_EMAIL: Nothing
  readonly SET_PREFERRED_ACCOUNT_TYPE: {
    readonly accountType: "eoa" | "smartAccount"
    readonly network: string
  }
  readonly SOCIAL_LOGIN_STARTED: ProviderEvent
  readonly SOCIAL_LOGIN_SUCCESS: ProviderEvent
  readonly SOCIAL_LOGIN_ERROR: ProviderEvent
  readonly SOCIAL_LOGIN_CANCELED: ProviderEvent
  readonly SOCIAL_LOGIN_REQUEST_USER_DATA: ProviderEvent
  readonly OPEN_ENS_FLOW: AccountEvent
  readonly REGISTER_NAME_INITIATED: NameEvent
  readonly REGISTER_NAME_SUCCESS: NameEvent
  readonly REGISTER_NAME_ERROR: NameEvent & { readonly error: string }
  readonly SEND_INITIATED: SendEvent
  readonly SEND_SUCCESS: SendEvent
  readonly SEND_ERROR: SendEvent & Failure
  readonly INITIATE_SWAP: SwapEvent
  readonly SWAP_SUCCESS: SwapEvent
  readonly SWAP_ERROR: SwapEvent & Partial<Failure>
  readonly SWAP_APPROVAL_ERROR: SwapEvent & Partial<Failure>
  readonly SELECT_BUY_CRYPTO: AccountEvent
  readonly SELECT_WHAT_IS_A_BUY: AccountEvent
  readonly SELECT_BUY_PROVIDER: AccountEvent & { readonly provider: "coinbase" | "meld" }
}

/** The name of an event: a key of `EngineEvents`. */
export type EngineEventName = keyof EngineEvents

/** An event for a host's subscribers and for `--jsonl`: its `name` decides the type of its `properties`. */
export type EngineEvent = {
  readonly [N in EngineEventName]: {
    readonly name: N
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
