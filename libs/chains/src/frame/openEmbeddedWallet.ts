import type { FrameObstacle, RequestName } from "@wmodal/frame-rpc"
import type { FrameBridge } from "@wmodal/frame-rpc/host"
import { Clock, SubscriptionRef } from "@wmodal/protocol"
import { Effect, Semaphore, Stream } from "effect"
import type { RemoteWallet } from "../remote/RemoteWallet.ts"
import { type EmbeddedAccounts, makeEmbeddedAccounts } from "./EmbeddedAccounts.ts"
import type { FrameUser } from "./EmbeddedWallet.ts"
import type { FrameContext } from "./FrameContext.ts"
import { makeFrameNetwork } from "./FrameNetwork.ts"
import { makeFrameSession } from "./FrameSession.ts"
import { frameConnector } from "./frameConnector.ts"
import { noResponseError, toProviderError } from "./frameErrors.ts"
import { makeFrameStore } from "./framePersistence.ts"
import { makeFrameRequests } from "./frameRequests.ts"
import { makeFrameSignIn } from "./frameSignIn.ts"
import type { LoadedEmbeddedWallet } from "./LoadedEmbeddedWallet.ts"
import type { EmbeddedWalletOptions } from "./makeEmbeddedWallet.ts"
import { makePendingApprovals } from "./PendingApprovals.ts"

/** The requests that a frame answers without the user. They time out, so that a lost one does not block the others. */
const unattendedRequests: ReadonlySet<RequestName> = new Set<RequestName>([
  "GET_USER",
  "GET_SMART_ACCOUNT_ENABLED_NETWORKS",
  "IS_CONNECTED",
  "SET_PREFERRED_ACCOUNT",
  "SIGN_OUT",
  "SWITCH_NETWORK",
])
const unattendedTimeoutMs = 120_000

/** The requests that change the account or network for which a frame signs at the time of the approval. */
const networkChangingRequests: ReadonlySet<RequestName> = new Set<RequestName>([
  "GET_USER",
  "SET_PREFERRED_ACCOUNT",
  "SWITCH_NETWORK",
])

/** Milliseconds for a frame to reload, and until the host app's data is sent to it again. */
const reloadTimeoutMs = 5_000
const settleDelayMs = 100

/** Opens the embedded wallet over any bridge. */
export const openEmbeddedWallet = async (
  opening: EmbeddedWalletOptions,
  bridge: FrameBridge,
): Promise<LoadedEmbeddedWallet> => {
  const { deps, connectors, scope, services, user } = opening
  const run = Effect.runForkWith(services)
  const live = (effect: Effect.Effect<unknown>) => run(Effect.forkIn(effect, scope))
  const remembered = makeFrameStore(deps.memory)

  const pending = makePendingApprovals()
  const told = new Set<string>()
  const tell = (what: "socials" | "load" | FrameObstacle) => {
    if (told.has(what)) return
    told.add(what)
    deps.onTimeout(what)
  }
  const ask: FrameContext["request"] = (name, payload) => {
    const asking = Effect.tapError(
      Effect.suspend(() => {
        deps.onRequest?.(name, payload)
        return bridge.ask(name, payload)
      }),
      ({ reason }) =>
        Effect.sync(() => {
          if (reason._tag === "TimedOut") tell("socials")
          if (reason._tag === "NotLoaded") tell(reason.obstacle ?? "load")
        }),
    )
    const answered = unattendedRequests.has(name)
      ? asking.pipe(
          Clock.timeoutOrElse({
            duration: unattendedTimeoutMs,
            orElse: () => Effect.fail(noResponseError()),
          }),
        )
      : asking
    return networkChangingRequests.has(name) ? Effect.andThen(pending.whenNone, answered) : answered
  }

  const changed = () => {
    run(SubscriptionRef.set(user, toFrameUser(standing, remembered.read())))
  }
  const standing: EmbeddedAccounts = makeEmbeddedAccounts(deps, changed)
  const room: FrameContext = {
    deps: deps,
    bridge,
    pending,
    store: remembered,
    accounts: standing,
    request: ask,
    approvalLock: Semaphore.makeUnsafe(1),
  }
  const place = makeFrameNetwork(room)
  const session = makeFrameSession(room, place)

  const wire: RemoteWallet = {
    deps: deps,
    session: standing.session,
    activeNetwork: standing.activeNetwork,
    listen: standing.listen,
    // The frame alone reports its network.
    setActiveNetwork: () => {},
    switchWalletTo: (network) =>
      Effect.runPromiseWith(services)(
        Effect.mapError(session.switchNetwork(network), (error) =>
          toProviderError(error, "wallet_switchEthereumChain"),
        ),
      ),
    request: makeFrameRequests(room, session, place, { scope, services }),
  }

  const behind: LoadedEmbeddedWallet["getConnector"] = async (namespace) => {
    const load = deps.chains.find((chain) => chain.namespace === namespace)?.sessionConnector
    if (load === undefined) throw new Error("This site does not support this chain.")
    return frameConnector({
      namespace,
      sessionConnector: await load(),
      wire,
      session,
      standing,
      connectors,
      disallowed: deps.onDisallowedMethod,
    })
  }

  const syncTheme = Effect.suspend(() =>
    SubscriptionRef.getUnsafe(bridge.state) === "ready"
      ? ignoreResult(ask("SYNC_THEME", deps.theme()))
      : Effect.void,
  )
  const introduce = ignoreResult(
    ask("SYNC_DAPP_DATA", {
      metadata: { ...deps.metadata, icons: [...deps.metadata.icons] },
      sdkVersion: deps.sdkVersion,
      sdkType: "appkit",
      projectId: deps.projectId,
    }),
  )

  let wasReady = false
  live(
    Stream.runForEach(SubscriptionRef.changes(bridge.state), (state) =>
      Effect.sync(() => {
        // The user can no longer be confirmed. This includes a frame that navigated away and did not return.
        if (state === "unresponsive" || (state === "idle" && wasReady)) session.lock()
        if (state !== "ready") return
        live(introduce)
        live(syncTheme)
        // After a reload, the user may have changed.
        if (wasReady) live(session.check)
        wasReady = true
      }),
    ),
  )
  live(Stream.runForEach(bridge.pushes, () => Effect.sync(() => live(session.check))))

  return {
    ...makeFrameSignIn(room, session, changed),
    getConnector: behind,
    setAccountType: session.setAccountType,
    syncTheme,
    rejectRequests: bridge.rejectRequests,
    watch: bridge.watch,
    reload: Effect.suspend(() =>
      SubscriptionRef.getUnsafe(bridge.state) === "idle"
        ? Effect.void
        : ask("RELOAD", undefined).pipe(
            Clock.timeoutOrElse({ duration: reloadTimeoutMs, orElse: () => bridge.reload }),
            Effect.catch(() => bridge.reload),
            Effect.andThen(Clock.delay(introduce, settleDelayMs)),
          ),
    ),
  }
}

/** Runs an effect and ignores its result. */
const ignoreResult = (effect: Effect.Effect<unknown, unknown>): Effect.Effect<void> =>
  Effect.asVoid(Effect.result(effect))

const toFrameUser = (
  standing: EmbeddedAccounts,
  {
    email,
    smartAccountNetworks,
    username,
  }: {
    readonly email: string | null
    readonly username: string | null
    readonly smartAccountNetworks: readonly number[]
  },
): FrameUser | null => {
  if (standing.session() === null) return null
  const account = standing.get("eip155")
  return {
    email,
    username,
    accounts: account?.accounts ?? [],
    inUse: account?.inUse ?? "eoa",
    smartAccountDeployed: account?.deployed ?? null,
    smartAccountNetworks,
  }
}
