/** A resource that loads on the first request, with a queue of waiting calls. */
export interface Loader<Loaded> {
  /** Starts loading unless it is done or in progress. */
  readonly preload: () => void
  /**
   * Runs `use` now or once loaded; runs `giveUp` when loading failed or was destroyed. Exactly one of them runs, once.
   */
  readonly whenLoaded: (use: (loaded: Loaded) => void, giveUp: () => void) => void
  /** Cancels every waiting call; disposes of a late result. */
  readonly destroy: () => void
}

export type LoaderState = "idle" | "loading" | "ready" | "failed"

export interface LoaderOptions<Loaded> {
  readonly load: () => Promise<Loaded>
  readonly dispose: (loaded: Loaded) => void
  /**
   * Called on a state change. `failed` is reported only to waiting calls: a failed preload is silent and retried at the
   * next request.
   */
  readonly changed: (state: LoaderState, cause?: unknown) => void
}

export const makeLoader = <Loaded>({ load, dispose, changed }: LoaderOptions<Loaded>): Loader<Loaded> => {
  let waiting: { readonly use: (loaded: Loaded) => void; readonly giveUp: () => void }[] = []
  let loaded: { readonly value: Loaded } | null = null
  let loading = false
  let destroyed = false

  const takeWaiting = () => {
    const taken = waiting
    waiting = []
    return taken
  }

  const arrived = (value: Loaded) => {
    if (destroyed) return dispose(value)
    loading = false
    loaded = { value }
    changed("ready")
    for (const { use } of takeWaiting()) use(value)
  }

  const failed = (cause: unknown) => {
    if (destroyed) return
    loading = false
    const refused = takeWaiting()
    changed(refused.length > 0 ? "failed" : "idle", cause)
    for (const { giveUp } of refused) giveUp()
  }

  const preload = () => {
    if (loading || destroyed || loaded !== null) return
    loading = true
    changed("loading")
    load().then(arrived, failed)
  }

  return {
    preload,
    whenLoaded: (use, giveUp) => {
      if (destroyed) return giveUp()
      if (loaded !== null) return use(loaded.value)
      waiting.push({ use, giveUp })
      preload()
    },
    destroy: () => {
      destroyed = true
      for (const { giveUp } of takeWaiting()) giveUp()
      if (loaded !== null) dispose(loaded.value)
      loaded = null
    },
  }
}
