import { describe, expect, it } from "@effect/vitest"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import type { AccountState } from "../account/Account.ts"
import { makeRouter } from "../router/makeRouter.ts"
import type { View } from "../router/View.ts"
import { settle } from "../testing/openSignInPage.ts"
import { followSwap } from "./followSwap.ts"
import { type Swap, SwapError, type SwapState } from "./Swap.ts"

const account: AccountState = {
  caipAddress: "eip155:1:0x1",
  address: "0x1",
  network: "eip155:1",
  balance: { _tag: "Loading" },
  profileName: null,
  profileImage: null,
  explorerUrl: null,
}
const unsupported: SwapState = { _tag: "Unsupported", networks: [] }
const initializing: SwapState = { _tag: "Initializing" }
const failed: SwapState = { _tag: "Failed", error: new SwapError({ reason: { _tag: "NoQuote" } }) }

/** Shows the swap form in a state of the flow, over the account if it was opened from there. */
const start = (first: SwapState, { overAccount = true } = {}) =>
  Effect.gen(function* () {
    const { router } = yield* makeRouter({
      connected: () => true,
      hasChains: true,
      mobile: false,
      unsupported: () => false,
      embedded: () => false,
      mustSignIn: () => false,
    })
    const state = yield* SubscriptionRef.make(first)
    const calls: string[] = []
    const swap = {
      state,
      review: Effect.void,
      begin: Effect.sync(() => {
        calls.push("begin")
      }),
      back: Effect.sync(() => {
        calls.push("back")
      }),
    } as Partial<Swap> as Swap
    yield* followSwap(
      {
        router,
        account: { state: yield* SubscriptionRef.make<AccountState | null>(account) },
        options: { features: { swaps: true } },
        toasts: {
          show: (variant) =>
            Effect.sync(() => {
              calls.push(variant)
            }),
        },
      },
      swap,
    )
    yield* router.open(overAccount ? { _tag: "Account" } : { _tag: "Swap" })
    if (overAccount) yield* router.push({ _tag: "Swap" })
    yield* settle
    const shown = () => SubscriptionRef.getUnsafe(router.state).history.map(({ _tag }) => _tag)
    const set = (next: SwapState) => Effect.andThen(SubscriptionRef.set(state, next), settle)
    const push = (view: View) => Effect.andThen(router.push(view), settle)
    return { calls, push, set, shown }
  })

describe("followSwap", () => {
  it.effect.each([
    ["Unsupported", unsupported],
    ["Initializing", initializing],
    ["Failed", failed],
  ] as const)("begins once on the form when the state is %s", ([, first]) =>
    Effect.gen(function* () {
      const { calls, set, shown } = yield* start(first)
      yield* set(initializing)
      yield* set({ ...unsupported })
      expect(calls).toEqual(["begin"])
      expect(shown()).toEqual(["Account", "Swap"])
    }),
  )

  it.effect("begins again after a swap that was sent", () =>
    Effect.gen(function* () {
      const { calls } = yield* start({ _tag: "Left", progress: { approval: null, swap: "entry-1" } })
      expect(calls).toEqual(["begin"])
    }),
  )

  it.effect.each([
    ["the account after the swap was sent", { approval: "entry-1", swap: "entry-2" }, ["Account"]],
    [
      "the receipt of an approval without its swap",
      { approval: "entry-1", swap: null },
      ["Account", "Transaction"],
    ],
    ["the form when nothing was sent", { approval: null, swap: null }, ["Account", "Swap"]],
  ] as const)("leaves the review for %s", ([, progress, views]) =>
    Effect.gen(function* () {
      const { push, set, shown } = yield* start(initializing)
      yield* set({ _tag: "Reviewing", progress: { approval: null, swap: null } } as SwapState)
      yield* push({ _tag: "SwapPreview" })
      yield* set({ _tag: "Left", progress })
      expect(shown()).toEqual(views)
    }),
  )

  it.effect("reports a new failure and returns to the view below", () =>
    Effect.gen(function* () {
      const { calls, set, shown } = yield* start(initializing)
      yield* set(failed)
      expect(calls).toEqual(["begin", "error"])
      expect(shown()).toEqual(["Account"])
    }),
  )

  it.effect("returns from a failure to the account when the form was opened first", () =>
    Effect.gen(function* () {
      const { set, shown } = yield* start(initializing, { overAccount: false })
      yield* set(failed)
      expect(shown()).toEqual(["Account"])
    }),
  )
})
