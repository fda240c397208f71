import { Platform, Storage } from "@wmodal/core"
import { Fetch, NetworkError } from "@wmodal/protocol"
import { Effect } from "effect"

/** What the engine needs of a browser. Every access is late, so that blocked storage fails where the engine expects it. */
const storage: Storage["Service"] = {
  get: (key) => localStorage.getItem(key),
  set: (key, value) => localStorage.setItem(key, value),
  remove: (key) => localStorage.removeItem(key),
}

const fetchOnce: Fetch["Service"] = {
  send: (request) =>
    Effect.tryPromise({
      try: (signal) => fetch(request, { signal }),
      catch: (cause) => new NetworkError({ host: new URL(request.url).host, detail: String(cause) }),
    }),
}

const isMobile = () =>
  matchMedia("(pointer: coarse)").matches && /android|iphone|ipad|ipod|mobile/i.test(navigator.userAgent)

/** Provides everything that `makeEngine` asks for but its scope. */
export const provideBrowser =
  (warn: (text: string) => void) =>
  <A, E, R>(effect: Effect.Effect<A, E, R | Storage | Fetch | Platform>) =>
    effect.pipe(
      Effect.provideService(Storage, storage),
      Effect.provideService(Fetch, fetchOnce),
      Effect.provideService(Platform, { window, mobile: isMobile(), name: "html", warn }),
    )
