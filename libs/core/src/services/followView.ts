import { SubscriptionRef } from "@wmodal/protocol"
import { Effect, type Scope } from "effect"
import { followState } from "../effects/followState.ts"
import type { Router } from "../router/Router.ts"
import { getVisibleView } from "../router/routerModel.ts"
import type { View } from "../router/View.ts"

/** Empty while no view is visible. */
type ViewName = View["_tag"] | ""

/** Runs `follow` for each change of the visible view and of a flow's state, with the view and the one before. */
export const followView = <State>(
  router: Router,
  state: SubscriptionRef.SubscriptionRef<State>,
  follow: (view: ViewName, before: ViewName) => Effect.Effect<void>,
): Effect.Effect<void, never, Scope.Scope> =>
  Effect.gen(function* () {
    let shown: ViewName = ""
    const next = Effect.suspend(() => {
      const before = shown
      shown = getVisibleView(SubscriptionRef.getUnsafe(router.state))?._tag ?? ""
      return follow(shown, before)
    })
    yield* followState(router.state, () => next)
    yield* followState(state, () => next)
  })
