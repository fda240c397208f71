import type { SignedInUser, SignIn, SignInState } from "@wmodal/core"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"

/** The state that the fake sign-in holds. */
export interface FakeSignInState {
  readonly state: SignInState
  readonly user: SignedInUser | null
}

/** Creates a sign-in with fixed state and no actions. For rendering views only. */
export const makeFakeSignIn = (held: FakeSignInState): Effect.Effect<SignIn> =>
  Effect.gen(function* () {
    const nothing = Effect.void
    const signIn: SignIn = {
      state: yield* SubscriptionRef.make(held.state),
      user: yield* SubscriptionRef.make(held.user),
      selectEmail: nothing,
      withEmail: () => nothing,
      submitCode: () => nothing,
      resend: nothing,
      withSocial: () => nothing,
      withFarcaster: nothing,
      cancel: nothing,
      changeEmail: () => nothing,
      setAccountType: () => nothing,
      dashboard: "https://secure.example/dashboard",
    }
    return signIn
  })
