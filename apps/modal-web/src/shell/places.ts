/** How long a place may be away while the page renders it anew, in milliseconds. */
const absenceMs = 500

const tag = "wmodal-modal"

const places = new Set<HTMLElement>()
const followers = new Set<() => void>()

const tell = () => {
  for (const follower of followers) follower()
}

/** Lazy, because a server has no HTMLElement. */
const definePlace = () => {
  if (customElements.get(tag) !== undefined) return
  customElements.define(
    tag,
    /** Tells when it comes and goes: in whatever shadow root, where no query of the document finds it. */
    class extends HTMLElement {
      connectedCallback() {
        places.add(this)
        tell()
      }

      disconnectedCallback() {
        places.delete(this)
        tell()
      }
    },
  )
}

/** What follows the page's place of an embedded modal. */
export interface PlaceFollower {
  /** Takes a place that has gone for gone, without waiting whether it is rendered anew. */
  readonly settle: () => void
  readonly stop: () => void
}

/**
 * Follows the place of an embedded modal, the page's first `<wmodal-modal>`. It keeps that one while it is there.
 * @param move called for each new place, and with `null` once none is left
 */
export const followPlace = (move: (place: HTMLElement | null) => void): PlaceFollower => {
  let place: HTMLElement | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const take = (next: HTMLElement | null) => {
    clearTimeout(timer)
    timer = undefined
    if (next === place) return
    place = next
    move(next)
  }
  const find = () => (place?.isConnected ? place : ([...places][0] ?? null))
  // A place that the page moves, or replaces at once, has not gone.
  const follow = () =>
    queueMicrotask(() => {
      if (!followers.has(follow)) return
      const next = find()
      if (next !== null || place === null) take(next)
      else timer ??= setTimeout(() => take(find()), absenceMs)
    })
  followers.add(follow)
  definePlace()
  take(find())
  return {
    settle: () => take(find()),
    stop: () => {
      followers.delete(follow)
      clearTimeout(timer)
    },
  }
}
