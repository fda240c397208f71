import { SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Toasts } from "../notices/Toasts.ts"
import type { Options } from "../options/Options.ts"
import { type FormVisit, followReview, type ReviewDeps } from "../services/followReview.ts"
import { presentSwap } from "./presentSwap.ts"
import type { Swap, SwapError } from "./Swap.ts"

/** Returns the swap with its views: the visible view follows its state. Lives as long as the scope. */
export const followSwap = (
  deps: ReviewDeps & {
    readonly options: { readonly features: Pick<Options["features"], "swaps"> }
    readonly toasts: Pick<Toasts, "show">
  },
  swap: Swap,
) =>
  Effect.suspend(() => {
    const { router, toasts } = deps
    /** The visits that have started the flow, so that a failure is new. */
    const begun = new WeakSet<FormVisit>()

    const begin = (visit: FormVisit) => {
      if (begun.has(visit)) return Effect.void
      begun.add(visit)
      return swap.begin
    }
    const fail = (error: SwapError) =>
      Effect.andThen(
        toasts.show("error", presentSwap(error).title),
        // A host app may have opened this view first.
        Effect.suspend(() =>
          SubscriptionRef.getUnsafe(router.state).history.length > 1
            ? router.goBack
            : router.reset({ _tag: "Account" }),
        ),
      )

    return Effect.map(
      followReview(deps, {
        state: swap.state,
        form: "Swap",
        preview: "SwapPreview",
        isEnabled: () => deps.options.features.swaps,
        getPlace: (state) => {
          switch (state._tag) {
            case "Reviewing":
            case "Asking":
            case "Approving":
              return { _tag: "Preview" }
            case "Left": {
              const { approval, swap } = state.progress
              if (swap !== null) return { _tag: "Account" }
              return approval === null ? { _tag: "Form" } : { _tag: "Receipt", entry: approval }
            }
            case "Editing":
            case "Failed":
            case "Initializing":
            case "Unsupported":
              return { _tag: "Form" }
          }
        },
        onFormShown: Effect.void,
        onForm: (state, visit, review) => {
          const { awaited, cameBack } = visit
          switch (state._tag) {
            case "Editing":
              begun.add(visit)
              return Effect.void
            case "Reviewing": {
              const isApproved = state.progress.approval !== null
              return awaited || (isApproved && !cameBack) ? review : swap.back
            }
            case "Asking":
            case "Approving":
              return cameBack && !awaited ? swap.back : review
            case "Failed":
              return begun.has(visit) ? fail(state.error) : begin(visit)
            case "Left":
              return swap.begin
            case "Initializing":
            case "Unsupported":
              return begin(visit)
          }
        },
      }),
      (awaiting): Swap => ({ ...swap, review: awaiting(swap.review) }),
    )
  })
