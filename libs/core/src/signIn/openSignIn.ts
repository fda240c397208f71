import { type Connector, typedAccountNamespace } from "@wmodal/chains"
import { makeEmbeddedWallet } from "@wmodal/chains/frame"
import { Clock, RpcError, SubscriptionRef } from "@wmodal/protocol"
import { Effect, Fiber, type Scope, Stream } from "effect"
import { toNote } from "../clients/networkLog.ts"
import { forgetSession } from "../connection/sessionRecords.ts"
import { getEmbeddedAccountType } from "../options/accountTypes.ts"
import type { EngineError } from "../problems/EngineError.ts"
import { describeProblem } from "../problems/problemText.ts"
import type { RouterState } from "../router/Router.ts"
import { getVisibleView } from "../router/routerModel.ts"
import { embeddedConnectors, renameConnections } from "./embeddedConnectors.ts"
import { emptyFrameState, frameStateRecord, signInProviderRecord } from "./frameState.ts"
import { prefersDark, toFrameTheme } from "./frameTheme.ts"
import { makeApprovals } from "./makeApprovals.ts"
import { makeEmailSignIn } from "./makeEmailSignIn.ts"
import type { SignInDeps } from "./makeSignIn.ts"
import { makeSignInAttempt } from "./makeSignInAttempt.ts"
import { makeSocialSignIn } from "./makeSocialSignIn.ts"

import type { SignedInUser, SignIn } from "./SignIn.ts"

interface OpenSignInDeps extends SignInDeps {
  readonly secureSite: string
  readonly signedIn: SubscriptionRef.SubscriptionRef<SignedInUser | null>
}

/** Sign-in and the embedded wallet, with their code loaded. */
export interface OpenSignIn {
  readonly signIn: SignIn
  readonly connectors: readonly Connector[]
  readonly moved: (before: RouterState, after: RouterState) => Effect.Effect<void>
}

/** Makes the engine's embedded wallet, which lives as long as the engine. */
export const openSignIn = (deps: OpenSignInDeps): Effect.Effect<OpenSignIn, EngineError, Scope.Scope> =>
  Effect.gen(function* () {
    const { board, emit, memory, networks, options, platform, secureSite, signedIn, theme, toasts } = deps
    const sdkVersion = yield* deps.sdk
    const scope = yield* Effect.scope
    const services = yield* Effect.context<never>()
    /** Runs an effect from a callback, for as long as the engine is open. */
    const run = (told: Effect.Effect<void>) => {
      if (scope.state._tag !== "Closed") Fiber.runIn(Effect.runForkWith(services)(told), scope)
    }
    const approvals = makeApprovals({ ...deps, run, wallet: () => wallet })
    const make = deps.make ?? makeEmbeddedWallet
    const wallet = yield* make({
      projectId: options.projectId,
      secureSite,
      metadata: options.metadata,
      sdkVersion,
      get networks() {
        return options.networks
      },
      chains: options.chains,
      preferred: getEmbeddedAccountType(options.defaultAccountTypes),
      host: platform.frameHost,
      memory: {
        read: () => memory.read(frameStateRecord) ?? emptyFrameState,
        write: (next) => {
          // Other fields are written before the user is signed in.
          const ends = !next.loginUsed && memory.read(frameStateRecord)?.loginUsed === true
          memory.write(frameStateRecord, next)
          if (ends) memory.write(signInProviderRecord, null)
        },
      },
      theme: () => toFrameTheme(SubscriptionRef.getUnsafe(theme), prefersDark(platform.window)),
      read: (network, method, params) =>
        deps.rpcOf(network).pipe(
          Effect.mapError(
            ({ reason }) =>
              new RpcError({ method, host: "", reason: { _tag: "Unreachable", detail: reason._tag } }),
          ),
          Effect.flatMap((rpc) => rpc.request(method, params)),
        ),
      ...approvals.given,
      onRequest: (name, payload) =>
        deps.networkLog.add(toNote({ purpose: "secureSite", call: name, url: secureSite }, payload)),
      warn: deps.warn,
    })

    /** On networks of other chains there is only one account type. */
    const follow = Effect.suspend(() => {
      const user = SubscriptionRef.getUnsafe(wallet.user)
      if (user === null) return SubscriptionRef.set(signedIn, null)
      const { chainNamespace, id } = SubscriptionRef.getUnsafe(networks.selected)
      const hasTypes = chainNamespace === typedAccountNamespace
      const next: SignedInUser = {
        email: user.email,
        username: user.username,
        by: memory.read(signInProviderRecord) ?? "email",
        accountType: hasTypes ? user.inUse : "eoa",
        canSwitchType:
          hasTypes &&
          user.smartAccountNetworks.includes(Number(id)) &&
          new Set(user.accounts.map(({ type }) => type)).size > 1,
        smartAccountDeployed: user.smartAccountDeployed,
      }
      const same = JSON.stringify(next) === JSON.stringify(SubscriptionRef.getUnsafe(signedIn))
      return same ? Effect.void : SubscriptionRef.set(signedIn, next)
    })
    const tell = Effect.suspend(() => renameConnections(board, SubscriptionRef.getUnsafe(signedIn)))
    yield* forkWatch(signedIn, tell)
    yield* forkWatch(wallet.user, follow)
    yield* forkWatch(networks.selected, follow)
    yield* forkWatch(theme, wallet.syncTheme)

    /** Completes when the connection uses the new account, so that the next action does. */
    const changedOver = Effect.suspend(() => {
      const user = SubscriptionRef.getUnsafe(wallet.user)
      const address = user?.accounts.find(({ type }) => type === user.inUse)?.address
      return SubscriptionRef.awaitValue(
        board.state,
        ({ [typedAccountNamespace]: typed }) =>
          address === undefined ||
          typed?._tag !== "Connected" ||
          typed.account.toLowerCase().endsWith(`:${address.toLowerCase()}`),
      ).pipe(
        Effect.asVoid,
        Clock.timeoutOrElse({ duration: accountSwitchTimeoutMs, orElse: () => Effect.void }),
      )
    })

    const attempt = yield* makeSignInAttempt({ ...deps, wallet })
    const email = makeEmailSignIn({
      ...deps,
      wallet,
      attempt,
      currentEmail: () => SubscriptionRef.getUnsafe(wallet.user)?.email ?? "",
    })
    const signIn: SignIn = {
      state: attempt.state,
      user: signedIn,
      ...email,
      ...makeSocialSignIn({ ...deps, wallet, attempt }),
      selectEmail: emit("EMAIL_LOGIN_SELECTED", {}),
      cancel: attempt.cancel,
      setAccountType: (type) =>
        wallet.setAccountType(type).pipe(
          Effect.andThen(changedOver),
          Effect.andThen(
            Effect.suspend(() =>
              emit("SET_PREFERRED_ACCOUNT_TYPE", {
                accountType: type,
                network: SubscriptionRef.getUnsafe(networks.selected).caipNetworkId,
              }),
            ),
          ),
          Effect.catch((problem) =>
            Effect.flatMap(describeProblem(problem), ({ title }) => toasts.show("error", title)),
          ),
        ),
      dashboard: `${wallet.origin}/dashboard?projectId=${encodeURIComponent(options.projectId)}`,
    }
    return {
      signIn,
      connectors: embeddedConnectors(wallet.connectors, {
        name: () => {
          const user = SubscriptionRef.getUnsafe(wallet.user)
          return user && (user.email ?? user.username)
        },
        // When the site reports a signed-out user, later visits send no request.
        notRestored: (namespace) => {
          if (memory.read(frameStateRecord)?.loginUsed !== true) forgetSession(memory, namespace)
        },
      }),
      moved: (before, after) =>
        Effect.gen(function* () {
          if (
            getVisibleView(after)?._tag === "UpgradeEmailWallet" &&
            getVisibleView(before)?._tag !== "UpgradeEmailWallet"
          )
            yield* emit("EMAIL_UPGRADE_FROM_MODAL", {})
          yield* attempt.moved(before, after)
          yield* approvals.moved(before, after)
        }),
    }
  })

/** Milliseconds for the connection to switch to another account. */
const accountSwitchTimeoutMs = 1_000

const forkWatch = <A>(ref: SubscriptionRef.SubscriptionRef<A>, tell: Effect.Effect<void>) =>
  Effect.flatMap(Effect.scope, (scope) =>
    Effect.forkIn(
      Stream.runForEach(SubscriptionRef.changes(ref), () => tell),
      scope,
      { startImmediately: true },
    ),
  )
