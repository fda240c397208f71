import { SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { inTurn } from "../effects/inTurn.ts"
import type { Router, RouterState } from "./Router.ts"
import { applyRouterStep, isClosedByBack, isCloseRefused, type RouterStep } from "./routerModel.ts"
import type { View } from "./View.ts"
import { getOpeningView } from "./viewPolicy.ts"

/** The state of the engine that the router depends on. */
export interface RouterDeps {
  readonly connected: () => boolean
  readonly hasChains: boolean
  readonly mobile: boolean
  /** Returns true when the wallet is on an unconfigured network. */
  readonly unsupported: () => boolean
  /** Returns true while the modal is a card in the page instead of a dialog: it does not close. */
  readonly embedded: () => boolean
  /** Returns true when the account must sign in first: then the modal does not close. */
  readonly mustSignIn: () => boolean
}

/** Runs after a change of the view stack, with the states before and after it. */
type MoveHandler = (before: RouterState, after: RouterState) => Effect.Effect<void>

/** The view stack as the engine builds on it. */
export interface RouterInternal {
  readonly router: Router
  /** Adds a handler that runs before the action that moved completes. Handlers run in the order of their addition. */
  readonly onMove: (handler: MoveHandler) => void
}

export const makeRouter = (deps: RouterDeps): Effect.Effect<RouterInternal> =>
  Effect.gen(function* () {
    const home = (): View => ({ _tag: deps.connected() ? "Account" : "Connect" })
    const state = yield* SubscriptionRef.make<RouterState>({
      open: false,
      history: [{ _tag: "Connect" }],
      direction: "none",
      refusedCloses: 0,
    })
    const handlers: MoveHandler[] = []

    const now = () => SubscriptionRef.getUnsafe(state)

    const go = (step: RouterStep) =>
      Effect.suspend(() => {
        const before = now()
        const after = applyRouterStep(before, step)
        if (after === before) return Effect.void
        return Effect.andThen(
          SubscriptionRef.set(state, after),
          inTurn(handlers, (handle) => handle(before, after)),
        )
      })

    const close = Effect.suspend(() =>
      now().open ? go(deps.embedded() ? { _tag: "Reset", view: home() } : { _tag: "Close" }) : Effect.void,
    )

    const goBackToIndex = (index: number) => go({ _tag: "GoBackToIndex", index })

    const goBack = Effect.suspend(() =>
      isClosedByBack(now()) ? close : goBackToIndex(now().history.length - 2),
    )

    const router: Router = {
      state,
      open: (view) =>
        Effect.suspend(() => {
          if (now().open && view === undefined) return Effect.void
          const { hasChains, mobile } = deps
          const shown = getOpeningView({
            requested: view,
            connected: deps.connected(),
            hasChains,
            mobile,
            unsupported: deps.unsupported(),
          })
          return now().open ? go({ _tag: "Reset", view: shown }) : go({ _tag: "Open", view: shown })
        }),
      close,
      requestClose: Effect.suspend(() =>
        !now().open
          ? Effect.void
          : isCloseRefused(now(), deps.mustSignIn())
            ? go({ _tag: "RefuseClose" })
            : close,
      ),
      push: (view) => go({ _tag: "Push", view }),
      reset: (view, direction = "next") => go({ _tag: "Reset", view, direction }),
      replace: (view) => go({ _tag: "Replace", view }),
      goBack,
      goBackToIndex,
    }
    return { router, onMove: (handler) => void handlers.push(handler) }
  })
