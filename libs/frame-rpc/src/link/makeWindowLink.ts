import { parseUrl } from "@wmodal/protocol"
import type { FrameLink } from "../host/FrameHost.ts"

/** A window as seen by another one. */
export interface OtherWindow {
  readonly postMessage: (message: unknown, targetOrigin: string, transfer?: Transferable[]) => void
}

/** The two windows of a link. */
export interface WindowLinkOptions {
  /** The window that receives the messages. */
  readonly self: Pick<EventTarget, "addEventListener" | "removeEventListener">
  /** Returns the only window whose messages are accepted, or `null` when it is gone. */
  readonly other: () => OtherWindow | null
  /** The other window's complete origin: scheme, host and port. */
  readonly origin: string
}

// Captured early, so that scripts of the web page cannot replace it later.
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
 * Makes a link to another window at one origin. Messages are accepted only when both match.
 * @throws when `origin` is not an exact origin, such as `*`.
 */
export const makeWindowLink = ({ origin, other, self }: WindowLinkOptions): FrameLink => {
  if (parseUrl(origin)?.origin !== origin) {
    throw new Error(`Not an origin: ${origin}`)
  }
  let foreign = 0
  const isTheirs = (event: Event) => {
    const theirs = other()
    try {
      return theirs !== null && getMessageSource(event) === theirs && getMessageOrigin(event) === origin
    } catch {
      // Not a native message event.
      return false
    }
  }
  return {
    post: (message, transfer = []) => {
      const theirs = other()
      if (theirs === null) throw new Error("The window was closed.")
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
