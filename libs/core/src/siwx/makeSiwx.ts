import { lazy, SubscriptionRef } from "@wmodal/protocol"
import { Effect, type Scope } from "effect"
import type { Account } from "../account/Account.ts"
import type { Connection } from "../connection/Connection.ts"
import type { ConnectionStore } from "../connection/ConnectionStore.ts"
import type { EmitEvent } from "../EngineEvent.ts"
import { loadPart } from "../effects/loadPart.ts"
import type { Networks } from "../networks/Networks.ts"
import type { Toasts } from "../notices/Toasts.ts"
import type { Options } from "../options/Options.ts"
import { EngineError } from "../problems/EngineError.ts"
import type { RequestQueue } from "../requests/RequestQueue.ts"
import type { RouterInternal } from "../router/makeRouter.ts"
import type { View } from "../router/View.ts"
import type { Signing } from "../signing/Signing.ts"
import type { OneStep } from "./OneStep.ts"
import type { Siwx, SiwxPlugin, SiwxService, SiwxState } from "./Siwx.ts"

export interface SiwxDeps extends RouterInternal {
  readonly options: Options
  readonly state: SubscriptionRef.SubscriptionRef<SiwxState>
  readonly account: Account
  readonly board: ConnectionStore
  readonly connection: Connection
  readonly networks: Networks
  readonly oneStep: OneStep
  readonly toasts: Toasts
  readonly flows: Effect.Effect<{ readonly requests: RequestQueue; readonly signing: Signing }, EngineError>
  readonly plugin: SiwxPlugin
  /** The view that asks the user to sign in. */
  readonly view: View
  /** Returns true if the first account came from the session of an earlier visit. */
  readonly isRestored: () => boolean
  readonly emit: EmitEvent
}

/** The view of sign-in with a signature; `null` for a host without a plugin. */
export const getSiwxView = ({ siwx, siweConfig }: Options) =>
  siwx !== null
    ? ({ _tag: "SIWXSignMessage" } as const)
    : siweConfig !== null
      ? ({ _tag: "ConnectingSiwe" } as const)
      : null

/** Returns the loader of the host's plugin; `null` without one. */
export const findPlugin = ({ siwx, siweConfig }: Options): (() => Promise<SiwxPlugin>) | null =>
  siwx !== null
    ? async () => siwx
    : siweConfig !== null
      ? async () => (await import("./siweToSiwx.ts")).siweToSiwx(siweConfig)
      : null

/** Returns true while the account must sign in before the modal closes. */
export const isSignInRequired = (
  { siwx, siweConfig }: Options,
  state: SubscriptionRef.SubscriptionRef<SiwxState>,
): boolean => {
  const { _tag } = SubscriptionRef.getUnsafe(state)
  try {
    return _tag !== "Off" && _tag !== "SignedIn" && (siwx?.getRequired?.() ?? siweConfig?.required ?? true)
  } catch {
    // The host's function threw: sign-in is required, as by default.
    return true
  }
}

/** Loads sign-in with a signature once a host with a plugin has an account. Made once restoring has begun. */
export const makeSiwx = (
  deps: Omit<SiwxDeps, "isRestored" | "plugin" | "view">,
): Effect.Effect<SiwxService, never, Scope.Scope> =>
  Effect.gen(function* () {
    const { account, connection, options, state } = deps
    const [view, loadPlugin] = [getSiwxView(options), findPlugin(options)]
    if (view === null || loadPlugin === null)
      return {
        state,
        isRequired: () => false,
        actions: new EngineError({ reason: { _tag: "AdapterNotFound", what: "siwx" } }),
      }
    const scope = yield* Effect.scope
    const run = Effect.runPromiseWith(yield* Effect.context<Scope.Scope>())
    /** A session of an earlier visit is restored without an attempt to connect. */
    let isRestored = true
    const forget = SubscriptionRef.subscribe(connection.state, () => {
      const states = Object.values(SubscriptionRef.getUnsafe(connection.state))
      if (states.some(({ _tag }) => _tag === "Connecting")) isRestored = false
    })
    const actions = loadPart(
      lazy(async (): Promise<Siwx> => {
        const [{ openSiwx }, plugin] = await Promise.all([import("./openSiwx.ts"), loadPlugin()])
        return run(openSiwx({ ...deps, plugin, view, isRestored: () => isRestored }))
      }),
    )
    const unsubscribe = SubscriptionRef.subscribe(account.state, () => load())
    const load = () => {
      if (SubscriptionRef.getUnsafe(account.state) === null) return
      unsubscribe()
      forget()
      run(Effect.forkIn(Effect.exit(actions), scope))
    }
    load()
    return { state, isRequired: () => isSignInRequired(options, state), actions }
  })
