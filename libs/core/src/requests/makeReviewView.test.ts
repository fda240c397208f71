import { expect, it } from "@effect/vitest"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { makeRouter } from "../router/makeRouter.ts"
import { makeReviewView } from "./makeRequestQueue.ts"

const start = Effect.gen(function* () {
  const { router } = yield* makeRouter({
    connected: () => true,
    hasChains: true,
    mobile: false,
    unsupported: () => false,
    embedded: () => false,
    mustSignIn: () => false,
  })
  const shown = () => {
    const { history, open } = SubscriptionRef.getUnsafe(router.state)
    return open ? history.map(({ _tag }) => _tag) : []
  }
  return { router, view: makeReviewView(router), shown }
})

it.effect("keeps the review active while the wallet's own view lies on top", () =>
  Effect.gen(function* () {
    const { router, shown, view } = yield* start
    yield* view.show
    yield* router.push({ _tag: "ApproveTransaction" })
    expect(view.isShown()).toBe(true)
    yield* view.show
    expect(shown()).toEqual(["ReviewRequest", "ApproveTransaction"])
    yield* router.goBack
    expect(view.isShown()).toBe(true)
    yield* view.leave
    expect(shown()).toEqual([])
    expect(view.isShown()).toBe(false)
  }),
)

it.effect("closes a finished review with the views on top, and keeps those below", () =>
  Effect.gen(function* () {
    const { router, shown, view } = yield* start
    yield* router.open({ _tag: "Account" })
    yield* view.show
    yield* router.push({ _tag: "ApproveTransaction" })
    yield* view.leave
    expect(shown()).toEqual(["Account"])
    yield* view.leave
    expect(shown()).toEqual(["Account"])
    yield* router.push({ _tag: "ApproveTransaction" })
    expect(view.isShown()).toBe(false)
  }),
)
