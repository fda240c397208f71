import { frameId, type makeEmbeddedWallet } from "@wmodal/chains/frame"
import { type makeWalletConnect, walletConnectId } from "@wmodal/chains/walletconnect"
import { Clock, Feed, type Fetch, lazy, SubscriptionRef } from "@wmodal/protocol"
import { Effect, type Scope } from "effect"
import { makeAccount } from "./account/makeAccount.ts"
import { followAnalytics } from "./analytics/followAnalytics.ts"
import { makeLazyClients } from "./clients/makeLazyClients.ts"
import { makeConnectionStore } from "./connection/ConnectionStore.ts"
import { makeConnection } from "./connection/makeConnection.ts"
import type { openConnection } from "./connection/openConnection.ts"
import { makeConnectors } from "./connectors/makeConnectors.ts"
import type { Engine } from "./Engine.ts"
import type { EmitEvent, EngineEvent } from "./EngineEvent.ts"
import { loadPart } from "./effects/loadPart.ts"
import { makePick } from "./makePick.ts"
import { makeNetworkSelection } from "./networks/makeNetworkSelection.ts"
import { makeNetworks } from "./networks/makeNetworks.ts"
import { makeAlerts } from "./notices/makeAlerts.ts"
import { makeToasts } from "./notices/makeToasts.ts"
import { decodeOptions, findBlockingError } from "./options/decodeOptions.ts"
import type { Options } from "./options/Options.ts"
import { Platform } from "./Platform.ts"
import { makePairing } from "./pairing/makePairing.ts"
import { describeProblem } from "./problems/problemText.ts"
import { makeRouter } from "./router/makeRouter.ts"
import { getVisibleView } from "./router/routerModel.ts"
import { makeViewPolicy } from "./router/viewPolicy.ts"
import { makeSignIn } from "./signIn/makeSignIn.ts"
import { getSiwxView, isSignInRequired, makeSiwx } from "./siwx/makeSiwx.ts"
import type { OneStep } from "./siwx/OneStep.ts"
import type { SiwxState } from "./siwx/Siwx.ts"
import { chosenKey, ledgerKey, makePersistedState } from "./storage/PersistedState.ts"
import { Storage } from "./storage/Storage.ts"
import { followViews } from "./views/followViews.ts"

/** Options that few hosts pass, and changes of options. */
const laterOptions = lazy(() => import("./rareOptions/changeOptions.ts"))

/** Parts that replace the lazily loaded ones, and how the start waits. */
export interface EngineParts {
  readonly walletConnect?: typeof makeWalletConnect
  readonly embeddedWallet?: typeof makeEmbeddedWallet
  readonly connection?: typeof openConnection | undefined
  /** Awaited halfway through the start, so that it does not hold up a page for long. */
  readonly pause?: Effect.Effect<void>
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

    const storage = yield* Storage
    const memory = makePersistedState(storage, warn)
    const common = decodeOptions(input, platform.metadata)
    const decoded = common.hasRare
      ? yield* Effect.flatMap(Effect.promise(laterOptions.get), (late) =>
          late.applyRareOptions(input, common, memory),
        )
      : common
    const { options, errors } = decoded
    for (const error of errors) {
      const { titleText, bodyText } = yield* describeProblem(error)
      warn(`${titleText}. ${bodyText}`)
    }

    const scope = yield* Effect.scope
    const outside = yield* makeLazyClients({ options, platform: platform.name, warn })
    const events = Feed.make<EngineEvent>()
    // The types of `emit` keep name and properties together.
    const emit: EmitEvent = (name, properties) =>
      Effect.map(Clock.currentTimeMillis, (timestamp) =>
        Feed.publish(events, { name, properties, timestamp } as EngineEvent),
      )

    const toasts = yield* makeToasts
    const alerts = yield* makeAlerts
    const theme = yield* SubscriptionRef.make(options.theme)
    const embedded = yield* SubscriptionRef.make(false)

    // What is connected, selected and shown. Everything below reads it.
    const board = yield* makeConnectionStore
    const selection = yield* makeNetworkSelection({ options, memory, board })
    /** The options with the networks of now. */
    const live: Options = {
      ...options,
      get networks() {
        return selection.hosted
      },
    }
    // A remote wallet may have chains without configured chain code.
    const remoteNamespaces =
      options.endpoints.relay === undefined
        ? []
        : [...new Set(options.networks.map(({ chainNamespace }) => chainNamespace))]
    const namespaces = [
      ...new Set([...options.chains.map(({ namespace }) => namespace), ...remoteNamespaces]),
    ]
    const isRemoteConnected = () =>
      namespaces.some((one) => board.getConnected(one)?.wallet.connectorId === walletConnectId)

    const siwxState = yield* SubscriptionRef.make<SiwxState>({ _tag: "Off" })
    const isKnown = () => options.allowUnsupportedChain || SubscriptionRef.getUnsafe(selection.shown).known
    const { router, onMove } = yield* makeRouter({
      connected: board.anyConnected,
      hasChains: options.chains.length > 0,
      mobile: platform.mobile,
      unsupported: () => !isKnown(),
      embedded: () => SubscriptionRef.getUnsafe(embedded),
      mustSignIn: () => isSignInRequired(options, siwxState),
    })
    const views = makeViewPolicy({ board, isKnown, namespaces, router, signIn: getSiwxView(options) })

    const connectors = yield* makeConnectors({
      options,
      platform,
      memory,
      fetchDirectoryWallets: outside.fetchDirectoryWallets,
      remoteNamespaces: () => (isRemoteConnected() ? [] : remoteNamespaces),
      onScreen: () => SubscriptionRef.getUnsafe(router.state).open,
      warn,
    })
    yield* parts.pause ?? Effect.void
    const { account, follow: changed } = yield* makeAccount({
      board,
      selection,
      connectors,
      rpcOf: outside.rpcOf,
      balances: outside.balances,
      profileOf: outside.profileOf,
      tokens: options.tokens,
    })
    const networks = yield* makeNetworks({
      namespaces,
      selection,
      board,
      memory,
      router,
      views,
      alerts,
      imageUrl: outside.networkImageUrl,
      changed,
      emit,
    })

    const oneStep: OneStep = {
      options,
      host: platform.host,
      platform: platform.name,
      asked: new Map(),
      signed: [],
      declined: null,
    }
    const remote = yield* makePairing({
      options: live,
      oneStep,
      signInNetwork: () => SubscriptionRef.getUnsafe(networks.networks.selected),
      platform,
      memory,
      board,
      alerts,
      rpcOf: outside.rpcOf,
      isWanted: () =>
        /^(Connect(Wallets)?|AllWallets)$/.test(
          getVisibleView(SubscriptionRef.getUnsafe(router.state))?._tag ?? "",
        ) && !isRemoteConnected(),
      networkLog: outside.networkLog,
      warn,
      make: parts.walletConnect,
    })
    connectors.addRemote(walletConnectId, remote.opened)
    const { connection, restore } = yield* makeConnection(
      {
        namespaces,
        board,
        memory,
        watchStorage: storage.watch,
        window: platform.window,
        connectors,
        networks,
        router,
        views,
        toasts,
        app: remote.pairing.app,
        oneStep,
        networkLog: outside.networkLog,
        emit,
      },
      parts.connection,
    )
    const signIn = yield* makeSignIn({
      options: live,
      platform,
      memory,
      board,
      networks: networks.networks,
      router,
      toasts,
      alerts,
      theme,
      connection,
      refreshBalance: account.refresh,
      rpcOf: outside.rpcOf,
      sdk: Effect.map(outside.clients, ({ sdk }) => sdk),
      emit,
      networkLog: outside.networkLog,
      warn,
      make: parts.embeddedWallet,
    })
    connectors.addRemote(frameId, signIn.opened)
    if (options.features.analytics)
      yield* followAnalytics({
        options,
        events,
        page: platform.page,
        account: account.state,
        directory: outside.directory,
        alerts,
        warn,
      })
    yield* followViews({
      router,
      onMove,
      namespaces,
      board,
      alerts,
      toasts,
      blocking: findBlockingError(decoded),
      connectors,
      networks: networks.networks,
      pairing: remote,
      connection,
      account: account.state,
      emit,
    })
    onMove(signIn.moved)

    const flows: Engine["flows"] = Effect.flatMap(outside.clients, ({ loadFlows }) =>
      loadFlows({
        options,
        memory,
        storage,
        host: platform.host,
        board,
        account,
        networks: networks.networks,
        connectors,
        router,
        toasts,
        changed,
        emit,
        warn,
      }),
    )
    // What an earlier visit has left pending continues once its account is connected.
    const run = Effect.runForkWith(yield* Effect.context<never>())
    let seen: string | null = null
    const unsubscribe = SubscriptionRef.subscribe(account.state, () => {
      const { caipAddress = null } = SubscriptionRef.getUnsafe(account.state) ?? {}
      const isNew = caipAddress !== null && caipAddress !== seen
      seen = caipAddress
      if (!isNew || ![ledgerKey, chosenKey].some(memory.holds)) return
      unsubscribe()
      run(Effect.forkIn(Effect.exit(flows), scope))
    })

    const wallets: Engine["wallets"] = Effect.flatMap(outside.clients, ({ loadWallets }) =>
      loadWallets({
        listed: connectors.listed,
        isInstalled: (entry) => connectors.rowOf(entry) !== null,
        emit,
      }),
    )

    const pick = makePick({
      rows: connectors.rows,
      rowOf: connectors.rowOf,
      pairing: remote.pairing,
      mobile: platform.mobile,
      connection,
      router,
      toasts,
      emit,
    })
    yield* restore
    const siwx = yield* makeSiwx({
      options,
      state: siwxState,
      oneStep,
      account,
      board,
      connection,
      networks: networks.networks,
      router,
      onMove,
      toasts,
      flows,
      emit,
    })
    return {
      options,
      optionsErrors: errors,
      changeOptions: (change) =>
        Effect.flatMap(loadPart(laterOptions), ({ changeOptions }) => {
          const error = changeOptions([options, live], change)
          return error === null ? connectors.refresh : Effect.fail(error)
        }),
      connectors: {
        all: connectors.all,
        rows: connectors.rows,
        discovery: connectors.discovery,
        retry: connectors.retry,
        prepare: connectors.prepare,
        count: connectors.count,
        places: connectors.places,
        ...(options.legal?.guard(pick, router) ?? pick),
      },
      connection,
      pairing: remote.pairing,
      wallets,
      signIn: Effect.map(signIn.opened, ({ signIn }) => signIn),
      signedIn: signIn.signedIn,
      siwx,
      networks: networks.networks,
      account,
      flows,
      router,
      toasts,
      alerts,
      theme,
      embedded,
      events,
      announce: Effect.suspend(() =>
        emit("INITIALIZE", {
          networks: options.networks.map(({ caipNetworkId }) => caipNetworkId),
          chains: options.chains.map(({ namespace }) => namespace),
          features: options.features,
          themeMode: options.theme.mode,
          siwx: options.siwx !== null || options.siweConfig !== null,
        }),
      ),
      networkLog: outside.networkLog,
      preload: outside.preload,
      ready: Effect.andThen(connectors.discovered, connection.settled),
    }
  })
