import type { RequestName } from "@wmodal/frame-rpc"
import type { FrameBridge } from "@wmodal/frame-rpc/host"
import { Effect, Semaphore, Stream, SubscriptionRef } from "effect"
import type { Wire } from "../remote/Wire.ts"
import type { FrameUser } from "./Frame.ts"
import { framePlace } from "./FramePlace.ts"
import type { FrameRoom } from "./FrameRoom.ts"
import { frameConnector } from "./frameConnector.ts"
import { thrownFor, unanswered } from "./frameRefusal.ts"
import { frameRequests } from "./frameRequests.ts"
import { frameSession } from "./frameSession.ts"
import { frameSignIn } from "./frameSignIn.ts"
import type { Opening } from "./makeEmbeddedWallet.ts"
import type { OpenWallet } from "./OpenWallet.ts"
import { makePending } from "./Pending.ts"
import { rememberedIn } from "./remembered.ts"
import { makeStanding, type Standing } from "./Standing.ts"

/** What a frame answers without a person. Nobody waits for one that has lost it: others want to ask, too. */
const unattended: ReadonlySet<RequestName> = new Set<RequestName>([
  "GET_USER",
  "GET_SMART_ACCOUNT_ENABLED_NETWORKS",
  "IS_CONNECTED",
  "SET_PREFERRED_ACCOUNT",
  "SIGN_OUT",
  "SWITCH_NETWORK",
])
const patience = 120_000

/** What may change for whom, or for which network, a frame signs that goes by where it is when a person says yes. */
const moving: ReadonlySet<RequestName> = new Set<RequestName>([
  "GET_USER",
  "SET_PREFERRED_ACCOUNT",
  "SWITCH_NETWORK",
])

/** Milliseconds: for a frame to begin anew by itself, and until it is told again who holds it. */
const reloading = 5_000
const settling = 100

/** The embedded wallet over any bridge. */
export const openEmbeddedWallet = async (opening: Opening, bridge: FrameBridge): Promise<OpenWallet> => {
  const { around, connectors, scope, services, user } = opening
  const run = Effect.runForkWith(services)
  const live = (effect: Effect.Effect<unknown>) => run(Effect.forkIn(effect, scope))
  const remembered = rememberedIn(around.memory)

  const pending = makePending()
  const told = new Set<string>()
  const tell = (what: "socials" | "load") => {
    if (told.has(what)) return
    told.add(what)
    around.timedOut(what)
  }
  const ask: FrameRoom["ask"] = (name, payload) => {
    const asking = Effect.tapError(bridge.ask(name, payload), ({ reason }) =>
      Effect.sync(() => {
        if (reason._tag === "TimedOut") tell("socials")
        if (reason._tag === "NotLoaded") tell("load")
      }),
    )
    const answered = unattended.has(name)
      ? Effect.timeoutOrElse(asking, { duration: patience, orElse: () => Effect.fail(unanswered()) })
      : asking
    return moving.has(name) ? Effect.andThen(pending.none, answered) : answered
  }

  const changed = () => {
    run(SubscriptionRef.set(user, userOf(standing, remembered.read())))
  }
  const standing: Standing = makeStanding(around, changed)
  const room: FrameRoom = {
    around,
    bridge,
    pending,
    remembered,
    standing,
    ask,
    turn: Semaphore.makeUnsafe(1),
  }
  const place = framePlace(room)
  const session = frameSession(room, place)

  const wire: Wire = {
    around,
    session: standing.session,
    inUse: standing.inUse,
    listen: standing.listen,
    // Only the frame says where it is.
    use: () => {},
    moveTo: (network) =>
      Effect.runPromiseWith(services)(
        Effect.mapError(session.moveTo(network), (error) => thrownFor(error, "wallet_switchEthereumChain")),
      ),
    request: frameRequests(room, session, place, { scope, services }),
  }

  const behind: OpenWallet["behind"] = async (namespace) => {
    const load = around.chains.find((chain) => chain.namespace === namespace)?.behind
    if (load === undefined) throw new Error("The page has no code of this chain.")
    return frameConnector({
      namespace,
      behind: await load(),
      wire,
      session,
      standing,
      connectors,
      disallowed: around.disallowed,
    })
  }

  const syncTheme = Effect.suspend(() =>
    SubscriptionRef.getUnsafe(bridge.state) === "ready"
      ? silently(ask("SYNC_THEME", around.theme()))
      : Effect.void,
  )
  const introduce = silently(
    ask("SYNC_DAPP_DATA", {
      metadata: { ...around.metadata, icons: [...around.metadata.icons] },
      sdkVersion: around.sdkVersion,
      sdkType: "appkit",
      projectId: around.projectId,
    }),
  )

  let wasReady = false
  live(
    Stream.runForEach(SubscriptionRef.changes(bridge.state), (state) =>
      Effect.sync(() => {
        // Nobody is there to say who is: also where it went elsewhere and has not come back.
        if (state === "unresponsive" || (state === "idle" && wasReady)) session.lock()
        if (state !== "ready") return
        live(introduce)
        live(syncTheme)
        // Whoever was there before it was loaded anew may not be any more.
        if (wasReady) live(session.check)
        wasReady = true
      }),
    ),
  )
  live(Stream.runForEach(bridge.pushes, () => Effect.sync(() => live(session.check))))

  return {
    ...frameSignIn(room, session, changed),
    behind,
    setAccountType: session.setAccountType,
    syncTheme,
    rejectRequests: bridge.rejectRequests,
    watch: bridge.watch,
    reload: Effect.suspend(() =>
      SubscriptionRef.getUnsafe(bridge.state) === "idle"
        ? Effect.void
        : ask("RELOAD", undefined).pipe(
            Effect.timeoutOrElse({ duration: reloading, orElse: () => bridge.reload }),
            Effect.catch(() => bridge.reload),
            Effect.andThen(Effect.delay(introduce, settling)),
          ),
    ),
  }
}

/** Nobody waits for what came of it. */
const silently = (effect: Effect.Effect<unknown, unknown>): Effect.Effect<void> =>
  Effect.asVoid(Effect.result(effect))

const userOf = (
  standing: Standing,
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
  const account = standing.of("eip155")
  return {
    email,
    username,
    accounts: account?.accounts ?? [],
    inUse: account?.inUse ?? "eoa",
    smartAccountDeployed: account?.deployed ?? null,
    smartAccountNetworks,
  }
}
