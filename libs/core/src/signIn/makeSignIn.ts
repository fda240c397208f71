import type { makeEmbeddedWallet } from "@wmodal/chains/frame"
import { lazy, type Network, type Rpc, SubscriptionRef } from "@wmodal/protocol"
import { Effect, type Scope } from "effect"
import type { NetworkLog } from "../clients/networkLog.ts"
import type { Connection } from "../connection/Connection.ts"
import type { ConnectionStore } from "../connection/ConnectionStore.ts"
import type { EmitEvent } from "../EngineEvent.ts"
import { loadPart } from "../effects/loadPart.ts"
import type { Networks } from "../networks/Networks.ts"
import type { Alerts } from "../notices/Alerts.ts"
import type { Toasts } from "../notices/Toasts.ts"
import type { Options, Theme } from "../options/Options.ts"
import type { Platform } from "../Platform.ts"
import { EngineError } from "../problems/EngineError.ts"
import type { Router } from "../router/Router.ts"
import type { PersistedState } from "../storage/PersistedState.ts"
import type { OpenSignIn } from "./openSignIn.ts"
import type { SignedInUser } from "./SignIn.ts"

export interface SignInDeps {
  readonly options: Options
  readonly platform: Pick<Platform["Service"], "frameHost" | "window">
  readonly memory: PersistedState
  readonly board: ConnectionStore
  readonly networks: Pick<Networks, "selected">
  readonly router: Router
  readonly toasts: Toasts
  readonly alerts: Alerts
  readonly theme: SubscriptionRef.SubscriptionRef<Theme>
  readonly connection: Connection
  /** Refreshes the shown balance. */
  readonly refreshBalance: Effect.Effect<void>
  readonly rpcOf: (network: Network) => Effect.Effect<Rpc, EngineError>
  /** The `sv` parameter of requests. */
  readonly sdk: Effect.Effect<string, EngineError>
  readonly emit: EmitEvent
  readonly networkLog: Pick<NetworkLog, "add">
  readonly warn: (text: string) => void
  /** Replaces the loaded wallet. */
  readonly make?: typeof makeEmbeddedWallet | undefined
}

/** Sign-in as the rest of the engine uses it. Its code and the wallet's are loaded on first use. */
interface SignInInternal {
  readonly signedIn: SubscriptionRef.SubscriptionRef<SignedInUser | null>
  /** Fails without a secure site. */
  readonly opened: Effect.Effect<OpenSignIn, EngineError>
  /** Called after each change of the views. */
  readonly moved: OpenSignIn["moved"]
}

export const makeSignIn = (deps: SignInDeps) =>
  Effect.gen(function* () {
    const { secureSite } = deps.options.endpoints
    const context = yield* Effect.context<Scope.Scope>()
    const signedIn = yield* SubscriptionRef.make<SignedInUser | null>(null)
    const part =
      secureSite === undefined
        ? null
        : lazy(async () => {
            const { openSignIn } = await import("./openSignIn.ts")
            return Effect.runPromiseWith(context)(openSignIn({ ...deps, secureSite, signedIn }))
          })
    const room: SignInInternal = {
      signedIn,
      opened:
        part === null
          ? Effect.fail(new EngineError({ reason: { _tag: "SecureSiteNotFound" } }))
          : loadPart(part),
      moved: (...states) => part?.now()?.moved(...states) ?? Effect.void,
    }
    return room
  })
