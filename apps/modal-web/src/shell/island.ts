/** How often the page may take a host away while it is in use. A page that takes it more often does so on purpose. */
const maxReturns = 20

/** The event that a host fires at itself. `document.open()` removes every listener, and this one is not heard then. */
const testEvent = "wmodal-test"

/** An element of ours next to the page's body, and the shadow root in it. */
export interface Island {
  readonly host: HTMLElement
  readonly root: ShadowRoot
  /** Returns false when the page has removed the listeners of everything in it. */
  readonly isAlive: () => boolean
}

/** Makes a host with a name of its own: rules for the page's `div` are not meant for it. */
export const makeIsland = (
  name: "wmodal-host" | "wmodal-frame",
  mode: ShadowRootMode,
  sheets: readonly CSSStyleSheet[],
): Island => {
  const host = document.createElement(name)
  const root = host.attachShadow({ mode })
  root.adoptedStyleSheets = [...sheets]
  let heard = false
  host.addEventListener(testEvent, () => {
    heard = true
  })
  const isAlive = () => {
    heard = false
    host.dispatchEvent(new Event(testEvent))
    return heard
  }
  return { host, root, isAlive }
}

/**
 * Puts a host next to the body: what a page does to its body, and to what is in it, does not reach it. It is read in the
 * direction of the body.
 */
export const putBesideBody = (host: HTMLElement): void => {
  // A page that is written anew has none for a moment.
  const page: HTMLElement | null = document.documentElement
  if (page === null) return
  host.dir = getComputedStyle(document.body ?? page).direction
  if (host.parentNode !== page) page.append(host)
}

export interface Stay {
  /** The host of now. */
  readonly host: () => HTMLElement
  /** Puts the host into its place, if there is one now. */
  readonly put: () => void
  /** Called after the page had taken the host away, and it is back: dialogs are closed and frames load again. */
  readonly onReturn: () => void
  /** Called when the page keeps on taking it away. It stays away then. */
  readonly onLost: () => void
}

/** Keeps a host in its place until the returned function is called. */
export const keepInPage = ({ host, put, onReturn, onLost }: Stay): (() => void) => {
  let returns = 0
  const follow = () => {
    observer.disconnect()
    put()
    const { parentNode } = host()
    // Not what is below them: a page changes that all the time.
    for (const node of new Set([document, parentNode ?? document]))
      observer.observe(node, { childList: true })
  }
  const observer = new MutationObserver((records) => {
    const isTaken = records.some(({ removedNodes }) =>
      Array.from(removedNodes).some((node) => node.contains(host())),
    )
    if (!isTaken && host().isConnected) return
    if (returns === maxReturns) {
      observer.disconnect()
      onLost()
      return
    }
    returns += 1
    follow()
    if (host().isConnected) onReturn()
  })
  follow()
  return () => observer.disconnect()
}
