import { framePrefix } from "../events.ts"
import type { FrameHost, FrameLifecycleEvent, FrameMessage, FrameObstacle } from "../host/FrameHost.ts"

/** A message in the wire format. */
export interface WireMessage {
  readonly type: string
  readonly id?: string
  readonly payload?: unknown
}

/** A port that delivers synchronously, so that a test need not wait. */
class FakePort extends EventTarget implements MessagePort {
  onmessage = null
  onmessageerror = null
  other: FakePort | null = null
  isClosed = false
  postMessage(message: unknown) {
    if (this.isClosed) return
    this.other?.dispatchEvent(new MessageEvent("message", { data: structuredClone(message) }))
  }
  start() {}
  close() {
    this.isClosed = true
  }
}

export const makeFakeChannel = (): readonly [FakePort, FakePort] => {
  const [one, other] = [new FakePort(), new FakePort()]
  one.other = other
  other.other = one
  return [one, other]
}

/** A host with one scripted frame. Everything except mounting is synchronous. */
export const makeFakeFrame = () => {
  let listeners: ((message: FrameMessage) => void)[] = []
  let befallen: ((event: FrameLifecycleEvent) => void)[] = []
  let waiting: (() => void)[] = []
  const counts = { mounted: 0, reloaded: 0, removed: 0 }
  const posted: WireMessage[] = []
  const overPort: WireMessage[] = []
  let port: FakePort | null = null
  const onPost: { answer: ((message: WireMessage) => void) | null } = { answer: null }
  const onRemove: { tell: (() => void) | null } = { tell: null }
  let isGone = false
  const obstacle: { found: FrameObstacle | null } = { found: null }

  const record = (list: WireMessage[], message: unknown) => {
    // The bridge's own messages are trusted here; a wrong assumption fails the test.
    const wire = structuredClone(message) as WireMessage
    list.push(wire)
    onPost.answer?.(wire)
  }
  const say = (data: unknown, ports: readonly MessagePort[] = []) => {
    for (const listener of listeners) listener({ data, ports })
  }
  const host: FrameHost = {
    mount: () => {
      counts.mounted += 1
      return Promise.resolve({
        link: {
          post: (message) => {
            if (isGone) throw new Error("Nobody is there.")
            record(posted, message)
          },
          listen: (listener) => {
            listeners.push(listener)
            for (const tell of waiting) tell()
            waiting = []
            return () => {
              listeners = listeners.filter((one) => one !== listener)
            }
          },
        },
        listen: (listener) => {
          befallen.push(listener)
          return () => {
            befallen = befallen.filter((one) => one !== listener)
          }
        },
        obstacle: () => obstacle.found,
        reload: () => {
          counts.reloaded += 1
          isGone = false
        },
        remove: () => {
          counts.removed += 1
          onRemove.tell?.()
        },
      })
    },
  }
  return {
    host,
    counts,
    posted,
    overPort,
    onPost,
    onRemove,
    /** The page's header that keeps the frame out. */
    obstacle,
    say,
    befall: (event: FrameLifecycleEvent) => {
      for (const listener of befallen) listener(event)
    },
    /** Sends READY in the plain protocol. */
    ready: () => say({ type: `${framePrefix}READY`, payload: { version: "4" } }),
    /** Sends READY with a private port. */
    upgrade: () => {
      const [ours, theirs] = makeFakeChannel()
      port = ours
      ours.addEventListener("message", (event) => {
        if (event instanceof MessageEvent) record(overPort, event.data)
      })
      say({ type: `${framePrefix}READY`, payload: { version: "4", port: true } }, [theirs])
      return theirs
    },
    sayOverPort: (data: unknown) => port?.postMessage(data),
    /** Resolves when a listener is attached: the frame is mounted then. */
    listened: () =>
      listeners.length > 0
        ? Promise.resolve()
        : new Promise<void>((tell) => {
            waiting.push(tell)
          }),
    listeners: () => listeners.length + befallen.length,
    goAway: () => {
      isGone = true
    },
  }
}
export type FakeFrame = ReturnType<typeof makeFakeFrame>
