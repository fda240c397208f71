import { type EmbeddedWallet, frameId } from "@wmodal/chains/frame"
import { Clock, type Namespace, SubscriptionRef } from "@wmodal/protocol"
import { Effect, type Scope } from "effect"
import { catchDefects } from "../effects/catchDefects.ts"
import { makeTaskHandle } from "../effects/TaskHandle.ts"
import { EngineError } from "../problems/EngineError.ts"
import type { Problem } from "../problems/Problem.ts"
import type { RouterState } from "../router/Router.ts"
import { getTopView } from "../router/routerModel.ts"
import type { View, ViewName } from "../router/View.ts"
import { signInProviderRecord } from "./frameState.ts"
import type { SignInDeps } from "./makeSignIn.ts"
import type { SignedInUser, SignInState } from "./SignIn.ts"

export interface SignInAttemptDeps
  extends Pick<SignInDeps, "board" | "connection" | "emit" | "memory" | "networks" | "router"> {
  readonly wallet: Pick<EmbeddedWallet, "connectors" | "reload">
}

/** The pending sign-in or email change. */
export interface SignInAttempt {
  readonly state: SubscriptionRef.SubscriptionRef<SignInState>
  readonly getState: () => SignInState
  readonly show: (next: SignInState) => Effect.Effect<void>
  /**
   * Ends the pending action and starts this one, independent of its caller. A failure is shown in the current state.
   */
  readonly begin: (first: SignInState, work: Effect.Effect<void, Problem>) => Effect.Effect<void>
  /** Shows a view, in place of the view of an ended action. */
  readonly goTo: (view: View) => Effect.Effect<void>
  /** Ends the action and leaves its view. */
  readonly giveUp: Effect.Effect<void>
  /** Connects the wallet of the signed-in user, and ends the attempt. */
  readonly connect: (by: SignedInUser["by"]) => Effect.Effect<void, Problem>
  /** Ends the pending action when its view is left. */
  readonly moved: (before: RouterState, after: RouterState) => Effect.Effect<void>
  /** Aborts it, as leaving its view does. */
  readonly cancel: Effect.Effect<void>
}

/** Milliseconds after which a frame with an abandoned Farcaster link is reloaded. Source: the AppKit 1.7.2 wire. */
const reloadDelayMs = 100

export const makeSignInAttempt = (
  deps: SignInAttemptDeps,
): Effect.Effect<SignInAttempt, never, Scope.Scope> =>
  Effect.gen(function* () {
    const { board, emit, memory, router, wallet } = deps
    const scope = yield* Effect.scope
    const slot = yield* makeTaskHandle
    const state = yield* SubscriptionRef.make<SignInState>({ _tag: "Idle" })
    const getState = () => SubscriptionRef.getUnsafe(state)
    const show = (next: SignInState) => SubscriptionRef.set(state, next)
    const over = show({ _tag: "Idle" })
    const views = () => SubscriptionRef.getUnsafe(router.state)
    const goBackFrom = (view: ViewName | null) =>
      Effect.suspend(() => (getTopView(views())._tag === view ? router.goBack : Effect.void))
    let reloads = false
    /** The namespace that is being connected. */
    let target: Namespace | null = null

    const reload = Effect.suspend(() => {
      if (!reloads) return Effect.void
      reloads = false
      return wallet.reload
    })

    const begin: SignInAttempt["begin"] = (first, work) =>
      Effect.gen(function* () {
        yield* slot.stop
        target = null
        yield* show(first)
        yield* slot.run(
          Effect.andThen(reload, catchDefects(work)).pipe(
            Effect.catch((problem) => Effect.suspend(() => show(withProblem(getState(), problem)))),
          ),
        )
      })

    const leave = Effect.gen(function* () {
      const was = getState()
      yield* slot.stop
      target = null
      yield* over
      if ((was._tag === "Social" || was._tag === "Farcaster") && was.phase !== "failed")
        yield* emit("SOCIAL_LOGIN_CANCELED", { provider: was._tag === "Social" ? was.provider : "farcaster" })
      // The frame would keep the abandoned link, or ask for a code that no sign-in waits for.
      if (was._tag !== "Farcaster" && !(was._tag === "Code" && was.inFrame)) return
      reloads = true
      yield* Effect.forkIn(Clock.delay(reload, reloadDelayMs), scope)
    })

    /** Returns the requested chain, else the shown one, if this wallet has it. */
    const wanted = (): Namespace | undefined => {
      const connect = views().history.findLast((view) => view._tag === "Connect")
      const asked = connect?._tag === "Connect" ? connect.namespace : undefined
      const shown = SubscriptionRef.getUnsafe(deps.networks.selected).chainNamespace
      const has = wallet.connectors.map(({ namespace }) => namespace)
      return [asked, shown, has[0]].find((one) => one !== undefined && has.includes(one))
    }

    const isConnected = () => target !== null && board.getConnected(target)?.wallet.connectorId === frameId

    return {
      state,
      getState,
      show,
      begin,
      cancel: Effect.suspend(() => {
        if (getState()._tag === "Idle") return Effect.void
        const top = getTopView(views())._tag
        return Effect.andThen(leave, isWaitingView(top) ? goBackFrom(top) : Effect.void)
      }),
      goTo: (view) => (isWaitingView(getTopView(views())._tag) ? router.replace(view) : router.push(view)),
      giveUp: Effect.suspend(() => Effect.andThen(over, goBackFrom(getWaitingView(getState())))),
      connect: (by) =>
        Effect.gen(function* () {
          const namespace = wanted()
          if (namespace === undefined)
            return yield* new EngineError({ reason: { _tag: "SecureSiteNotFound" } })
          memory.write(signInProviderRecord, by)
          target = namespace
          yield* deps.connection.connectAndWait(frameId, namespace)
          target = null
          yield* over
        }),
      moved: (before, after) =>
        Effect.suspend(() => {
          const own = getWaitingView(getState())
          // The view beneath the wallet's approval may have ended.
          if (own === null)
            return after.open && isWaitingView(getTopView(after)._tag) ? router.goBack : Effect.void
          const [from, to] = [getSeenView(before), getSeenView(after)]
          const left = to !== own && (from === own || (from !== to && isWaitingView(from)))
          return left && !isConnected() ? leave : Effect.void
        }),
    }
  })

/** Returns the view that shows the pending action. */
const getWaitingView = (state: SignInState): ViewName | null => {
  switch (state._tag) {
    case "Idle":
      return null
    case "Email":
      return "Connect"
    case "Device":
      return "EmailVerifyDevice"
    case "Code":
      return codeViews[state.purpose]
    case "Social":
      return "ConnectingSocial"
    case "Farcaster":
      return "ConnectingFarcaster"
    case "NewEmail":
      return "UpdateEmailWallet"
  }
}

export const codeViews = {
  signIn: "EmailVerifyOtp",
  currentEmail: "UpdateEmailPrimaryOtp",
  newEmail: "UpdateEmailSecondaryOtp",
} as const

/** Returns true for views that exist only during a pending action. */
const isWaitingView = (view: ViewName | null): boolean =>
  view !== null && /^(EmailVerify|UpdateEmail\w+Otp|ConnectingSocial|ConnectingFarcaster)/.test(view)

/** Returns the top view without the wallet's approval, which does not end the action. */
const getSeenView = ({ history, open }: RouterState): ViewName | null =>
  (open ? history.findLast(({ _tag }) => _tag !== "ApproveTransaction")?._tag : null) ?? null

const withProblem = (state: SignInState, problem: Problem): SignInState => {
  switch (state._tag) {
    case "Idle":
      return state
    case "Code":
      return { ...state, checking: false, problem }
    case "Social":
    case "Farcaster":
      return { ...state, phase: "failed", problem }
    case "Email":
    case "Device":
    case "NewEmail":
      return { ...state, problem }
  }
}
