import type { Effect, SubscriptionRef } from "effect"
import type { SocialProvider } from "../options/Options.ts"
import type { Problem } from "../problems/Problem.ts"

/** Who is signed in with the embedded wallet. */
export interface SignedInUser {
  readonly email: string | null
  readonly username: string | null
  readonly by: SocialProvider | "email"
  readonly accountType: "eoa" | "smartAccount"
  /** Whether the network in use offers both kinds of account. */
  readonly canSwitchType: boolean
  /** Whether its code is on the chain; `null` where nobody knows. */
  readonly smartAccountDeployed: boolean | null
}

/** Where signing in without a wallet stands, and changing one's email address. */
export type SignInState =
  | { readonly _tag: "Idle" }
  /** On Connect: a code is asked for. `problem` ends the waiting; `email` is kept. */
  | { readonly _tag: "Email"; readonly email: string; readonly problem: Problem | null }
  /** A mail with a link was sent: this device is new. `resendAt`: UTC milliseconds from which on another may be asked for. */
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
      /** The code is with the frame. */
      readonly checking: boolean
      /** UTC milliseconds from which on another may be asked for. */
      readonly resendAt: number
      /** Of the last code given, or the last one asked for. */
      readonly problem: Problem | null
    }
  /** `opening`: its page is asked for; `waiting`: the person is there; `connecting`: they have come back. */
  | {
      readonly _tag: "Social"
      readonly provider: Exclude<SocialProvider, "farcaster">
      readonly phase: "opening" | "waiting" | "connecting" | "failed"
      readonly problem: Problem | null
    }
  /** `url`: to be scanned, or opened on the phone; `null` until it is known. */
  | {
      readonly _tag: "Farcaster"
      readonly url: string | null
      readonly phase: "opening" | "waiting" | "connecting" | "failed"
      readonly problem: Problem | null
    }
  /** A new address is with the frame. */
  | { readonly _tag: "NewEmail"; readonly email: string; readonly problem: Problem | null }

/** A window that a person's click has opened, still blank: later no browser would. */
export interface Popup {
  readonly go: (url: string) => void
  readonly isClosed: () => boolean
  readonly close: () => void
  /** What it says, and from which origin, checked to be that window's. @returns what takes the listener off. */
  readonly listen: (
    listener: (message: { readonly data: unknown; readonly origin: string }) => void,
  ) => () => void
}

/**
 * Having a wallet by an email address or a social account. It moves the views by itself. Each act begins at once, ends what
 * was under way, and says in `state` what comes of it; leaving its view ends it. When somebody is signed in the wallet is
 * connected as any other is, and nothing is under way any more.
 */
export interface SignIn {
  readonly state: SubscriptionRef.SubscriptionRef<SignInState>
  /** `null` while nobody is. */
  readonly user: SubscriptionRef.SubscriptionRef<SignedInUser | null>
  /** A person turns to the field for their address. */
  readonly selectEmail: Effect.Effect<void>
  /** From Connect on: EmailVerifyDevice or EmailVerifyOtp, or connected at once. */
  readonly withEmail: (email: string) => Effect.Effect<void>
  /** The six digits of the last mail. */
  readonly submitCode: (code: string) => Effect.Effect<void>
  /** Asks for another code, or link. */
  readonly resend: Effect.Effect<void>
  /** Shows ConnectingSocial. `popup`: `null` where the browser let none open. */
  readonly withSocial: (
    provider: Exclude<SocialProvider, "farcaster">,
    popup: Popup | null,
  ) => Effect.Effect<void>
  /** Shows ConnectingFarcaster. */
  readonly withFarcaster: Effect.Effect<void>
  /** Gives up what is under way, as leaving its view does. */
  readonly cancel: Effect.Effect<void>
  /** From UpdateEmailWallet on. */
  readonly changeEmail: (email: string) => Effect.Effect<void>
  /** Done when the wallet has changed over; a toast says why where it has not. */
  readonly setAccountType: (type: "eoa" | "smartAccount") => Effect.Effect<void>
  /** The secure site's own pages, where the wallet can be moved out: UpgradeEmailWallet. */
  readonly dashboard: string
}
