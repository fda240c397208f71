/** The state of a late part. `failed` means that a `get` has failed; after a failed `preload` alone it is `idle`. */
export type LazyState = "idle" | "loading" | "ready" | "failed"

/** A late part: a value whose code is loaded on first use. */
export interface Lazy<A> {
  /** Returns the loaded value; `null` before. */
  readonly now: () => A | null
  /** Returns the value. Concurrent calls share one load, and after a failure the next call loads again. */
  readonly get: () => Promise<A>
  /** Starts loading in advance. A failure is silent, and the next call loads again. */
  readonly preload: () => void
}

/**
 * Makes a late part. Every dynamic import whose result is kept goes through it. `changed` is called on each change of
 * the state; on `failed` with the cause.
 */
export const lazy = <A>(
  load: () => Promise<A>,
  changed?: (state: LazyState, cause?: unknown) => void,
): Lazy<A> => {
  let value: A | null = null
  let loading: Promise<A> | null = null
  let isAwaited = false

  const start = () => {
    if (loading) return loading
    const started = load().then(
      (loaded) => {
        value = loaded
        changed?.("ready")
        return loaded
      },
      (cause: unknown) => {
        loading = null
        const next = isAwaited ? "failed" : "idle"
        isAwaited = false
        changed?.(next, cause)
        throw cause
      },
    )
    loading = started
    changed?.("loading")
    return started
  }

  return {
    now: () => value,
    get: () => {
      isAwaited = true
      return start()
    },
    preload: () => {
      start().catch(() => {})
    },
  }
}
