import { Effect, SubscriptionRef } from "effect"
import type { Requests, RequestsState } from "../requests/Requests.ts"
import type { Swap, SwapState, SwapTokens } from "../swap/Swap.ts"

const none = Effect.die(new Error("Not here yet"))

/** Until it stands. */
export const swap: Effect.Effect<Swap> = Effect.gen(function* () {
  return {
    state: yield* SubscriptionRef.make<SwapState>({ _tag: "Unsupported", networks: [] }),
    tokens: yield* SubscriptionRef.make<SwapTokens>({ _tag: "Loading" }),
    offered: yield* SubscriptionRef.make(false),
    begin: Effect.void,
    watch: Effect.never,
    chooseSource: () => Effect.void,
    chooseDestination: () => Effect.void,
    typeAmount: () => Effect.void,
    useMax: Effect.void,
    switchSides: Effect.void,
    setSlippage: () => Effect.void,
    review: Effect.void,
    back: Effect.void,
    pass: () => Effect.void,
    confirm: Effect.void,
    find: () => none,
    prepare: () => none,
    submit: () => none,
  }
})

/** Until it stands. */
export const requests: Effect.Effect<Requests> = Effect.gen(function* () {
  return {
    state: yield* SubscriptionRef.make<RequestsState>({ _tag: "Empty" }),
    pass: () => Effect.void,
    proceed: Effect.void,
    decline: Effect.void,
    explain: () => none,
  }
})
