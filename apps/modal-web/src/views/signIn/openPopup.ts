import type { Popup } from "@wmodal/core"
import { announceIn, receiveResult } from "./popupReturn.ts"
import { returnUrl } from "./providerRedirect.ts"
import { assumeSeparated, isSeparatedByHeader } from "./separation.ts"

/** The longest wait for a separated window, in milliseconds: the browser does not tell when the user closes it. */
const longestReturnMs = 10 * 60_000

const isElsewhere = (popup: Window): boolean => {
  try {
    return popup.location.href !== "about:blank"
  } catch {
    return true
  }
}

/** Opens a popup with only the `waiting` text, which requires a click; `null` when the browser blocks it. */
export const openPopup = (waiting: string): Popup | null => {
  const popup = window.open("", "wmodalSignIn", "width=600,height=800,scrollbars=yes")
  if (popup === null) return null
  try {
    popup.document.documentElement.style.colorScheme = "light dark"
    popup.document.body.textContent = waiting
  } catch {
    // A popup of this name from an earlier sign-in is still at another origin.
  }
  const asked = isSeparatedByHeader()
  let separated: boolean | null = false
  let hasArrived = false
  /** Names the return to this page; `null` while the window's messages reach it. */
  let returnId: string | null = null
  let isOverdue = false
  const returnListeners = new Set<(id: string) => void>()
  return {
    go: async (url) => {
      // Rejects URLs that would run as a script of this page.
      if (!/^https?:/i.test(url)) throw new Error("The provider's URL is not valid.")
      separated = await asked
      if (separated === true) {
        returnId = crypto.randomUUID()
        setTimeout(() => {
          isOverdue = true
        }, longestReturnMs)
        for (const listener of returnListeners) listener(returnId)
        popup.location.href = returnUrl(url, announceIn(location.href, returnId))
      } else popup.location.href = url
    },
    isClosed: () => {
      // The browser shows a separated window as closed.
      if (returnId !== null) return isOverdue
      if (!popup.closed && isElsewhere(popup)) hasArrived = true
      return popup.closed
    },
    isSeparated: () => {
      if (isOverdue) return true
      const isPossible = separated === null && popup.closed && !hasArrived
      if (isPossible) assumeSeparated()
      return isPossible
    },
    close: () => popup.close(),
    listen: (listener) => {
      const hear = ({ source, data, origin }: MessageEvent<unknown>) => {
        if (source === popup) listener({ data, origin })
      }
      let stop = () => {}
      const follow = (id: string) => {
        stop = receiveResult(id, listener)
      }
      returnListeners.add(follow)
      window.addEventListener("message", hear)
      return () => {
        returnListeners.delete(follow)
        stop()
        window.removeEventListener("message", hear)
      }
    },
  }
}
