import type { NameSuggestion } from "@wmodal/api"
import type { SubscriptionRef } from "@wmodal/protocol"
import { Data, type Effect } from "effect"
import type { AskingOperation, OperationReview, ReviewingOperation } from "../operation/Operation.ts"
import type { ReadProblem } from "../problems/ReadProblem.ts"

/** The zone of new names. Source: the AppKit 1.7.2 wire. */
export const nameZone = "reown.id"

/** The review of a name's registration for the shown account. */
export interface NameReview extends OperationReview<never> {
  /** The full name, such as `vera.reown.id`. */
  readonly name: string
  /** Plain address. */
  readonly address: string
  /** The text to sign, as of now: its time is renewed right before the wallet receives it. */
  readonly message: string
}

/** The reason why a name cannot be typed, suggested or registered. */
export type NameReason =
  /** Fewer than four characters. */
  | { readonly _tag: "TooShort" }
  /** A character other than a letter, a digit or a hyphen, or more than 64 of them. */
  | { readonly _tag: "Malformed" }
  /** Another account has it. */
  | { readonly _tag: "Taken" }
  /** The account is not one of the embedded wallet. */
  | { readonly _tag: "NoEmbeddedWallet" }
  /** The registry does not serve this network. */
  | { readonly _tag: "Unsupported" }
  /** The account or the network has changed since the review. */
  | { readonly _tag: "Changed" }
  /** The registry accepts a signature for ten seconds only, and the approval took longer. */
  | { readonly _tag: "Expired" }
  /** The registry did not accept the signature: it may not know those of smart accounts. */
  | { readonly _tag: "SignatureRefused" }
  /** The server or the wallet failed. */
  | { readonly _tag: "Failed"; readonly problem: ReadProblem }

/** A name cannot be suggested, listed, looked up or registered. */
export class NameError extends Data.TaggedError("NameError")<{
  readonly during: "suggest" | "list" | "lookup" | "register"
  /** The name or the address, as typed. */
  readonly name: string
  readonly reason: NameReason
}> {}

/** The suggestions for a typed name. */
export type SuggestionsState =
  | { readonly _tag: "None" }
  | { readonly _tag: "Loading" }
  | { readonly _tag: "Loaded"; readonly suggestions: readonly NameSuggestion[] }
  | { readonly _tag: "Failed"; readonly error: NameError }

/** The registration of a name, step by step. */
export type NamesState =
  /** `error`: the rule that the text breaks, or the reason why no review was made. */
  | {
      readonly _tag: "Editing"
      /** As typed, without the zone. */
      readonly text: string
      readonly suggestions: SuggestionsState
      readonly error: NameError | null
    }
  | ReviewingOperation<NameReview, NameError>
  | AskingOperation<NameReview>
  /** Signed; the registry is requested. */
  | { readonly _tag: "Registering"; readonly review: NameReview }
  | { readonly _tag: "Registered"; readonly name: string }

/** The names that the shown account has. */
export type OwnedNamesState =
  | { readonly _tag: "Loading" }
  /** Newest first. */
  | { readonly _tag: "Loaded"; readonly names: readonly string[] }
  | { readonly _tag: "Failed"; readonly error: NameError }

/** The address of a name, or the names of an address, on one network. */
export type FoundNames =
  /** `address` is checksummed; `null`: the name is not registered, or has no address on this network. */
  | { readonly _tag: "Name"; readonly name: string; readonly address: string | null }
  | { readonly _tag: "Address"; readonly address: string; readonly names: readonly string[] }

/** Names of the registry: those of the shown account, and the registration of another one. */
export interface Names {
  readonly state: SubscriptionRef.SubscriptionRef<NamesState>
  readonly owned: SubscriptionRef.SubscriptionRef<OwnedNamesState>
  /** Fetches the names of the shown account again. */
  readonly loadOwned: Effect.Effect<void>
  /** Changes the typed name, and fetches suggestions once typing pauses. */
  readonly type: (text: string) => Effect.Effect<void>
  /** Shows the review of the typed or a suggested name. */
  readonly review: (name: string) => Effect.Effect<void>
  /** Requests the signature, then registers. Reviewing → Asking → Registering → Registered, or Reviewing again. */
  readonly confirm: Effect.Effect<void>
  /** Goes from the review to the form, and from the wallet to the review: a late signature is not used. */
  readonly back: Effect.Effect<void>
  /** Starts over with an empty form. */
  readonly reset: Effect.Effect<void>
  /** Returns up to five names of the zone: the name itself, and available ones. `name` may lack the zone. */
  readonly suggest: (name: string) => Effect.Effect<readonly NameSuggestion[], NameError>
  /** Returns the review of a registration. `name` may lack the zone. The wallet receives nothing. */
  readonly prepare: (name: string) => Effect.Effect<NameReview, NameError>
  /** Requests the signature and registers the name. Both are sent once. `onSigned` runs in between. */
  readonly register: (
    review: NameReview,
    onSigned?: Effect.Effect<void>,
  ) => Effect.Effect<{ readonly name: string }, NameError>
  /** Looks a name or an address up on the selected network. Needs no wallet. */
  readonly lookUp: (text: string) => Effect.Effect<FoundNames, NameError>
}
