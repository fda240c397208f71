import type { EmbeddedWallet, EmbeddedWalletDeps } from "@wmodal/chains/frame"
import { Clock, SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { EngineError } from "../problems/EngineError.ts"
import type { RouterState } from "../router/Router.ts"
import { getVisibleView } from "../router/routerModel.ts"
import type { SignInDeps } from "./makeSignIn.ts"

export interface ApprovalDeps
  extends Pick<SignInDeps, "alerts" | "refreshBalance" | "router" | "toasts" | "warn"> {
  /** The wallet's parts that are available before its first request. */
  readonly wallet: () => Pick<EmbeddedWallet, "rejectRequests" | "syncTheme" | "watch">
  /** Runs an effect from a callback outside of Effect. */
  readonly run: (told: Effect.Effect<void>) => void
}

/** Milliseconds until the reason for a failed request is shown. Source: the AppKit 1.7.2 wire. */
const noticeDelayMs = 300

/** Shows the frame only while the wallet has an approval in it. */
export const makeApprovals = ({
  alerts,
  refreshBalance,
  router,
  run,
  toasts,
  wallet,
  warn,
}: ApprovalDeps) => {
  let waiting = 0
  /** True when the modal was opened for the approval. */
  let opened = false
  const said = new Set<string>()
  const state = () => SubscriptionRef.getUnsafe(router.state)
  const shows = (of: RouterState) => getVisibleView(of)?._tag === "ApproveTransaction"

  const show = Effect.gen(function* () {
    if (shows(state())) return
    yield* wallet().syncTheme
    yield* wallet().watch(true)
    opened = !state().open
    yield* opened ? router.open({ _tag: "ApproveTransaction" }) : router.push({ _tag: "ApproveTransaction" })
  })

  const settled = Effect.gen(function* () {
    // The view closes first: the caller of the request continues from the view beneath.
    if (shows(state())) yield* opened ? router.close : router.goBack
    yield* wallet().watch(false)
    yield* refreshBalance
  })

  const given: Pick<EmbeddedWalletDeps, "onApproval" | "onDisallowedMethod" | "onTimeout"> = {
    onApproval: (count) => {
      const before = waiting
      waiting = count
      if (count > before) run(show)
      else if (count === 0 && before > 0) run(settled)
    },
    onDisallowedMethod: () => {
      warn("Requested RPC call is not allowed")
      run(
        Effect.gen(function* () {
          yield* router.open()
          yield* Clock.sleep(noticeDelayMs)
          yield* toasts.show("error", { id: "problem.actionNotAllowed" })
          yield* wallet().rejectRequests
        }),
      )
    },
    onTimeout: (what) => {
      if (said.has(what)) return
      said.add(what)
      run(alerts.show(new EngineError({ reason: { _tag: "SecureSiteTimedOut", what } })))
    },
  }

  return {
    given,
    /** Leaving the view rejects one approval, closing the modal rejects all. */
    moved: (before: RouterState, after: RouterState): Effect.Effect<void> =>
      waiting > 0 && ((shows(before) && !shows(after)) || (before.open && !after.open))
        ? Effect.andThen(wallet().watch(false), wallet().rejectRequests)
        : Effect.void,
  }
}
