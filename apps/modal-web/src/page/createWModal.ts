import type { Theme } from "@wmodal/core"
import { hasSession } from "@wmodal/core/storage/session"
import type { Namespace } from "@wmodal/protocol"
import { lazy } from "@wmodal/protocol/lazy"
import { buttonMessages } from "../messages/buttonMessages.ts"
import { applyTheme } from "../theme/applyTheme.ts"
import { defineElements } from "./elements.ts"
import { type HostMethods, hostMethods } from "./HostMethods.ts"
import { toNetwork } from "./hostNetwork.ts"
import { addInstance, isReactPage, removeInstance, setRestoring } from "./instances.ts"
import { isRemembered } from "./isRemembered.ts"
import { getTokenSheet } from "./tokenSheet.ts"
import type { EngineHandle, WModal, WModalOptions, WModalOutcome, WModalState } from "./WModal.ts"
import { isConnectionSaving, whenIdle } from "./whenIdle.ts"

const ignore = () => {}
const prefix = "[wmodal]"
const notLoaded = { tag: "EngineNotLoaded", text: "The wallet code could not be loaded." }
const destroyed = { tag: "Destroyed", text: "This modal was destroyed." }

const getTheme = (options: WModalOptions): Theme => ({
  mode: options.themeMode === "light" || options.themeMode === "dark" ? options.themeMode : "auto",
  variables: options.themeVariables ?? {},
})

/**
 * Returns true when an earlier visit left a session to restore; then the engine loads at once.
 * `localStorage` throws when storage is blocked and is missing on a server: `hasSession` catches both.
 */
const isReturningVisitor = () => hasSession((key) => localStorage.getItem(key))

/** Loads the chains' code in parallel with the engine. A failure is reported when the engine loads it. */
const prefetchChains = ({ chains }: WModalOptions) => {
  Promise.allSettled([chains].flat().map(async (chain) => chain.load()))
}

type PartName = "State" | "Account" | "Network" | "Theme" | "WalletInfo"
type StateMethods = Pick<WModal, `${"get" | "subscribe"}${PartName}` | "getEvent" | "subscribeEvents">

/** Creates one modal. It loads only this file until it is used, and it never throws. */
export const createWModal = (hostOptions: WModalOptions): WModal => {
  // Nothing at all counts as no options, and the engine reports what is missing.
  const options: WModalOptions = Object(hostOptions)
  const listeners = new Set<(state: WModalState) => void>()
  const warned = new Set<string>()
  let alive = true
  const nothing: Omit<WModalState, "engine" | "theme" | "words"> = {
    open: false,
    status: "disconnected",
    account: null,
    connections: {},
    network: null,
    wallet: null,
    signedIn: null,
    signature: { status: "off", session: null },
    error: null,
    optionsErrors: [],
    event: null,
  }
  const initial: WModalState = {
    ...nothing,
    engine: "idle",
    theme: getTheme(options),
    words: buttonMessages,
  }
  let state = initial
  const inBrowser = typeof document !== "undefined"
  const cookie = options.cookie === true
  const networks = Array.isArray(options.networks) ? options.networks.map(toNetwork) : []
  // Only a returning visitor needs the code that reads the last visit, so it is a chunk.
  const first =
    inBrowser && isRemembered(cookie)
      ? import("./firstState.ts").then((late) => late.readFirstState(cookie, networks)).catch(() => null)
      : null

  const warn = (text: string) => {
    if (warned.has(text)) return
    warned.add(text)
    // oxlint-disable-next-line no-console -- what the page's developer must know has no other place
    console.warn(prefix, text)
  }

  const tell = (change: Partial<WModalState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) {
      try {
        listener(state)
      } catch (error) {
        reportError(error)
      }
    }
  }

  const publish = (change: Partial<WModalState>) => {
    if (alive) tell(change)
  }

  /** Continues a load that waits for the page to be idle; from then on it waits no more. */
  let hurry = () => {}
  let isWanted = false
  const pause = () =>
    new Promise<void>((resolve) => {
      if (isWanted) return resolve()
      hurry = resolve
      whenIdle(resolve)
    })

  const loader = lazy<EngineHandle>(
    async () => {
      prefetchChains(options)
      const [late] = await Promise.all([import("../engine.tsx"), first])
      await pause()
      const started = await late.start({
        options,
        publish,
        remembered: state.connections,
        warn,
        dress: (element) => {
          applyTheme(element, state.theme)
          return state.theme
        },
        tokens: getTokenSheet(),
        buttonWords: buttonMessages,
        pause,
        react: isReactPage(),
      })
      if (!alive) started.destroy()
      return started
    },
    (loading, cause) => {
      if (cause !== undefined && alive) warn(`${notLoaded.text} ${String(cause)}`)
      const engine = loading === "loaded" ? "ready" : loading
      publish({ engine, error: engine === "failed" ? notLoaded : null })
    },
  )

  /** Returns the engine if it has loaded and this modal still exists. */
  const running = () => (alive ? loader.now() : null)

  const want = () => {
    isWanted = true
    hurry()
  }

  const preload = () => {
    if (!alive) return
    want()
    loader.preload()
  }

  const ended = Promise.withResolvers<never>()
  ended.promise.catch(ignore)

  /** Runs `use` now or once loaded; `giveUp` when loading failed or the modal was destroyed. */
  const whenLoaded = (use: (started: EngineHandle) => void, giveUp: () => void) => {
    if (!alive) return giveUp()
    want()
    const started = loader.now()
    if (started !== null) use(started)
    else Promise.race([loader.get(), ended.promise]).then((late) => (alive ? use(late) : giveUp()), giveUp)
  }

  const failed = (): WModalOutcome => ({ ok: false, error: alive ? notLoaded : destroyed })

  const ask = (use: (started: EngineHandle) => Promise<WModalOutcome>) =>
    new Promise<WModalOutcome>((resolve) => {
      whenLoaded(
        (started) => resolve(Promise.race([use(started), ended.promise]).catch(failed)),
        () => resolve(failed()),
      )
    })

  const setTheme = (theme: Theme) => {
    publish({ theme })
    running()?.setTheme(theme)
  }

  const subscribe: WModal["subscribe"] = (listener) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }

  /** Tells a listener what is, and again whenever `sight` has changed. */
  const follow = <A>(sight: () => unknown, get: () => A, listener: (value: A) => void) => {
    let seen = sight()
    listener(get())
    return subscribe(() => {
      if (seen === (seen = sight())) return
      listener(get())
    })
  }

  // A getter and a subscription for each part of the state.
  const parts: Record<string, unknown> = {}
  for (const part of ["State", "Account", "Network", "Theme", "Events", "WalletInfo"]) {
    const key = part.replace(/s$|Info/, "").toLowerCase() as "account" | "wallet"
    const get = (namespace?: Namespace) =>
      part === "State"
        ? state
        : ((namespace === undefined ? state : state.connections[namespace])?.[key] ?? null)
    parts[`get${part.replace(/s$/, "")}`] = get
    parts[`subscribe${part}`] = (listener: (value: unknown) => void, namespace?: Namespace) => {
      const now = () => get(namespace)
      return follow(now, now, listener)
    }
  }

  const forwarded = Object.fromEntries(
    hostMethods.map((name) => [name, (...input: unknown[]) => ask((started) => started.call(name, input))]),
  ) as unknown as HostMethods

  const modal: WModal = {
    open: (...wish) => whenLoaded((started) => started.open(...wish), ignore),
    close: () => running()?.close(),
    preload,
    preloadWhenIdle: () => {
      if (options.preload !== "intent" && !isConnectionSaving())
        whenIdle(() => {
          if (alive) loader.preload()
        })
    },
    getInitialState: () => initial,
    get networks() {
      return running()?.getNetworks() ?? networks
    },
    subscribe,
    ...(parts as unknown as StateMethods),
    subscribeProviders: (listener) => follow(() => state.connections, modal.getProviders, listener),
    getProviders: () =>
      Object.fromEntries(
        Object.keys(state.connections).map((namespace) => [
          namespace,
          modal.getProvider(namespace as Namespace),
        ]),
      ),
    getProvider: (namespace) => running()?.getProvider(namespace) ?? null,
    watch: (...wish) => {
      let stop = ignore
      let wanted = true
      whenLoaded((started) => {
        if (wanted) stop = started.watch(...wish)
      }, ignore)
      return () => {
        wanted = false
        stop()
      }
    },
    ...forwarded,
    signIn: () => whenLoaded((started) => started.signIn(), ignore),
    getNetworkLog: () => running()?.getNetworkLog() ?? [],
    setThemeMode: (mode) => setTheme({ ...state.theme, mode }),
    setThemeVariables: (variables) => setTheme({ ...state.theme, variables }),
    destroy: () => {
      if (!alive) return
      alive = false
      setRestoring(modal, false)
      tell({ ...nothing, engine: "destroyed" })
      listeners.clear()
      ended.reject()
      loader.now()?.destroy()
      removeInstance(modal)
    },
  }

  addInstance(modal)
  if (!inBrowser) return modal
  if (first === null) defineElements()
  else {
    setRestoring(modal, true)
    if (isReturningVisitor()) publish({ status: "connecting" })
    first.then((found) => {
      setRestoring(modal, false)
      publish(found ?? { status: "disconnected" })
      // Until now the buttons keep the server's content.
      defineElements()
    })
  }
  if (options.embedded === true || first !== null || isReturningVisitor()) preload()
  // A provider's page without a popup has sent the user back, and Connect continues the sign-in.
  if (/[?&]result_uri=/.test(document.URL)) modal.open("Connect")
  return modal
}
