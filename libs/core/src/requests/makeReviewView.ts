import { SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Router } from "../router/Router.ts"

/** Creates the view that shows requests: over the open view, and closed after the last one. */
export const makeReviewView = (router: Router) => {
  let opened = false
  const now = () => SubscriptionRef.getUnsafe(router.state)
  /** Returns the index of the shown review, also below the wallet's own approval; -1 if it is not shown. */
  const place = () => {
    const { history, open } = now()
    const top = history.findLastIndex(({ _tag }) => _tag !== "ApproveTransaction")
    return open && history[top]?._tag === "ReviewRequest" ? top : -1
  }
  const isShown = () => place() !== -1
  return {
    isShown,
    show: Effect.suspend(() => {
      if (isShown()) return Effect.void
      opened = !now().open
      return opened ? router.open({ _tag: "ReviewRequest" }) : router.push({ _tag: "ReviewRequest" })
    }),
    leave: Effect.suspend(() => {
      const at = place()
      if (at === -1) return Effect.void
      if (opened || at === 0) return router.close
      return at === now().history.length - 1 ? router.goBack : router.goBackToIndex(at - 1)
    }),
  }
}
