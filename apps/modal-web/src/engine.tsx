import type { RequestInterceptor } from "@wmodal/chains"
import { type Engine, makeEngine, type Problem, type View } from "@wmodal/core"
import {
  type CaipNetworkId,
  Decoder,
  decodeNetwork,
  isNamespace,
  type Namespace,
  type Network,
  SubscriptionRef,
} from "@wmodal/protocol"
import { Effect, Exit, Scope } from "effect"
import { getConnected } from "./binding/connectionStates.ts"
import { detectDevice, provideBrowser } from "./binding/environment.ts"
import { parseAccount } from "./binding/parseAccount.ts"
import { loadPageError, publishChanges } from "./binding/publish.ts"
import { loadLanguage } from "./messages/languages.ts"
import { makeTranslate } from "./messages/Translate.tsx"
import type { Providers } from "./page/Providers.ts"
import {
  type EngineHandle,
  type OpenableView,
  openableViews,
  type StartRequest,
  type WModalOutcome,
  type WModalState,
} from "./page/WModal.ts"
import { mountModal } from "./shell/mountModal.tsx"

/** Returns the view. A host without TypeScript may pass any value. */
const toView = (view: OpenableView | undefined): View | undefined =>
  view !== undefined && openableViews.includes(view) ? { _tag: view } : undefined

/** The longest wait for the page's wallets, in milliseconds. */
const longestDiscovery = 50

/** Waits until the wallets of the page are known, so that the first frame has their rows. */
const awaitWallets = ({ connectors: { discovery } }: Engine) =>
  new Promise<void>((resolve) => {
    const check = () => {
      if (SubscriptionRef.getUnsafe(discovery) !== "looking") resolve()
    }
    check()
    SubscriptionRef.subscribe(discovery, check)
    setTimeout(resolve, longestDiscovery)
  })

const ignore = () => {}

/** Starts the engine and mounts its views on the page. `destroy` ends both. */
export const start = async ({
  options,
  publish,
  remembered,
  warn,
  dress: applyTheme,
  tokens,
  buttonWords,
  pause,
  react,
}: StartRequest): Promise<EngineHandle> => {
  const { language = "en", shadowRoot: mode, ...input } = options
  const shadowRoot: ShadowRootMode = mode === "open" ? mode : "closed"
  const catalogue = await loadLanguage(language)
  const words = makeTranslate(catalogue === null ? "en" : language, catalogue ?? {})
  const scope = Scope.makeUnsafe()
  // Returns nothing, because a React effect would treat it as its cleanup.
  const inScope = <A, E>(effect: Effect.Effect<A, E>): void => {
    effect.pipe(Effect.forkIn(scope, { startImmediately: true }), Effect.runFork)
  }
  const place = detectDevice()
  const dress = (element: HTMLElement) => {
    const theme = applyTheme(element)
    if (theme.variables.accent ?? theme.variables.background)
      import("./theme/checkTheme.ts").then(({ checkTheme }) => checkTheme(theme, warn), ignore)
  }
  const deps = { words, dress, tokens, shadowRoot, warn }
  const frame = async () => (await import("./binding/frameHost.ts")).getPageFrame(deps)
  const engine = await Effect.runPromise(
    makeEngine(input).pipe(provideBrowser({ place, frame, warn, react }), Scope.provide(scope)),
  )

  const outcome = <E extends Problem>(action: Effect.Effect<void, E>): Promise<WModalOutcome> =>
    Effect.runPromise(
      action.pipe(
        Effect.as<WModalOutcome>({ ok: true }),
        Effect.catch((problem) =>
          Effect.promise(
            async (): Promise<WModalOutcome> => ({ ok: false, error: await loadPageError(problem, words) }),
          ),
        ),
      ),
    )

  const door: RequestInterceptor = (question) =>
    Effect.runPromise(Effect.flatMap(engine.flows, ({ requests }) => requests.handle(question)))

  await pause()
  await awaitWallets(engine)
  const { attach, unmount } = mountModal({
    engine,
    run: inScope,
    place,
    frame,
    words,
    dress,
    tokens,
    shadowRoot,
  })
  publish({ words: { ...buttonWords, ...catalogue } })
  inScope(
    Effect.promise(async () =>
      publish({
        optionsErrors: await Promise.all(engine.optionsErrors.map((error) => loadPageError(error, words))),
      }),
    ),
  )
  // A first visitor has nothing to keep until a wallet is connected.
  let isKept = Object.keys(remembered).length > 0
  const publishAndKeep = (change: Partial<WModalState>) => {
    publish(change)
    const { status, connections } = change
    isKept ||= status !== undefined && status !== "disconnected"
    if (!isKept || connections === undefined) return
    const network = SubscriptionRef.getUnsafe(engine.networks.shown)
    inScope(
      Effect.tryPromise(() => import("./page/rememberState.ts")).pipe(
        Effect.map(({ rememberState }) => rememberState({ network, connections }, options.cookie === true)),
        Effect.exit,
      ),
    )
  }
  inScope(publishChanges(engine, words, publishAndKeep, remembered))
  if (engine.options.embedded) inScope(engine.router.open())
  // The first frame comes first. A page in the background has none, and loads the directory when it opens.
  pause().then(() => requestAnimationFrame(() => setTimeout(engine.preload)))

  /** Makes a chain the one in use; opens Connect for a chain without a wallet. */
  const openOn = (namespace: Namespace, view: OpenableView | undefined) => {
    const { account } = getConnected(SubscriptionRef.getUnsafe(engine.connection.state), namespace) ?? {}
    if (account === undefined) return engine.router.open({ _tag: "Connect", namespace })
    const inUse = SubscriptionRef.getUnsafe(engine.networks.shown).network.chainNamespace === namespace
    const use = inUse ? Effect.void : engine.networks.switchTo(parseAccount(account).network)
    return Effect.andThen(use, engine.router.open(toView(view)))
  }

  /** The chains of viem have no CAIP-2 id until they are decoded. What does not decode is an unknown network. */
  const toNetworkId = (network: CaipNetworkId | Network): CaipNetworkId => {
    if (typeof network === "string") return network
    const decoded = decodeNetwork(network)
    return decoded instanceof Decoder.Issue ? network.caipNetworkId : decoded.caipNetworkId
  }

  return {
    open: (view, namespace) => {
      attach()
      inScope(
        namespace !== undefined && isNamespace(namespace)
          ? openOn(namespace, view)
          : engine.router.open(toView(view)),
      )
    },
    close: () => inScope(engine.router.close),
    getProvider: <N extends Namespace>(namespace: N) => {
      const provider = engine.connection.connectorOf(namespace)?.getProvider(door) ?? null
      // The connectors of each namespace wrap their wallet's provider in the same shape.
      return provider as Providers[N] | null
    },
    getNetworkLog: engine.networkLog.entries,
    getNetworks: () => SubscriptionRef.getUnsafe(engine.networks.all),
    switchNetwork: (network) => outcome(engine.networks.switchTo(toNetworkId(network))),
    addNetwork: (network) => outcome(engine.networks.add(network)),
    removeNetwork: (network) => outcome(engine.networks.remove(network)),
    disconnect: (namespace) => outcome(engine.connection.disconnect(namespace)),
    signIn: () => {
      attach()
      inScope(Effect.flatMap(engine.siwx.actions, ({ signIn }) => signIn))
    },
    signOut: () => outcome(Effect.flatMap(engine.siwx.actions, ({ signOut }) => signOut)),
    setTheme: (theme) => {
      inScope(SubscriptionRef.set(engine.theme, theme))
    },
    destroy: () => {
      unmount()
      Effect.runFork(Scope.close(scope, Exit.void))
    },
  }
}
