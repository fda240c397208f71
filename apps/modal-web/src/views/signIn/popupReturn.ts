import type { Popup } from "@wmodal/core"
import { parseUrl } from "@wmodal/protocol"

/**
 * A window that the page's `Cross-Origin-Opener-Policy` separates cannot send a message. It returns to this page's own
 * address instead, with its result, and hands it over to the tab that waits: both have one origin.
 */
const parameter = "wmodal_return"

const getChannel = (id: string) => new BroadcastChannel(`@wmodal/social/${id}`)

/** Removes a parameter from an address, and returns it. The rest of the query stays as it is written. */
export const takeParameter = (url: URL, name: string): string | null => {
  const value = url.searchParams.get(name)
  const parts = url.search.slice(1).split("&")
  url.search = parts.filter((part) => !new URLSearchParams(part).has(name)).join("&")
  return value
}

/** Returns the address to which the window returns. */
export const announceIn = (here: string, id: string): string => {
  const url = new URL(here)
  takeParameter(url, parameter)
  url.search += `${url.search ? "&" : ""}${parameter}=${id}`
  return url.href
}

/** Removes the return's id from an address, and returns it; `null` when there is none. */
export const takeReturnId = (url: URL): string | null => takeParameter(url, parameter)

/** Passes on the result of the window that returns with this id. Returns a function that stops. */
export const receiveResult = (id: string, listener: Parameters<Popup["listen"]>[0]): (() => void) => {
  const channel = getChannel(id)
  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (typeof data !== "string") return
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has this page's origin only
    channel.postMessage(null)
    // The tab that hands it over has checked that it is the secure site's.
    listener({ data: { resultUri: data }, origin: parseUrl(data)?.origin ?? "" })
  })
  return () => channel.close()
}

/** Hands a result to the tab that waits for it, then closes this window. It stays open when no tab waits any more. */
export const handOver = (id: string, resultUri: string): void => {
  const channel = getChannel(id)
  channel.addEventListener("message", () => {
    channel.close()
    close()
  })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has this page's origin only
  channel.postMessage(resultUri)
}
