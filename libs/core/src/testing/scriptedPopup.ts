import type { Popup } from "../signIn/SignIn.ts"

/** Makes a window that the test controls. */
export const scriptedPopup = () => {
  type Said = Parameters<Parameters<Popup["listen"]>[0]>[0]
  const listeners = new Set<(said: Said) => void>()
  const went: string[] = []
  let closed = false
  const popup: Popup = {
    go: (url) => {
      went.push(url)
    },
    isClosed: () => closed,
    close: () => {
      closed = true
    },
    listen: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
  return {
    popup,
    /** The addresses that were opened. */
    went,
    listeners: () => listeners.size,
    say: (said: Said) => {
      for (const listener of listeners) listener(said)
    },
  }
}
