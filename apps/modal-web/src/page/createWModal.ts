import type { Theme } from "@wmodal/core"
import { sessionsKey } from "@wmodal/core/storage/session"
import type { Namespace } from "@wmodal/protocol"
import { lazy } from "@wmodal/protocol/lazy"
import { buttonMessages } from "../messages/buttonMessages.ts"
import { defineElements } from "./elements.ts"
import type { HostMethods } from "./HostMethods.ts"
import { toNetwork } from "./hostNetwork.ts"
import { addInstance, removeInstance } from "./instances.ts"
import { isBrowserSupported } from "./isBrowserSupported.ts"
import { cookieName, storageKey } from "./storageNames.ts"
import type { EngineHandle, WModal, WModalOptions, WModalOutcome, WModalState } from "./WModal.ts"
import { isConnectionSaving, whenIdle } from "./whenIdle.ts"

const ignore = () => {}
const notLoaded = { tag: "EngineNotLoaded", text: "The wallet code could not be loaded." }
const destroyed = { tag: "Destroyed", text: "This modal was destroyed." }

/** Reads storage, which is missing on a server, and which a browser may block: it throws then. */
const tryRead = (read: () => string | null) => {
  try {
    return read() ?? ""
  } catch {
    return ""
  }
}

/** The methods that the engine performs: as one text, because the list is in every page's first script. */
const hostMethods = (
  "addNetwork removeNetwork switchNetwork disconnect signIn signOut signMessage signTypedData send swap updateEmail " +
  "updateFeatures updateOptions setConnectMethodsOrder setConnectorsOrder setSocialsOrder setWalletFeaturesOrder " +
  "setLanguage setPreferredAccountType showError showSuccess"
).split(" ") as readonly (keyof HostMethods)[]

type PartName = "State" | "Account" | "Network" | "Theme" | "WalletInfo"
type StateMethods = Pick<WModal, `${"get" | "subscribe"}${PartName}` | "getEvent" | "subscribeEvents">

/** Creates one modal. It loads only this file until it is used, and it never throws. */
export const createWModal = (hostOptions: WModalOptions): WModal => {
  // Nothing at all counts as no options, and the engine reports what is missing.
  const options: WModalOptions = Object(hostOptions)
  const { themeMode, themeVariables: variables = {} } = options
  const listeners = new Set<(state: WModalState) => void>()
  const initial: WModalState = {
    engine: "idle",
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
    restoring: false,
    theme: { mode: themeMode === "light" || themeMode === "dark" ? themeMode : "auto", variables },
    words: buttonMessages,
  }
  let state = initial
  const inBrowser = typeof document !== "undefined"
  const supported = !inBrowser || isBrowserSupported()
  const cookie = options.cookie === true
  const networks = [options.networks ?? []].flat().map(toNetwork)
  const readStored = (key: string) => tryRead(() => localStorage.getItem(key))
  const isRemembered = cookie
    ? tryRead(() => document.cookie).includes(`${cookieName}=`)
    : readStored(storageKey)
  // Only a returning visitor needs the code that reads the last visit, so it is a chunk.
  const first =
    inBrowser && supported && isRemembered
      ? import("./firstState.ts").then((late) => late.readFirstState(cookie, networks)).catch(() => null)
      : null

  const warn = (text: string) => {
    // oxlint-disable-next-line no-console -- what the page's developer must know has no other place
    console.warn("[wmodal]", text)
  }

  const isAlive = () => state.engine !== "destroyed"

  const publish = (change: Partial<WModalState>) => {
    if (!isAlive()) return
    state = { ...state, ...change }
    for (const listener of listeners) {
      try {
        listener(state)
      } catch (error) {
        reportError(error)
      }
    }
  }

  // A load in advance waits for the page to be idle; once the engine is wanted, it waits no more.
  let want = ignore
  const wanted = new Promise<void>((resolve) => {
    want = resolve
  })
  const pause = () => Promise.race([wanted, new Promise<void>(whenIdle)])

  const loader = lazy<EngineHandle>(
    async () => {
      // The engine's files would not even parse. What loads instead says so.
      if (!supported) return (await import("./tooOld.ts")).start(publish, warn)
      // The chains' code is loaded in parallel. A failure is reported when the engine loads it.
      Promise.allSettled([options.chains].flat().map(async (chain) => chain.load()))
      const [late] = await Promise.all([import("../engine.tsx"), first])
      const started = await late.start({ options, publish, getState: () => state, warn, pause })
      if (!isAlive()) started.destroy()
      return started
    },
    (engine, cause) => {
      if (cause !== undefined && isAlive()) warn(`${notLoaded.text} ${String(cause)}`)
      publish({ engine, error: engine === "failed" ? notLoaded : null })
    },
  )

  /** Returns the engine if it has loaded and this modal still exists. */
  const running = () => (isAlive() ? loader.now() : null)

  const preload = () => {
    if (!isAlive()) return
    want()
    loader.preload()
  }

  let end = ignore
  const ended = new Promise<never>((_, reject) => {
    end = reject
  })
  ended.catch(ignore)

  const run = async <A>(use: (started: EngineHandle) => A | Promise<A>): Promise<A> => {
    want()
    const started = isAlive() && (loader.now() ?? (await loader.get()))
    return started && isAlive() ? use(started) : ended
  }

  /** Runs `use` now or once loaded. Fails when that failed, or when the modal is destroyed. */
  const ask = <A>(use: (started: EngineHandle) => A | Promise<A>): Promise<A | WModalOutcome> =>
    Promise.race([run(use), ended]).catch(() => ({
      ok: false,
      error: isAlive() ? notLoaded : destroyed,
    }))

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
  const follow = <A>(get: () => A, listener: (value: A) => void, sight: () => unknown = get) => {
    let seen = sight()
    listener(get())
    return subscribe(() => {
      if (seen !== (seen = sight())) listener(get())
    })
  }

  // A getter and a subscription for each part of the state, and the engine's methods.
  const made: Record<string, unknown> = {}
  for (const part of ["State", "Account", "Network", "Theme", "Event", "WalletInfo"]) {
    const key = part.replace("Info", "").toLowerCase() as "account" | "wallet"
    const get = (namespace?: Namespace) =>
      part === "State" ? state : ((namespace ? state.connections[namespace] : state)?.[key] ?? null)
    made[`get${part}`] = get
    made[`subscribe${part === "Event" ? "Events" : part}`] = (
      listener: (value: unknown) => void,
      namespace?: Namespace,
    ) => follow(() => get(namespace), listener)
  }
  for (const name of hostMethods)
    made[name] = (...input: unknown[]) => ask((started) => started.call(name, input))

  const modal: WModal = {
    // The loops above make exactly these. Writing out each would repeat it in the page's first bytes.
    ...(made as unknown as StateMethods & HostMethods),
    open: (...wish) => void ask((started) => started.open(...wish)),
    close: () => running()?.close(),
    supported,
    preload,
    preloadWhenIdle: () => {
      if (options.preload !== "intent" && !isConnectionSaving())
        whenIdle(() => {
          if (isAlive()) loader.preload()
        })
    },
    getInitialState: () => initial,
    get networks() {
      return running()?.getNetworks() ?? networks
    },
    subscribe,
    subscribeProviders: (listener) => follow(modal.getProviders, listener, () => state.connections),
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
      let isWanted = true
      ask((started) => {
        if (isWanted) stop = started.watch(...wish)
      })
      return () => {
        isWanted = false
        stop()
      }
    },
    getNetworkLog: () => running()?.getNetworkLog() ?? [],
    setThemeMode: (mode) => setTheme({ ...state.theme, mode }),
    setThemeVariables: (variables) => setTheme({ ...state.theme, variables }),
    destroy: () => {
      if (!isAlive()) return
      publish({ ...initial, engine: "destroyed" })
      listeners.clear()
      end()
      loader.now()?.destroy()
      removeInstance(modal)
    },
  }

  addInstance(modal)
  if (!inBrowser) return modal
  if (!supported) {
    preload()
    return modal
  }
  const isReturning = /"data":{"/.test(readStored(sessionsKey))
  if (first === null) defineElements()
  else {
    publish({ restoring: true, status: isReturning ? "connecting" : "disconnected" })
    first.then((found) => {
      publish({ status: "disconnected", ...found, restoring: false })
      // Until now the buttons keep the server's content.
      defineElements()
    })
  }
  // An earlier visit left a session to restore, or a provider's page has sent the user back with a result.
  if (options.embedded === true || first !== null || isReturning || /[?&]result_uri=/.test(document.URL))
    preload()
  return modal
}
