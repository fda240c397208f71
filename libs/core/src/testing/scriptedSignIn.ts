import { SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Popup, SignedInUser, SignIn, SignInState } from "../signIn/SignIn.ts"

/** An action that the UI requested. */
export type SignInAct =
  | { readonly _tag: "withEmail" | "changeEmail"; readonly email: string }
  | { readonly _tag: "giveCode"; readonly code: string }
  | { readonly _tag: "resend" | "withFarcaster" | "selectEmail" | "cancel" }
  | {
      readonly _tag: "withSocial"
      readonly provider: Parameters<SignIn["withSocial"]>[0]
      readonly popup: Popup | null
    }
  | { readonly _tag: "setAccountType"; readonly type: SignedInUser["accountType"] }

/** Makes a scripted sign-in: it records actions, and moves no view. */
export const scriptedSignIn = (begin: SignInState = { _tag: "Idle" }, who: SignedInUser | null = null) => {
  const state = Effect.runSync(SubscriptionRef.make(begin))
  const user = Effect.runSync(SubscriptionRef.make(who))
  const acts: SignInAct[] = []
  const act = (one: SignInAct) =>
    Effect.sync(() => {
      acts.push(one)
    })
  const signIn: SignIn = {
    state,
    user,
    selectEmail: act({ _tag: "selectEmail" }),
    cancel: act({ _tag: "cancel" }),
    withEmail: (email) => act({ _tag: "withEmail", email }),
    submitCode: (code) => act({ _tag: "giveCode", code }),
    resend: act({ _tag: "resend" }),
    withSocial: (provider, popup) => act({ _tag: "withSocial", provider, popup }),
    withFarcaster: act({ _tag: "withFarcaster" }),
    changeEmail: (email) => act({ _tag: "changeEmail", email }),
    setAccountType: (type) => act({ _tag: "setAccountType", type }),
    dashboard: "https://secure.example/dashboard",
  }
  return {
    signIn,
    acts,
    show: (next: SignInState) => Effect.runSync(SubscriptionRef.set(state, next)),
    is: (next: SignedInUser | null) => Effect.runSync(SubscriptionRef.set(user, next)),
  }
}
