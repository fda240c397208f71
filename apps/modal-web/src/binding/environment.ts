import { Platform, Storage } from "@wmodal/core"
import type { FrameHost } from "@wmodal/frame-rpc"
import { Fetch, makeFetch } from "@wmodal/protocol"
import { Effect } from "effect"
import type { DeviceContext } from "./DeviceContext.ts"
import { parseDevice } from "./parseDevice.ts"
import { readPageMetadata } from "./readPageMetadata.ts"

/**
 * The browser services that the engine needs. Every access is lazy, so that blocked storage fails where the engine
 * expects it.
 */
const storage: Storage["Service"] = {
  get: (key) => localStorage.getItem(key),
  set: (key, value) => localStorage.setItem(key, value),
  remove: (key) => localStorage.removeItem(key),
  watch: (listener) => {
    const tell = ({ key }: StorageEvent) => {
      if (key !== null) listener(key)
    }
    // A page that comes back from the back-forward cache has missed what other tabs did.
    const tellAll = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      try {
        for (const key of Object.keys(localStorage)) listener(key)
      } catch {
        // Nothing is shared where storage is blocked.
      }
    }
    addEventListener("storage", tell)
    addEventListener("pageshow", tellAll)
    return () => {
      removeEventListener("storage", tell)
      removeEventListener("pageshow", tellAll)
    }
  },
}

/** `fetch` is looked up at each request, because a host may replace it. */
const http = makeFetch((request, init) => fetch(request, init))

export const detectDevice = (): DeviceContext =>
  parseDevice({
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints,
    touchAlone: !matchMedia("(any-pointer: fine), (any-hover: hover)").matches,
    framed: top !== self,
    has: (name) => name in window,
  })

export interface BrowserParts {
  readonly place: DeviceContext
  readonly frame: () => Promise<FrameHost>
  readonly warn: (text: string) => void
  /** True when the page uses the React hooks. */
  readonly react: boolean
}

/** Provides everything that `makeEngine` requires except its scope. */
export const provideBrowser =
  ({ place, frame, warn, react }: BrowserParts) =>
  <A, E, R>(effect: Effect.Effect<A, E, R | Storage | Fetch | Platform>) =>
    effect.pipe(
      Effect.provideService(Storage, storage),
      Effect.provideService(Fetch, http),
      Effect.provideService(Platform, {
        ...place,
        window,
        host: location.host || null,
        walletConnectStorage: async () => (await import("./sessionStore.ts")).openSessionStore(),
        frameHost: frame,
        metadata: readPageMetadata(),
        page: () => ({ url: location.origin + location.pathname, domain: location.hostname }),
        name: react ? "react" : "html",
        warn,
      }),
    )
