import type { Chain, ChainModule, Connector } from "@wmodal/chains"
import { frameId } from "@wmodal/chains/frame"
import { walletConnectId } from "@wmodal/chains/walletconnect"
import { Clock, lazy, type Namespace, parseNamedImage, SubscriptionRef } from "@wmodal/protocol"
import { Deferred, Effect, Fiber } from "effect"
import { catchDefects } from "../effects/catchDefects.ts"
import { inTurn } from "../effects/inTurn.ts"
import { loadPart } from "../effects/loadPart.ts"
import type { Options } from "../options/Options.ts"
import type { Platform } from "../Platform.ts"
import { EngineError } from "../problems/EngineError.ts"
import { type PersistedState, persistedRecords } from "../storage/PersistedState.ts"
import type { Connectors, WalletPlace, WalletRow } from "./Connectors.ts"
import { isConnectorOf } from "./connectorMatch.ts"
import { type DirectoryWallets, type FetchDirectoryWallets, noDirectoryWallets } from "./DirectoryWallets.ts"
import { isRow, type Place } from "./Place.ts"
import type { WalletEntry } from "./WalletEntry.ts"
import { buildPlaces, type RowFacts } from "./walletRows.ts"

export interface ConnectorsDeps {
  readonly options: Options
  readonly platform: Pick<Platform["Service"], "window" | "mobile">
  readonly memory: PersistedState
  readonly fetchDirectoryWallets: FetchDirectoryWallets
  /** See `RowFacts`. */
  readonly remoteNamespaces: () => readonly Namespace[]
  /** Returns true when the user may be looking at the rows. */
  readonly onScreen: () => boolean
  readonly warn: (text: string) => void
}

/** The milliseconds for which rows may wait for wallets whose place is before theirs. */
const searchDeadlineMs = 1000

/** Loads the connectors of a wallet that is not discovered on this device. */
type LoadConnectors = Effect.Effect<{ readonly connectors: readonly Connector[] }, EngineError>

/** The connectors as the rest of the engine uses them. */
export interface ConnectorsInternal extends Omit<Connectors, "pick" | "pickEntry"> {
  /** Adds a wallet that is not discovered on this device. Its code is loaded when its connector is needed. */
  readonly addRemote: (connectorId: string, load: LoadConnectors) => void
  /** Completes when every chain has reported its wallets once, or could not be loaded. */
  readonly discovered: Effect.Effect<void>
  /**
   * Waits for discovery if the connector is not known yet. The same id may exist in several namespaces: `namespace`
   * selects one; without it, one of `near` is preferred.
   */
  readonly find: (
    connectorId: string,
    near: Namespace,
    namespace?: Namespace,
  ) => Effect.Effect<Connector, EngineError>
  /** Returns the code of a chain, `null` until it is loaded. The code of each known connector is loaded. */
  readonly loaded: (namespace: Namespace) => ChainModule | null
  /** Returns the row of this wallet if it is installed. */
  readonly rowOf: (entry: WalletEntry) => WalletRow | null
  /** Computes the rows again: after a connect, a discovery, a response of the directory. */
  readonly refresh: Effect.Effect<void>
  /** The directory's data for the rows. Requests it on first use. */
  readonly listed: Effect.Effect<Pick<RowFacts, "featured" | "recommended" | "excluded">>
}

const keeping = lazy(() => import("./keepRowOrder.ts"))

export const makeConnectors = (deps: ConnectorsDeps) =>
  Effect.gen(function* () {
    const { options, platform, memory } = deps
    const parseImage = (url: unknown) => parseNamedImage(url, options.imageHosts)
    const scope = yield* Effect.scope
    const all = yield* SubscriptionRef.make<readonly Connector[]>([])
    const rows = yield* SubscriptionRef.make<readonly WalletRow[]>([])
    const count = yield* SubscriptionRef.make<DirectoryWallets["count"]>(null)
    const places = yield* SubscriptionRef.make<readonly WalletPlace[]>([])
    let reached: readonly Connector[] = []
    const found = new Map<Chain, readonly Connector[]>()
    const modules = new Map<Namespace, ChainModule>()
    const discovery = yield* SubscriptionRef.make<"looking" | "done" | "failed">("looking")
    const lost = new Set<Chain>()
    let shown: readonly Place[] = []
    let fromDirectory = noDirectoryWallets
    let looking = true
    let awaited = true

    const fresh = () =>
      buildPlaces({
        connectors: SubscriptionRef.getUnsafe(all),
        recent: (memory.read(persistedRecords.recentWallets) ?? []).map((wallet) => ({
          ...wallet,
          icon: parseImage(wallet.icon),
        })),
        ...fromDirectory,
        options,
        mobile: platform.mobile,
        remoteNamespaces: deps.remoteNamespaces(),
        looking,
        awaited,
      })

    const answered = Deferred.makeUnsafe<void>()

    const show = (next: readonly Place[]) => {
      shown = next
      return Effect.andThen(SubscriptionRef.set(places, next), SubscriptionRef.set(rows, next.filter(isRow)))
    }

    /** Rows on the screen stay where they are. Those that cannot be placed without a move wait for more code. */
    const refresh = Effect.suspend(() => {
      const next = fresh()
      if (!deps.onScreen()) return show(next)
      if (shown.every(({ key }, at) => key === null || key === next[at]?.key))
        return show([...next, ...shown.slice(next.length).map(() => ({ key: null, group: null }))])
      const kept = Effect.flatMap(loadPart(keeping), ({ keepRowOrder }) =>
        show(keepRowOrder(shown, fresh(), { ...fromDirectory, options })),
      )
      // Without that code the list stays as it is until it opens again.
      return Effect.asVoid(Effect.forkIn(kept, scope))
    })
    const endSearch = Effect.suspend(() => {
      looking = false
      return refresh
    })

    const askDirectory = Effect.gen(function* () {
      // Installed wallets are shown first: the number of recommended ones depends on them, and the rest loads later.
      yield* Effect.raceFirst(discovered, Clock.delay(endSearch, searchDeadlineMs))
      yield* Effect.yieldNow
      const recent = memory.read(persistedRecords.recentWallets) ?? []
      fromDirectory = yield* deps.fetchDirectoryWallets(recent.map(({ id }) => id))
      awaited = false
      yield* refresh
      yield* SubscriptionRef.set(count, fromDirectory.count)
      asked = fromDirectory.count !== "failed"
    })
    let asked = false
    const askOnce = Effect.suspend(() => {
      if (asked) return Effect.void
      asked = true
      const ask = Effect.ensuring(askDirectory, Deferred.succeed(answered, undefined))
      return Effect.asVoid(Effect.forkIn(ask, scope))
    })

    // A wallet of this device that has the id of a remote one would be used in its place.
    const publish = Effect.suspend(() =>
      SubscriptionRef.set(all, [
        ...options.chains
          .flatMap((one) => found.get(one) ?? [])
          .filter(({ id, type }) => type !== "ANNOUNCED" || (id !== walletConnectId && id !== frameId)),
        ...reached,
      ]),
    )

    const remoteWallets = new Map<string, LoadConnectors>()
    const reach = (from: LoadConnectors) =>
      Effect.flatMap(from, ({ connectors }) => {
        reached = [...new Set([...reached, ...connectors])]
        return publish
      })

    const listen = (chain: Chain, first: Deferred.Deferred<void>) =>
      Effect.gen(function* () {
        const module = yield* Effect.tryPromise(() => chain.load())
        modules.set(chain.namespace, module)
        yield* module.discover({ window: platform.window, warn: deps.warn, parseImage }, (connectors) =>
          Effect.gen(function* () {
            found.set(chain, connectors)
            yield* publish
            yield* refresh
            yield* Deferred.succeed(first, undefined)
          }),
        )
      }).pipe(
        catchDefects,
        Effect.catch(() =>
          Effect.sync(() => {
            lost.add(chain)
            deps.warn(`Could not load the code of "${chain.namespace}".`)
          }),
        ),
        Effect.ensuring(Deferred.succeed(first, undefined)),
      )

    yield* refresh
    const begin = (chain: Chain) => {
      const first = Deferred.makeUnsafe<void>()
      return Effect.as(
        Effect.forkIn(listen(chain, first), scope, { startImmediately: true }),
        Deferred.await(first),
      )
    }
    /** @returns an effect that completes when each chain has reported its wallets once, or could not be loaded. */
    const look = (chains: readonly Chain[]) =>
      Effect.gen(function* () {
        const firsts: Effect.Effect<void>[] = []
        for (const chain of chains) firsts.push(yield* begin(chain))
        const told = Effect.andThen(
          endSearch,
          Effect.suspend(() => SubscriptionRef.set(discovery, lost.size > 0 ? "failed" : "done")),
        )
        const fiber = yield* Effect.forkIn(
          Effect.andThen(
            inTurn(firsts, (first) => first),
            told,
          ),
          scope,
          { startImmediately: true },
        )
        return Effect.asVoid(Fiber.await(fiber))
      })
    const discovered = yield* look(options.chains)
    // The bundled list needs no request.
    if (options.endpoints.directory === undefined) yield* askOnce
    const retry = Effect.suspend(() => {
      const chains = [...lost]
      lost.clear()
      return chains.length === 0
        ? Effect.void
        : Effect.andThen(SubscriptionRef.set(discovery, "looking"), Effect.asVoid(look(chains)))
    })

    const lookUp = (connectorId: string, near: Namespace, namespace?: Namespace) => {
      const matches = SubscriptionRef.getUnsafe(all).filter(
        (one) => one.id === connectorId && (namespace ?? one.namespace) === one.namespace,
      )
      return matches.find((one) => one.namespace === near) ?? matches[0]
    }

    const room: ConnectorsInternal = {
      all,
      rows,
      places,
      count,
      discovery,
      retry,
      discovered,
      addRemote: (connectorId, load) => void remoteWallets.set(connectorId, load),
      find: (...wanted) =>
        Effect.gen(function* () {
          const from = remoteWallets.get(wanted[0])
          if (from === undefined && lookUp(...wanted) === undefined) yield* discovered
          if (from !== undefined && lookUp(wanted[0], wanted[1]) === undefined) yield* reach(from)
          const connector = lookUp(...wanted)
          return (
            connector ?? (yield* new EngineError({ reason: { _tag: "AdapterNotFound", what: wanted[0] } }))
          )
        }),
      rowOf: (entry) => {
        const own = SubscriptionRef.getUnsafe(all).filter((one) => isConnectorOf(one, entry))
        return (
          shown
            .filter(isRow)
            .find(({ connectors }) =>
              connectors.some((one) =>
                own.some(({ id, namespace }) => one.id === id && one.namespace === namespace),
              ),
            ) ?? null
        )
      },
      loaded: (namespace) => modules.get(namespace) ?? null,
      refresh,
      listed: Effect.andThen(
        Effect.andThen(askOnce, Deferred.await(answered)),
        Effect.sync(() => fromDirectory),
      ),
      prepare: Effect.andThen(
        Effect.suspend(() => show(fresh())),
        askOnce,
      ),
    }
    return room
  })
