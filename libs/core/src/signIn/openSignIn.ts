import type { Connector } from "@wmodal/chains"
import { makeEmbeddedWallet } from "@wmodal/chains/frame"
import { RpcError } from "@wmodal/protocol"
import { Effect, Fiber, type Scope, Stream, SubscriptionRef } from "effect"
import { forgetSession } from "../connection/remember.ts"
import type { EngineError } from "../problems/EngineError.ts"
import { inWords } from "../problems/inWords.ts"
import { visible } from "../router/makeRouter.ts"
import type { RouterState } from "../router/Router.ts"
import { makeApprovals } from "./approvals.ts"
import { makeByEmail } from "./byEmail.ts"
import { makeBySocial } from "./bySocial.ts"
import { frameMemory, nothingRemembered, signedInBy } from "./frameMemory.ts"
import { frameTheme } from "./frameTheme.ts"
import { introduce } from "./introduce.ts"
import { makeAttempt } from "./makeAttempt.ts"
import type { SignInSurroundings } from "./makeSignIn.ts"
import { ownConnectors } from "./ownConnectors.ts"
import { prefersDark } from "./prefersDark.ts"
import type { SignedIn, SignIn } from "./SignIn.ts"

interface OpenSurroundings extends SignInSurroundings {
  readonly secureSite: string
  readonly signedIn: SubscriptionRef.SubscriptionRef<SignedIn | null>
}

/** Signing in, and the embedded wallet, with their code there. */
export interface OpenSignIn {
  readonly signIn: SignIn
  readonly connectors: readonly Connector[]
  readonly moved: (before: RouterState, after: RouterState) => Effect.Effect<void>
}

/** Makes the one embedded wallet of an engine. It lives as long as the engine does. */
export const openSignIn = (around: OpenSurroundings): Effect.Effect<OpenSignIn, EngineError, Scope.Scope> =>
  Effect.gen(function* () {
    const { board, emit, memory, networks, options, platform, secureSite, signedIn, theme, toasts } = around
    const sdkVersion = yield* around.sdk
    const scope = yield* Effect.scope
    const services = yield* Effect.context<never>()
    /** What is told from outside of Effect ends with the engine, too. */
    const run = (told: Effect.Effect<void>) => {
      if (scope.state._tag !== "Closed") Fiber.runIn(Effect.runForkWith(services)(told), scope)
    }
    const approvals = makeApprovals({ ...around, run, wallet: () => wallet })
    const make = around.make ?? makeEmbeddedWallet
    const wallet = yield* make({
      projectId: options.projectId,
      secureSite,
      metadata: options.metadata,
      sdkVersion,
      networks: options.networks,
      chains: options.chains,
      preferred: options.defaultAccountType,
      host: platform.frameHost,
      memory: {
        read: () => memory.read(frameMemory) ?? nothingRemembered,
        write: (next) => {
          // Before somebody is signed in, more than that is written.
          const ends = !next.loginUsed && memory.read(frameMemory)?.loginUsed === true
          memory.write(frameMemory, next)
          if (ends) memory.write(signedInBy, null)
        },
      },
      theme: () => frameTheme(SubscriptionRef.getUnsafe(theme), prefersDark(platform.window)),
      read: (network, method, params) =>
        around.rpcOf(network).pipe(
          Effect.mapError(
            ({ reason }) =>
              new RpcError({ method, host: "", reason: { _tag: "Unreachable", detail: reason._tag } }),
          ),
          Effect.flatMap((rpc) => rpc.request(method, params)),
        ),
      ...approvals.given,
      warn: around.warn,
    })

    /** On networks of Solana there is but one kind of account. */
    const follow = Effect.suspend(() => {
      const user = SubscriptionRef.getUnsafe(wallet.user)
      if (user === null) return SubscriptionRef.set(signedIn, null)
      const { chainNamespace, id } = SubscriptionRef.getUnsafe(networks.selected)
      const isEvm = chainNamespace === "eip155"
      const next: SignedIn = {
        email: user.email,
        username: user.username,
        by: memory.read(signedInBy) ?? "email",
        accountType: isEvm ? user.inUse : "eoa",
        canSwitchType:
          isEvm &&
          user.smartAccountNetworks.includes(Number(id)) &&
          new Set(user.accounts.map(({ type }) => type)).size > 1,
        smartAccountDeployed: user.smartAccountDeployed,
      }
      const same = JSON.stringify(next) === JSON.stringify(SubscriptionRef.getUnsafe(signedIn))
      return same ? Effect.void : SubscriptionRef.set(signedIn, next)
    })
    const tell = Effect.suspend(() => introduce(board, SubscriptionRef.getUnsafe(signedIn)))
    yield* forkWatch(signedIn, tell)
    yield* forkWatch(wallet.user, follow)
    yield* forkWatch(networks.selected, follow)
    yield* forkWatch(theme, wallet.syncTheme)

    /** What is done next is done by the account that is in use from then on. */
    const changedOver = Effect.suspend(() => {
      const user = SubscriptionRef.getUnsafe(wallet.user)
      const address = user?.accounts.find(({ type }) => type === user.inUse)?.address
      return SubscriptionRef.changes(board.state).pipe(
        Stream.filter(
          ({ eip155 }) =>
            address === undefined ||
            eip155?._tag !== "Connected" ||
            eip155.account.toLowerCase().endsWith(`:${address.toLowerCase()}`),
        ),
        Stream.runHead,
        Effect.timeoutOrElse({ duration: patience, orElse: () => Effect.void }),
        Effect.asVoid,
      )
    })

    const attempt = yield* makeAttempt({ ...around, wallet })
    const email = makeByEmail({
      ...around,
      wallet,
      attempt,
      currentEmail: () => SubscriptionRef.getUnsafe(wallet.user)?.email ?? "",
    })
    const signIn: SignIn = {
      state: attempt.state,
      user: signedIn,
      ...email,
      ...makeBySocial({ ...around, wallet, attempt }),
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
            Effect.flatMap(inWords(problem), ({ title }) => toasts.show("error", title)),
          ),
        ),
      dashboard: `${wallet.origin}/dashboard?projectId=${encodeURIComponent(options.projectId)}`,
    }
    return {
      signIn,
      connectors: ownConnectors(wallet.connectors, {
        name: () => {
          const user = SubscriptionRef.getUnsafe(wallet.user)
          return user && (user.email ?? user.username)
        },
        // Of whom the site says that they are signed in no more, no further visit asks.
        notRestored: (namespace) => {
          if (memory.read(frameMemory)?.loginUsed !== true) forgetSession(memory, namespace)
        },
      }),
      moved: (before, after) =>
        Effect.gen(function* () {
          if (visible(after)?._tag === "UpgradeEmailWallet" && visible(before)?._tag !== "UpgradeEmailWallet")
            yield* emit("EMAIL_UPGRADE_FROM_MODAL", {})
          yield* attempt.moved(before, after)
          yield* approvals.moved(before, after)
        }),
    }
  })

/** Milliseconds for the connection to hear of another account. */
const patience = 1_000

const forkWatch = <A>(ref: SubscriptionRef.SubscriptionRef<A>, tell: Effect.Effect<void>) =>
  Effect.flatMap(Effect.scope, (scope) =>
    Effect.forkIn(
      Stream.runForEach(SubscriptionRef.changes(ref), () => tell),
      scope,
      { startImmediately: true },
    ),
  )
