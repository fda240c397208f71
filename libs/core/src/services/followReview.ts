import { SubscriptionRef } from "@wmodal/protocol"
import { Effect, type Scope } from "effect"
import type { Account } from "../account/Account.ts"
import { followState } from "../effects/followState.ts"
import type { Router } from "../router/Router.ts"
import { getVisibleView } from "../router/routerModel.ts"
import type { View } from "../router/View.ts"

/** The services that show a flow's views. */
export interface ReviewDeps {
  readonly account: Pick<Account, "state">
  readonly router: Router
}

/** One visit of a flow's form, from its appearance until another view is shown. */
export interface FormVisit {
  /** True if the user came back from the view on top. */
  readonly cameBack: boolean
  /** True while a requested review is being made, which is shown once it is ready. */
  readonly awaited: boolean
}

/** `preparing` while the form is edited: whether a review is in preparation. */
interface FlowState {
  readonly _tag: string
  readonly preparing?: boolean
}

/** The view that a state of a flow belongs to. */
export type FlowPlace =
  | { readonly _tag: "Form" }
  | { readonly _tag: "Preview" }
  /** The receipt of a sent request, on top of the account; `entry` is its id in the ledger. */
  | { readonly _tag: "Receipt"; readonly entry: string }
  /** The flow is done. */
  | { readonly _tag: "Account" }

/** A flow with a form, and a review on a view of its own. */
export interface ReviewedFlow<State extends FlowState> {
  readonly state: SubscriptionRef.SubscriptionRef<State>
  readonly form: Extract<View["_tag"], "WalletSend" | "Swap">
  readonly preview: Extract<View["_tag"], "WalletSendPreview" | "SwapPreview">
  /** Returns false if the host app has disabled the flow: its views then show that. */
  readonly isEnabled: () => boolean
  readonly getPlace: (state: State) => FlowPlace
  /** Runs whenever the form appears. */
  readonly onFormShown: Effect.Effect<void>
  /**
   * Runs on the form after each change of the state: `review` shows the review, other effects change the state.
   */
  readonly onForm: (state: State, visit: FormVisit, review: Effect.Effect<void>) => Effect.Effect<void>
}

/**
 * Keeps the visible view in step with a flow: a review or a wallet request has its own view, a sent request has a
 * receipt, and an edited one its form. Lives as long as the scope. While no view of the flow is visible, nothing moves.
 * @returns a function that marks a request for a review: on the form, the review is shown once it is ready
 */
export const followReview = <State extends FlowState>(
  { account, router }: ReviewDeps,
  flow: ReviewedFlow<State>,
): Effect.Effect<(review: Effect.Effect<void>) => Effect.Effect<void>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    /** The visible view of the flow; empty while there is none. */
    let shown = ""
    let visit: { readonly cameBack: boolean; awaited: boolean } = { cameBack: false, awaited: false }
    /** The state that was followed last on this view. */
    let followed: State | null = null

    const showReview = router.push({ _tag: flow.preview })

    const leavePreview = (place: FlowPlace) => {
      if (place._tag === "Preview") return Effect.void
      if (place._tag !== "Form") {
        const reset = router.reset({ _tag: "Account" })
        return place._tag === "Account"
          ? reset
          : Effect.andThen(reset, router.push({ _tag: "Transaction", key: place.entry }))
      }
      const { history } = SubscriptionRef.getUnsafe(router.state)
      return history.at(-2)?._tag === flow.form ? router.goBack : router.replace({ _tag: flow.form })
    }

    /** A slow action, such as loading tokens, must not delay the next move. */
    const start = (action: Effect.Effect<void>) => Effect.forkIn(action, scope, { startImmediately: true })

    const follow = Effect.suspend(() => {
      const routed = SubscriptionRef.getUnsafe(router.state)
      const view = flow.isEnabled() ? getVisibleView(routed) : null
      const isForm = view?._tag === flow.form && SubscriptionRef.getUnsafe(account.state) !== null
      const next = isForm || view?._tag === flow.preview ? `${routed.history.length} ${view?._tag}` : ""
      const appeared = next !== shown
      if (appeared) {
        shown = next
        followed = null
        visit = { cameBack: routed.direction === "prev", awaited: false }
      }
      const state = SubscriptionRef.getUnsafe(flow.state)
      if (next === "" || state === followed) return Effect.void
      followed = state
      if (!isForm) return start(leavePreview(flow.getPlace(state)))
      return Effect.andThen(
        appeared ? start(flow.onFormShown) : Effect.void,
        start(flow.onForm(state, visit, showReview)),
      )
    })

    yield* followState(router.state, () => follow)
    yield* followState(account.state, () => follow)
    yield* followState(flow.state, (state) => {
      // Each state counts, also one that was replaced before it is followed.
      visit.awaited = state.preparing ?? visit.awaited
      return follow
    })
    return (review) =>
      Effect.suspend(() => {
        visit.awaited = true
        return review
      })
  })
