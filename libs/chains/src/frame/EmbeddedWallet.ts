import type { FrameError, FrameHost, FrameObstacle } from "@wmodal/frame-rpc/host"
import type { Network, RpcError, SubscriptionRef } from "@wmodal/protocol"
import type { Effect } from "effect"
import type { Chain } from "../contract/Chain.ts"
import type { Connector } from "../contract/Connector.ts"
import type { ThrottledError } from "./ThrottledError.ts"

/** The id of every connector of the embedded wallet. Source: the AppKit 1.7.2 wire. */
export const frameId = "ID_AUTH"

/** The providers that sign in on a web page of their own. Farcaster uses a separate link. */
export const redirectProviders = ["google", "github", "apple", "facebook", "x", "discord"] as const
/** A social provider that signs in on its own page. */
export type RedirectProvider = (typeof redirectProviders)[number]

/** The account type of the embedded wallet: an EOA or a smart account. */
export type FrameAccountType = "eoa" | "smartAccount"

/** The signed-in user, as the frame reports it. Texts are stripped and bounded. */
export interface FrameUser {
  readonly email: string | null
  readonly username: string | null
  /** The accounts on EVM networks, one of them in use; empty if only Solana is used. */
  readonly accounts: readonly { readonly address: string; readonly type: FrameAccountType }[]
  readonly inUse: FrameAccountType
  /** `null` if the frame does not report it. */
  readonly smartAccountDeployed: boolean | null
  /** Numeric ids of the networks that support smart accounts. */
  readonly smartAccountNetworks: readonly number[]
}

/**
 * The embedded wallet's state that persists between visits, under our storage prefix. Never a code, a token or a key.
 */
export interface FramePersistence {
  readonly loginUsed: boolean
  readonly email: string | null
  readonly username: string | null
  /** CAIP-2 or a number, as the frame sent it. */
  readonly lastChain: string | null
  /** UTC milliseconds; `null` if there was none. */
  readonly lastEmailLogin: number | null
  readonly smartAccountNetworks: readonly number[]
  /** The account type that the user chose; `null` before a choice. */
  readonly accountType: FrameAccountType | null
}

/** The theme that the frame applies. */
export interface FrameTheme {
  readonly themeMode: "light" | "dark"
  readonly themeVariables: Readonly<Record<string, string | number>>
  /** `--w3m-accent`, `--w3m-background` */
  readonly w3mThemeVariables: Readonly<Record<string, string>>
}

/** The dependencies of the embedded wallet. */
export interface EmbeddedWalletDeps {
  readonly projectId: string
  /** Base URL of the secure site. */
  readonly secureSite: string
  readonly metadata: {
    readonly name: string
    readonly description: string
    readonly url: string
    readonly icons: readonly string[]
  }
  /** `sv` of requests. */
  readonly sdkVersion: string
  /** All networks of the host app. Those of eip155 and solana can be used. */
  readonly networks: readonly Network[]
  readonly chains: readonly Pick<Chain, "namespace" | "sessionConnector">[]
  /** The default account type where smart accounts are available. The user's choice overrides it. */
  readonly preferred: FrameAccountType
  readonly host: () => Promise<FrameHost>
  readonly memory: {
    readonly read: () => FramePersistence
    readonly write: (memory: FramePersistence) => void
  }
  readonly theme: () => FrameTheme
  /** The same as `read` of `WalletConnectDeps`. */
  readonly read: (
    network: Network,
    method: string,
    params: readonly unknown[],
  ) => Effect.Effect<unknown, RpcError>
  /** Receives the number of requests that wait for approval in the frame. Show the frame while it is above 0. */
  readonly onApproval: (open: number) => void
  /** Called when an unlisted method was requested and rejected. */
  readonly onDisallowedMethod: (method: string) => void
  /** Called once each: after 30 s without a response, without a loaded frame, or when a header of the page keeps it out. */
  readonly onTimeout: (what: "socials" | "load" | FrameObstacle) => void
  /** Called before each request to the frame. */
  readonly onRequest?: (name: string, payload: unknown) => void
  readonly warn: (text: string) => void
}

/** The wallet in the frame. One bridge serves both connectors and lives as long as the scope that created it. */
export interface EmbeddedWallet {
  /**
   * Type `AUTH`: one each for eip155 and solana, if the host app has such a chain and network. `connect` fails with
   * `Locked` while no user is signed in, and returns the other chain's session in `also`. `restore` sends no request to
   * the frame unless a user signed in before.
   */
  readonly connectors: readonly Connector[]
  readonly user: SubscriptionRef.SubscriptionRef<FrameUser | null>
  /** Fails with `Throttled` within 30 s of the last code. */
  readonly connectEmail: (
    email: string,
  ) => Effect.Effect<"VERIFY_DEVICE" | "VERIFY_OTP" | "CONNECT", FrameError | ThrottledError>
  /** Completes when the user has opened the link in the email. */
  readonly connectDevice: Effect.Effect<void, FrameError>
  /** Whether the user types the code of the last email in the frame, on the secure site's own origin. */
  readonly takesCode: () => boolean
  /** `otp`: `null` if the user types it in the frame; it then completes when the code was right. */
  readonly connectOtp: (otp: string | null) => Effect.Effect<void, FrameError>
  /** @returns the URL that the popup must open */
  readonly socialUri: (provider: RedirectProvider) => Effect.Effect<string, FrameError>
  /** `uri`: the URL that the popup returned with. */
  readonly connectSocial: (uri: string) => Effect.Effect<void, FrameError>
  readonly farcasterUri: Effect.Effect<string, FrameError>
  /** Completes when the user has approved on the phone. */
  readonly connectFarcaster: Effect.Effect<void, FrameError>
  readonly updateEmail: (
    email: string,
  ) => Effect.Effect<"VERIFY_PRIMARY_OTP" | "VERIFY_SECONDARY_OTP", FrameError>
  /** `otp` as of `connectOtp`. */
  readonly updateEmailPrimaryOtp: (otp: string | null) => Effect.Effect<void, FrameError>
  /** `otp` as of `connectOtp`. @returns the address that is now in use */
  readonly updateEmailSecondaryOtp: (otp: string | null) => Effect.Effect<string, FrameError>
  /** Stores the choice. Falls back to the key's own account if it is not possible. The connector emits the change. */
  readonly setAccountType: (type: FrameAccountType) => Effect.Effect<void, FrameError>
  readonly syncTheme: Effect.Effect<void>
  /** Aborts all requests that wait for the user, when the modal was closed. */
  readonly rejectRequests: Effect.Effect<void>
  /** Aborts pending requests and reloads the frame, when the user left the Farcaster view. */
  readonly reload: Effect.Effect<void>
  /** See `FrameBridge`. */
  readonly watch: (shown: boolean) => Effect.Effect<void>
  /** The frame's origin. Messages of popups are accepted from it only. */
  readonly origin: string
}
