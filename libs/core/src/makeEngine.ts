import type { makeEmbeddedWallet } from "@wmodal/chains/frame"
import { type makeWalletConnect, walletConnectId } from "@wmodal/chains/walletconnect"
import { Feed, type Fetch, type Namespace, SubscriptionRef } from "@wmodal/protocol"
import { Effect, type Scope } from "effect"
import { type AccountInternal, makeAccount } from "./account/makeAccount.ts"
import { makeLazyClients } from "./clients/makeLazyClients.ts"
import type { Connection } from "./connection/Connection.ts"
import { makeConnectionStore } from "./connection/ConnectionStore.ts"
import { type MadeConnection, makeConnection } from "./connection/makeConnection.ts"
import type { openConnection } from "./connection/openConnection.ts"
import { makeConnectors } from "./connectors/makeConnectors.ts"
import { makePick } from "./connectors/makePick.ts"
import type { Engine, EngineEvent } from "./Engine.ts"
import { makeNetworks, type NetworksInternal } from "./networks/makeNetworks.ts"
import { makeAlerts } from "./notices/makeAlerts.ts"
import { makeToasts } from "./notices/makeToasts.ts"
import { decodeOptions, findBlockingError } from "./options/decodeOptions.ts"
import { Platform } from "./Platform.ts"
import { makePairing } from "./pairing/makePairing.ts"
import { describeProblem } from "./problems/problemText.ts"
import { getVisibleView, makeRouter } from "./router/makeRouter.ts"
import type { Router, RouterState } from "./router/Router.ts"
import { isSameView } from "./router/routerModel.ts"
import { makeSignIn } from "./signIn/makeSignIn.ts"
import { chosenKey, ledgerKey, makePersistedState } from "./storage/PersistedState.ts"
import { Storage } from "./storage/Storage.ts"

/** Parts that replace the lazily loaded ones. */
export interface EngineParts {
  readonly walletConnect?: typeof makeWalletConnect
  readonly embeddedWallet?: typeof makeEmbeddedWallet
  readonly connection?: typeof openConnection | undefined
}

/**
 * Makes an engine from a host's options (see `HostOptions`). It never fails: invalid options are listed in
 * `optionsErrors`. It awaits only their messages and the code that restores a session; discovery and restoring
 * continue (see `ready`). When its scope closes, none of its timers, listeners or fibers remains.
 */
export const makeEngine = (
  input: unknown,
  parts: EngineParts = {},
): Effect.Effect<Engine, never, Scope.Scope | Storage | Fetch | Platform> =>
  Effect.gen(function* () {
    const platform = yield* Platform
    const said = new Set<string>()
    const warn = (text: string) => {
      if (said.has(text)) return
      said.add(text)
      platform.warn(text)
    }

    const decoded = decodeOptions(input)
    const { options, errors } = decoded
    for (const error of errors) {
      const { titleText, bodyText } = yield* describeProblem(error)
      warn(`${titleText}. ${bodyText}`)
    }

    const scope = yield* Effect.scope
    const storage = yield* Storage
    const memory = makePersistedState(storage, warn)
    const outside = yield* makeLazyClients({ options, platform: platform.name, warn })
    const events = Feed.make<EngineEvent>()
    const emit = (name: string, properties: EngineEvent["properties"]) =>
      Effect.sync(() => Feed.publish(events, { name, properties }))

    const toasts = yield* makeToasts
    const alerts = yield* makeAlerts
    const theme = yield* SubscriptionRef.make(options.theme)
    const board = yield* makeConnectionStore
    // A remote wallet may have chains without configured chain code.
    const remoteNamespaces =
      options.endpoints.relay === undefined
        ? []
        : [...new Set(options.networks.map(({ chainNamespace }) => chainNamespace))]
    const namespaces = [
      ...new Set([...options.chains.map(({ namespace }) => namespace), ...remoteNamespaces]),
    ]
    let account: AccountInternal | null = null
    const changed = Effect.suspend(() => account?.follow ?? Effect.void)

    const abandon: Effect.Effect<void> = Effect.suspend(() =>
      Effect.forEach(
        namespaces.filter((one) => /^(Connecting|Failed)$/.test(board.get(one)._tag)),
        (one) => connection.cancel(one),
        { discard: true },
      ),
    )

    const askElsewhere = (namespace: Namespace | undefined) =>
      Effect.gen(function* () {
        yield* relay.opened
        const isAsked = namespaces.some((one) => {
          const state = board.get(one)
          return state._tag === "Connecting" && state.wallet.connectorId === walletConnectId
        })
        if (isAwaitingRemoteWallet(SubscriptionRef.getUnsafe(router.state)) && !isAsked)
          yield* connection.connect(walletConnectId, namespace)
      }).pipe(
        // The view closes when the code cannot be loaded.
        Effect.catch((error) =>
          Effect.gen(function* () {
            yield* toasts.show("error", (yield* describeProblem(error)).title)
            if (isAwaitingRemoteWallet(SubscriptionRef.getUnsafe(router.state))) yield* router.goBack
          }),
        ),
      )

    const moved = (before: RouterState, after: RouterState): Effect.Effect<void> =>
      Effect.gen(function* () {
        const [from, to] = [getVisibleView(before), getVisibleView(after)]
        if (from === null && to !== null) {
          const blocking = findBlockingError(decoded)
          if (blocking !== null) yield* alerts.show(blocking)
          yield* connectors.prepare
          yield* emit("MODAL_OPEN", { connected: board.anyConnected() })
        }
        if (to !== null) yield* relay.prepare
        if (from !== null && to === null) yield* emit("MODAL_CLOSE", { connected: board.anyConnected() })
        // Leaving the view cancels its pending request.
        const asking = from?._tag === "ConnectingExternal" || from?._tag === "SwitchNetwork"
        const left = asking && (to === null || !isSameView(from, to))
        const leftElsewhere = isAwaitingRemoteWallet(before) && !isAwaitingRemoteWallet(after)
        if (leftElsewhere || (left && from._tag === "ConnectingExternal")) yield* abandon
        if (
          pairing.available &&
          (to?._tag === "ConnectingWalletConnect" || to?._tag === "ConnectingWalletConnectBasic") &&
          after.direction !== "prev" &&
          (from === null || !isSameView(from, to))
        )
          yield* Effect.forkIn(askElsewhere("namespace" in to ? to.namespace : undefined), scope)
        const { switching, cancel } = networks.networks
        if (left && SubscriptionRef.getUnsafe(switching)._tag !== "Idle") yield* cancel
        yield* signInMoved(before, after)
      })

    const router: Router = yield* makeRouter({
      connected: board.anyConnected,
      hasChains: options.chains.length > 0,
      mobile: platform.mobile,
      unsupported: () => !SubscriptionRef.getUnsafe(networks.networks.shown).known,
      embedded: options.embedded,
      moved,
      warn,
    })
    const networks: NetworksInternal = yield* makeNetworks({
      options,
      memory,
      board,
      router,
      alerts,
      imageUrl: outside.networkImageUrl,
      changed,
      emit,
    })
    const { pairing, ...relay } = yield* makePairing({
      options,
      platform,
      memory,
      board,
      alerts,
      rpcOf: outside.rpcOf,
      isWanted: () =>
        /^(Connect|AllWallets)$/.test(getVisibleView(SubscriptionRef.getUnsafe(router.state))?._tag ?? "") &&
        !overRelay(),
      warn,
      make: parts.walletConnect,
    })
    const {
      opened,
      signedIn,
      moved: signInMoved,
    } = yield* makeSignIn({
      options,
      platform,
      memory,
      board,
      networks: networks.networks,
      router,
      toasts,
      alerts,
      theme,
      connection: () => connection,
      refreshBalance: Effect.suspend(() => account?.account.refresh ?? Effect.void),
      rpcOf: outside.rpcOf,
      sdk: Effect.map(outside.clients, ({ sdk }) => sdk),
      emit,
      warn,
      make: parts.embeddedWallet,
    })
    const overRelay = () =>
      Object.values(SubscriptionRef.getUnsafe(board.state)).some(
        (one) => one._tag === "Connected" && one.wallet.connectorId === walletConnectId,
      )
    const connectors = yield* makeConnectors({
      options,
      platform,
      memory,
      directory: outside.directory,
      overRelay: relay.opened,
      embedded: opened,
      remoteNamespaces: () => (overRelay() ? [] : remoteNamespaces),
      onScreen: () => SubscriptionRef.getUnsafe(router.state).open,
      warn,
    })
    const made: MadeConnection = yield* makeConnection(
      { namespaces, board, memory, connectors, networks, router, toasts, app: pairing.app, emit },
      parts.connection,
    )
    const connection: Connection = made.connection
    const room = yield* makeAccount({
      board,
      networks: networks.networks,
      connectors,
      rpcOf: outside.rpcOf,
      balances: outside.balances,
      profileOf: outside.profileOf,
      wake: Effect.suspend(() =>
        [ledgerKey, chosenKey].some(memory.holds) ? Effect.asVoid(Effect.exit(flows)) : Effect.void,
      ),
    })
    account = room
    const flows: Engine["flows"] = Effect.flatMap(outside.clients, ({ loadFlows }) =>
      loadFlows({
        options,
        memory,
        storage,
        board,
        account: room.account,
        networks: networks.networks,
        connectors,
        router,
        toasts,
        changed,
        emit,
        warn,
      }),
    )

    const wallets: Engine["wallets"] = Effect.flatMap(outside.clients, ({ loadWallets }) =>
      loadWallets({
        listed: connectors.listed,
        isInstalled: (entry) => connectors.rowOf(entry) !== null,
        emit,
      }),
    )

    yield* made.started
    return {
      options,
      optionsErrors: errors,
      connectors: {
        all: connectors.all,
        rows: connectors.rows,
        discovery: connectors.discovery,
        retry: connectors.retry,
        count: connectors.count,
        expected: connectors.expected,
        ...makePick({
          rows: connectors.rows,
          rowOf: connectors.rowOf,
          pairing,
          mobile: platform.mobile,
          connection,
          router,
          toasts,
          emit,
        }),
      },
      connection,
      pairing,
      wallets,
      signIn: Effect.map(opened, ({ signIn }) => signIn),
      signedIn,
      networks: networks.networks,
      account: room.account,
      flows,
      router,
      toasts,
      alerts,
      theme,
      events: Feed.values(events),
      attempts: outside.attempts,
      preload: outside.preload,
      ready: Effect.andThen(connectors.discovered, connection.settled),
    }
  })

/**
 * Returns true while the wallet's view is in the history: a view on top of it, such as Downloads, keeps the request.
 */
const isAwaitingRemoteWallet = ({ open, history }: RouterState) =>
  open && history.some(({ _tag }) => _tag.startsWith("ConnectingWalletConnect"))
