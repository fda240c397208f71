import type { SubscriptionRef } from "@wmodal/protocol"
import type { Effect } from "effect"
import type { SocialProvider } from "../options/Options.ts"
import type { Problem } from "../problems/Problem.ts"

/** The signed-in user of the embedded wallet. */
export interface SignedInUser {
  readonly email: string | null
  readonly username: string | null
  readonly by: SocialProvider | "email"
  readonly accountType: "eoa" | "smartAccount"
  /** True when the active network supports both account types. */
  readonly canSwitchType: boolean
  /** True when the account's code is deployed; `null` when unknown. */
  readonly smartAccountDeployed: boolean | null
}

/** The state of signing in without a wallet, and of an email change. */
export type SignInState =
  | { readonly _tag: "Idle" }
  /** On Connect: a code is being requested. `problem` ends the request; `email` is kept. */
  | { readonly _tag: "Email"; readonly email: string; readonly problem: Problem | null }
  /**
   * An email with a link was sent: this device is new. `resendAt`: UTC milliseconds from which another may be
   * requested.
   */
  | {
      readonly _tag: "Device"
      readonly email: string
      readonly resendAt: number
      readonly problem: Problem | null
    }
  /** A code was sent to `email`. */
  | {
      readonly _tag: "Code"
      readonly purpose: "signIn" | "currentEmail" | "newEmail"
      readonly email: string
      /** True if the user types the code in the frame, on the secure site's own origin. */
      readonly inFrame: boolean
      /** True while the frame checks the code. */
      readonly checking: boolean
      /** UTC milliseconds from which another may be requested. */
      readonly resendAt: number
      /** The problem of the last submitted code, or of the last request for one. */
      readonly problem: Problem | null
    }
  /**
   * `opening`: the provider's page is requested; `waiting`: the user is there; `connecting`: the user has returned.
   */
  | {
      readonly _tag: "Social"
      readonly provider: Exclude<SocialProvider, "farcaster">
      readonly phase: "opening" | "waiting" | "connecting" | "failed"
      readonly problem: Problem | null
    }
  /** `url`: to be scanned, or opened on the phone; `null` until it is received. */
  | {
      readonly _tag: "Farcaster"
      readonly url: string | null
      readonly phase: "opening" | "waiting" | "connecting" | "failed"
      readonly problem: Problem | null
    }
  /** The frame checks a new address. */
  | { readonly _tag: "NewEmail"; readonly email: string; readonly problem: Problem | null }

/** A blank window that a user's click has opened: browsers block it later. */
export interface Popup {
  /** Navigates, once it is known how the window's result can return. */
  readonly go: (url: string) => void | Promise<void>
  readonly isClosed: () => boolean
  /**
   * Whether a window that looks closed may still be open: the page's `Cross-Origin-Opener-Policy` separates the two.
   * Absent means never.
   */
  readonly isSeparated?: () => boolean
  readonly close: () => void
  /**
   * Calls the listener with the window's messages and their origin; messages of other windows are ignored.
   * @returns a function that removes the listener.
   */
  readonly listen: (
    listener: (message: { readonly data: unknown; readonly origin: string }) => void,
  ) => () => void
}

/**
 * Signs in with an email address or a social account, and moves the views. Each action starts at once, ends the
 * pending one, and reports its result in `state`; leaving its view ends it. A signed-in user's wallet is connected
 * like any other, and the state is idle again.
 */
export interface SignIn {
  readonly state: SubscriptionRef.SubscriptionRef<SignInState>
  /** `null` while signed out. */
  readonly user: SubscriptionRef.SubscriptionRef<SignedInUser | null>
  /** Records that the user has focused the email field. */
  readonly selectEmail: Effect.Effect<void>
  /** Starts on Connect: EmailVerifyDevice or EmailVerifyOtp, or connected at once. */
  readonly withEmail: (email: string) => Effect.Effect<void>
  /** Submits the six digits of the last email. */
  readonly submitCode: (code: string) => Effect.Effect<void>
  /** Requests another code, or link. */
  readonly resend: Effect.Effect<void>
  /** Shows ConnectingSocial. `popup`: `null` when the browser blocked it. */
  readonly withSocial: (
    provider: Exclude<SocialProvider, "farcaster">,
    popup: Popup | null,
  ) => Effect.Effect<void>
  /** Shows ConnectingFarcaster. */
  readonly withFarcaster: Effect.Effect<void>
  /** Aborts the pending action, as leaving its view does. */
  readonly cancel: Effect.Effect<void>
  /** Starts on UpdateEmailWallet. */
  readonly changeEmail: (email: string) => Effect.Effect<void>
  /** Completes when the wallet has switched; a toast shows the reason when it has not. */
  readonly setAccountType: (type: "eoa" | "smartAccount") => Effect.Effect<void>
  /** The URL of the secure site's pages that move the user to another wallet: UpgradeEmailWallet. */
  readonly dashboard: string
}
