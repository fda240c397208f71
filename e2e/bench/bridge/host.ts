import { type MountedFrame, makeWindowLink, openBridge } from "@wmodal/frame-rpc/host"
import { Effect } from "effect"
import { connect, WindowMessenger } from "penpal"

/** A call whose completion is one round trip. */
type RoundTrip = () => Promise<unknown>

declare global {
  var ways: Promise<Readonly<Record<"bare" | "bridge" | "penpal", RoundTrip>>>
}

const frameOrigin = new URLSearchParams(location.search).get("frame") ?? ""
const toFrameUrl = (kind: string) => `${frameOrigin}/frame.html?kind=${kind}`

const mountFrame = (kind: string): HTMLIFrameElement => {
  const frame = document.createElement("iframe")
  frame.src = toFrameUrl(kind)
  document.body.append(frame)
  return frame
}

const connectBare = async (): Promise<RoundTrip> => {
  const frame = document.createElement("iframe")
  const ready = new Promise((resolve) => {
    addEventListener("message", function hear({ source }) {
      if (source !== frame.contentWindow) return
      removeEventListener("message", hear)
      resolve(null)
    })
  })
  frame.src = toFrameUrl("bare")
  document.body.append(frame)
  await ready
  return () =>
    new Promise((resolve) => {
      addEventListener("message", function hear({ data, source }) {
        if (source !== frame.contentWindow) return
        removeEventListener("message", hear)
        resolve(data)
      })
      frame.contentWindow?.postMessage("0x10", frameOrigin)
    })
}

const connectBridge = async (): Promise<RoundTrip> => {
  const host = {
    mount: async ({ url, origin }: { readonly url: string; readonly origin: string }) => {
      const frame = document.createElement("iframe")
      const mounted: MountedFrame = {
        link: makeWindowLink({ self: window, other: () => frame.contentWindow, origin }),
        listen: () => () => {},
        reload: () => {},
        remove: () => frame.remove(),
      }
      // The listener is attached before the frame loads.
      queueMicrotask(() => {
        frame.src = url
        document.body.append(frame)
      })
      return mounted
    },
  }
  const opened = await new Promise<RoundTrip>((resolve) => {
    void Effect.runPromise(
      Effect.scoped(
        Effect.gen(function* () {
          const made = yield* openBridge({ host: () => Promise.resolve(host), url: toFrameUrl("bridge") })
          resolve(() => Effect.runPromise(made.ask("RPC_REQUEST", { method: "eth_blockNumber" })))
          return yield* Effect.never
        }),
      ),
    )
  })
  await opened()
  return opened
}

const connectPenpal = async (): Promise<RoundTrip> => {
  const frame = mountFrame("penpal")
  const remoteWindow = frame.contentWindow
  if (remoteWindow === null) throw new Error("There is no frame.")
  const remote = await connect<{ ask: () => string }>({
    messenger: new WindowMessenger({ remoteWindow, allowedOrigins: [frameOrigin] }),
  }).promise
  return () => remote.ask()
}

globalThis.ways = Promise.all([connectBare(), connectBridge(), connectPenpal()]).then(
  ([bare, bridge, penpal]) => ({
    bare,
    bridge,
    penpal,
  }),
)
