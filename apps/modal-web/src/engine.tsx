import type { RequestInterceptor } from "@wmodal/chains"
import { type Engine, makeEngine, type Problem, type View } from "@wmodal/core"
import { isNamespace, type Namespace, SubscriptionRef } from "@wmodal/protocol"
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

/** Starts the engine and mounts its views on the page. `destroy` ends both. */
export const start = async ({
  options,
  publish,
  remembered,
  warn,
  dress,
  tokens,
  buttonWords,
  pause,
}: StartRequest): Promise<EngineHandle> => {
  const { language = "en", ...input } = options
  const catalogue = await loadLanguage(language)
  const words = makeTranslate(catalogue === null ? "en" : language, catalogue ?? {})
  const scope = Scope.makeUnsafe()
  // Returns nothing, because a React effect would treat it as its cleanup.
  const inScope = <A, E>(effect: Effect.Effect<A, E>): void => {
    effect.pipe(Effect.forkIn(scope, { startImmediately: true }), Effect.runFork)
  }
  const place = detectDevice()
  const deps = { words, dress, tokens, warn }
  const frame = async () => (await import("./binding/frameHost.ts")).getPageFrame(deps)
  const engine = await Effect.runPromise(
    makeEngine(input).pipe(provideBrowser({ place, frame, warn }), Scope.provide(scope)),
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
  const { attach, unmount } = mountModal({ engine, run: inScope, place, frame, words, dress, tokens })
  publish({ words: { ...buttonWords, ...catalogue } })
  inScope(
    Effect.promise(async () =>
      publish({
        optionsErrors: await Promise.all(engine.optionsErrors.map((error) => loadPageError(error, words))),
      }),
    ),
  )
  inScope(publishChanges(engine, words, publish, remembered))
  if (engine.options.embedded) inScope(engine.router.open())
  pause().then(engine.preload)

  /** Makes a chain the one in use; opens Connect for a chain without a wallet. */
  const openOn = (namespace: Namespace, view: OpenableView | undefined) => {
    const { account } = getConnected(SubscriptionRef.getUnsafe(engine.connection.state), namespace) ?? {}
    if (account === undefined) return engine.router.open({ _tag: "Connect", namespace })
    const inUse = SubscriptionRef.getUnsafe(engine.networks.shown).network.chainNamespace === namespace
    const use = inUse ? Effect.void : engine.networks.switchTo(parseAccount(account).network)
    return Effect.andThen(use, engine.router.open(toView(view)))
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
    switchNetwork: (network) => outcome(engine.networks.switchTo(network)),
    disconnect: (namespace) => outcome(engine.connection.disconnect(namespace)),
    setTheme: (theme) => {
      inScope(SubscriptionRef.set(engine.theme, theme))
    },
    destroy: () => {
      unmount()
      Effect.runFork(Scope.close(scope, Exit.void))
    },
  }
}
