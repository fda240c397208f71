import type { FrameLink } from "../host/FrameHost.ts"

/** A window, or a frame's, as another one sees it. */
export interface OtherWindow {
  readonly postMessage: (message: unknown, targetOrigin: string, transfer?: Transferable[]) => void
}

export interface WindowLinkOptions {
  /** Where messages arrive. */
  readonly self: Pick<EventTarget, "addEventListener" | "removeEventListener">
  /** The only one whose messages count; `null` where there is none any more. */
  readonly other: () => OtherWindow | null
  /** The other's origin, whole: scheme, host and port. */
  readonly origin: string
}

// What the page's scripts put in their place afterwards is not asked.
const { apply } = Reflect
const makeGetter = (name: "data" | "origin" | "ports" | "source") => {
  const get = Object.getOwnPropertyDescriptor(MessageEvent.prototype, name)?.get
  return (event: Event): unknown => (get === undefined ? undefined : apply(get, event, []))
}
const getMessageData = makeGetter("data")
const getMessageOrigin = makeGetter("origin")
const getMessageSource = makeGetter("source")
const getMessagePorts = makeGetter("ports")

/**
 * Messages to and from one other window, at one origin: both must fit, or they do not count.
 * @throws where `origin` is none, as `*` is.
 */
export const makeWindowLink = ({ origin, other, self }: WindowLinkOptions): FrameLink => {
  if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
    throw new Error(`Not an origin: ${origin}`)
  }
  let foreign = 0
  const isTheirs = (event: Event) => {
    const theirs = other()
    try {
      return theirs !== null && getMessageSource(event) === theirs && getMessageOrigin(event) === origin
    } catch {
      // No message of a window's at all.
      return false
    }
  }
  return {
    post: (message, transfer = []) => {
      const theirs = other()
      if (theirs === null) throw new Error("The window is gone.")
      theirs.postMessage(message, origin, [...transfer])
    },
    listen: (listener) => {
      const hear = (event: Event) => {
        if (!isTheirs(event)) {
          foreign += 1
          return
        }
        const ports = getMessagePorts(event)
        listener({
          data: getMessageData(event),
          ports: Array.isArray(ports) ? ports.filter((port) => port instanceof MessagePort) : [],
        })
      }
      self.addEventListener("message", hear)
      return () => self.removeEventListener("message", hear)
    },
    foreign: () => foreign,
  }
}
