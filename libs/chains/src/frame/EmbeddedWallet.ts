import type { FrameError, FrameHost } from "@wmodal/frame-rpc/host"
import type { Network, RpcError } from "@wmodal/protocol"
import type { Effect, SubscriptionRef } from "effect"
import type { Chain } from "../contract/Chain.ts"
import type { Connector } from "../contract/Connector.ts"
import type { ThrottledError } from "./ThrottledError.ts"

/** The id of each connector of the embedded wallet. Source: the AppKit 1.7.2 wire. */
export const frameId = "ID_AUTH"

/** Those that go through a page of the provider's; Farcaster has a link of its own. */
export const redirectProviders = ["google", "github", "apple", "facebook", "x", "discord"] as const
export type RedirectProvider = (typeof redirectProviders)[number]

export type FrameAccountType = "eoa" | "smartAccount"

/** Who is signed in, as the frame says. Texts are stripped and bounded. */
export interface FrameUser {
  readonly email: string | null
  readonly username: string | null
  /** What the accounts are on EVM networks, of which one is in use; empty where only Solana is. */
  readonly accounts: readonly { readonly address: string; readonly type: FrameAccountType }[]
  readonly inUse: FrameAccountType
  /** `null` where the frame does not say. */
  readonly smartAccountDeployed: boolean | null
  /** Numeric ids of the networks where a smart account can be used. */
  readonly smartAccountNetworks: readonly number[]
}

/** What is remembered of it between visits, beneath the prefix of our own storage. Never a code, a token or a key. */
export interface FramePersistence {
  readonly loginUsed: boolean
  readonly email: string | null
  readonly username: string | null
  /** CAIP-2 or a number, as the frame named it. */
  readonly lastChain: string | null
  /** UTC milliseconds; `null` where none stands. */
  readonly lastEmailLogin: number | null
  readonly smartAccountNetworks: readonly number[]
  /** The kind that a person has chosen; `null`: none yet. */
  readonly accountType: FrameAccountType | null
}

export interface FrameTheme {
  readonly themeMode: "light" | "dark"
  readonly themeVariables: Readonly<Record<string, string | number>>
  /** `--w3m-accent`, `--w3m-background` */
  readonly w3mThemeVariables: Readonly<Record<string, string>>
}

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
  /** All that the page has. Of those, eip155 and solana can be used. */
  readonly networks: readonly Network[]
  readonly chains: readonly Pick<Chain, "namespace" | "sessionConnector">[]
  /** Where a smart account is offered, it is used unless a person, or this, says otherwise. */
  readonly preferred: FrameAccountType
  readonly host: () => Promise<FrameHost>
  readonly memory: {
    readonly read: () => FramePersistence
    readonly write: (memory: FramePersistence) => void
  }
  readonly theme: () => FrameTheme
  /** As of `WalletConnectSurroundings`. */
  readonly read: (
    network: Network,
    method: string,
    params: readonly unknown[],
  ) => Effect.Effect<unknown, RpcError>
  /** How many requests now wait for a person to look at the frame: it is to be shown from 1 on, and no longer at 0. */
  readonly onApproval: (open: number) => void
  /** A method that no list has was asked for, and refused. */
  readonly onDisallowedMethod: (method: string) => void
  /** 30 s without an answer, or without a frame: told once each. */
  readonly onTimeout: (what: "socials" | "load") => void
  readonly warn: (text: string) => void
}

/** The wallet behind the frame. One bridge serves both connectors, and lives as long as the scope it was made in. */
export interface EmbeddedWallet {
  /**
   * Type `AUTH`: one for each of eip155 and solana that the page has a chain and a network of. `connect` fails with
   * `Locked` as long as nobody is signed in; it gives the other one's in `also`. `restore` asks no frame where nobody
   * has signed in before.
   */
  readonly connectors: readonly Connector[]
  readonly user: SubscriptionRef.SubscriptionRef<FrameUser | null>
  /** Fails with `Throttled` within 30 s of the last code. */
  readonly connectEmail: (
    email: string,
  ) => Effect.Effect<"VERIFY_DEVICE" | "VERIFY_OTP" | "CONNECT", FrameError | ThrottledError>
  /** Done when the person has opened the link in the mail. */
  readonly connectDevice: Effect.Effect<void, FrameError>
  readonly connectOtp: (otp: string) => Effect.Effect<void, FrameError>
  /** @returns where the popup is to go. */
  readonly socialUri: (provider: RedirectProvider) => Effect.Effect<string, FrameError>
  /** `uri`: what the popup came back with. */
  readonly connectSocial: (uri: string) => Effect.Effect<void, FrameError>
  readonly farcasterUri: Effect.Effect<string, FrameError>
  /** Done when the person has approved on their phone. */
  readonly connectFarcaster: Effect.Effect<void, FrameError>
  readonly updateEmail: (
    email: string,
  ) => Effect.Effect<"VERIFY_PRIMARY_OTP" | "VERIFY_SECONDARY_OTP", FrameError>
  readonly updateEmailPrimaryOtp: (otp: string) => Effect.Effect<void, FrameError>
  /** @returns the address that is now in use. */
  readonly updateEmailSecondaryOtp: (otp: string) => Effect.Effect<string, FrameError>
  /** The choice lasts. Where it cannot be, the key's own account is used. The connector tells of the change. */
  readonly setAccountType: (type: FrameAccountType) => Effect.Effect<void, FrameError>
  readonly syncTheme: Effect.Effect<void>
  /** Gives up what waits for a person: the modal was closed. */
  readonly rejectRequests: Effect.Effect<void>
  /** Gives up what is under way and loads the frame anew: a person has left Farcaster's view. */
  readonly reload: Effect.Effect<void>
  /** See `FrameBridge`. */
  readonly watch: (shown: boolean) => Effect.Effect<void>
  /** The frame's origin: popups of it may speak, and nobody else. */
  readonly origin: string
}
