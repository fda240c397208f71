import { Effect, SubscriptionRef } from "effect"
import { visible } from "../router/makeRouter.ts"
import type { Router } from "../router/Router.ts"

/** The view in which requests are looked at: over whatever is open, and gone again when there is none left. */
export const makeReviewView = (router: Router) => {
  let opened = false
  const now = () => SubscriptionRef.getUnsafe(router.state)
  const isShown = () => visible(now())?._tag === "ReviewRequest"
  return {
    isShown,
    show: Effect.suspend(() => {
      if (isShown()) return Effect.void
      opened = !now().open
      return opened ? router.open({ _tag: "ReviewRequest" }) : router.push({ _tag: "ReviewRequest" })
    }),
    leave: Effect.suspend(() => (!isShown() ? Effect.void : opened ? router.close : router.goBack)),
  }
}
