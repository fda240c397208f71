import type { RequestInterceptor } from "@wmodal/chains"
import { type Engine, makeEngine, type View } from "@wmodal/core"
import { isNamespace, type Namespace, SubscriptionRef } from "@wmodal/protocol"
import { Effect, Exit, Scope } from "effect"
import { getConnected } from "./binding/connectionStates.ts"
import { detectDevice, provideBrowser } from "./binding/environment.ts"
import { parseAccount } from "./binding/parseAccount.ts"
import { loadPageError, publishChanges } from "./binding/publish.ts"
import type { HostDeps } from "./host/HostDeps.ts"
import { buttonMessages } from "./messages/buttonMessages.ts"
import type { Catalogue } from "./messages/Catalogue.ts"
import { loadLanguage } from "./messages/languages.ts"
import { makeTranslate } from "./messages/Translate.tsx"
import { isReactPage } from "./page/instances.ts"
import type { Providers } from "./page/Providers.ts"
import { makeTokenSheet } from "./page/tokenSheet.ts"
import {
  type EngineHandle,
  type OpenableView,
  type OpenRequest,
  openableViews,
  type StartRequest,
  type WModalState,
} from "./page/WModal.ts"
import { mountModal } from "./shell/mountModal.tsx"
import { applyTheme } from "./theme/applyTheme.ts"

/** Returns the view; the default one where its account or service is missing. A host without TypeScript may pass any value. */
const toView = (engine: Engine, view: OpenableView | undefined, uri?: string): View | undefined => {
  if (typeof uri === "string" && uri.startsWith("wc:")) return { _tag: "ConnectingWalletConnectBasic", uri }
  if (view === undefined || !openableViews.includes(view)) return undefined
  const isMissing =
    (/^(Account|Profile|Transactions)/.test(view) &&
      SubscriptionRef.getUnsafe(engine.account.state) === null) ||
    (/^(UpdateEmail|RegisterAccount)/.test(view) && SubscriptionRef.getUnsafe(engine.signedIn) === null) ||
    (view === "ConnectSocials" && engine.options.endpoints.secureSite === undefined)
  return isMissing ? undefined : { _tag: view }
}

/** What a page calls and follows beyond opening and closing. */
const host = () => import("./host/index.ts")

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
  getState,
  warn: tell,
  pause,
}: StartRequest): Promise<EngineHandle> => {
  await pause()
  const { connections: remembered } = getState()
  const warned = new Set<string>()
  const warn = (text: string) => {
    if (!warned.has(text)) tell(text)
    warned.add(text)
  }
  const { language = "en", shadowRoot: mode, events, ...input } = options
  const shadowRoot: ShadowRootMode = mode === "open" ? mode : "closed"
  const keepsInput = events !== "bubble"
  const catalogue = await loadLanguage(language)
  const words = makeTranslate(catalogue === null ? "en" : language, catalogue ?? {})
  const scope = Scope.makeUnsafe()
  // Returns nothing, because a React effect would treat it as its cleanup.
  const inScope = <A, E>(effect: Effect.Effect<A, E>): void => {
    effect.pipe(Effect.forkIn(scope, { startImmediately: true }), Effect.runFork)
  }
  const place = detectDevice()
  const dress = (element: HTMLElement) => {
    const { theme } = getState()
    applyTheme(element, theme)
    if (theme.variables.accent ?? theme.variables.background)
      import("./theme/checkTheme.ts").then(({ checkTheme }) => checkTheme(theme, warn), ignore)
  }
  const tokens = makeTokenSheet()
  const deps = { words, dress, tokens, shadowRoot, keepsInput, warn }
  const frame = async () => (await import("./binding/frameHost.ts")).getPageFrame(deps)
  const engine = await Effect.runPromise(
    makeEngine(input, { pause: Effect.promise(pause) }).pipe(
      provideBrowser({ place, frame, warn, react: isReactPage() }),
      Scope.provide(scope),
    ),
  )

  const door: RequestInterceptor = (question) =>
    Effect.runPromise(Effect.flatMap(engine.flows, ({ requests }) => requests.handle(question)))

  // A provider's page may have returned here with a result, which stays in no address.
  const goOn = /[?&]result_uri=/.test(location.search)
    ? await import("./views/signIn/takeReturn.ts")
        .then((late) => late.takeReturn(engine, place))
        .catch(() => Effect.void)
    : Effect.void

  await pause()
  await awaitWallets(engine)
  const { attach, render, prepare, unmount } = mountModal({
    engine,
    run: inScope,
    place,
    frame,
    words,
    dress,
    tokens,
    shadowRoot,
    keepsInput,
  })
  const publishWords = (catalogue: Catalogue | null) =>
    publish({ words: { ...buttonMessages, ...catalogue } })
  publishWords(catalogue)
  const hostDeps: HostDeps = {
    engine,
    run: inScope,
    words,
    attach,
    render,
    publishWords,
    toError: (problem, during) => loadPageError(problem, words, during),
    intercept: door,
  }
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
  for (const follow of publishChanges(engine, words, publishAndKeep, remembered)) inScope(follow)
  inScope(goOn)
  // The first frame comes first. A page in the background has none, and loads the directory when it opens.
  pause().then(() =>
    requestAnimationFrame(() =>
      setTimeout(() => {
        if (getState().engine === "destroyed") return
        engine.preload()
        // A connected user opens another view.
        const { open, status } = getState()
        if (!open && status === "disconnected") prepare()
      }),
    ),
  )

  /** Makes a chain the one in use; opens Connect for a chain without a wallet. */
  const openOn = (namespace: Namespace, view: OpenableView | undefined) => {
    const { account } = getConnected(SubscriptionRef.getUnsafe(engine.connection.state), namespace) ?? {}
    if (account === undefined) return engine.router.open({ _tag: "Connect", namespace })
    const inUse = SubscriptionRef.getUnsafe(engine.networks.shown).network.chainNamespace === namespace
    const use = inUse ? Effect.void : engine.networks.switchTo(parseAccount(account).network)
    return Effect.andThen(use, engine.router.open(toView(engine, view)))
  }

  return {
    open: (request, chain) => {
      attach()
      const {
        view,
        namespace = chain,
        uri,
      } = Object(request) === request ? (request as OpenRequest) : { view: request as OpenableView }
      inScope(
        namespace !== undefined && isNamespace(namespace)
          ? openOn(namespace, view)
          : engine.router.open(toView(engine, view, uri)),
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
    call: async (name, input) => (await host()).makeHostMethods(hostDeps)[name](input),
    watch: (name, listener) => {
      let stop = ignore
      let isWanted = true
      host().then(({ makeWatchHostValue }) => {
        // The value of a name has the type that its listener takes.
        if (isWanted) stop = makeWatchHostValue(hostDeps)(name, listener as (value: unknown) => void)
      }, ignore)
      return () => {
        isWanted = false
        stop()
      }
    },
    setTheme: (theme) => {
      inScope(SubscriptionRef.set(engine.theme, theme))
    },
    destroy: () => {
      unmount()
      Effect.runFork(Scope.close(scope, Exit.void))
    },
  }
}
