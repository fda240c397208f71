import { type ReactNode, useSyncExternalStore } from "react"

type LoadingMessageId = "shell.loading" | "shell.failed" | null

/** A lazily loaded resource, as far as its users wait for it. */
export interface LazyChunk {
  readonly subscribe: (tell: () => void) => () => void
  readonly loadingMessage: () => LoadingMessageId
}

/** Functions that forget each failed load, until `forgetFailures` runs them. */
export const failedLoads = new Set<() => void>()

/** Forgets failed loads, so that the next use loads them again. */
export const forgetFailures = () => {
  for (const forget of failedLoads) forget()
  failedLoads.clear()
}

const never = () => () => {}

/** Returns the text that replaces messages of a chunk that is not loaded; `null` when they are loaded or need none. */
export const useLoadingMessage = (late: LazyChunk | undefined): LoadingMessageId =>
  useSyncExternalStore(late?.subscribe ?? never, () => late?.loadingMessage() ?? null)

/**
 * Creates a chunk of views. A failed load stays failed until `forgetFailures`, because repeated renders must not retry
 * forever.
 */
export const lazyChunk = <Module,>(load: () => Promise<Module>) => {
  let loading: Promise<Module> | null = null
  let missing: LoadingMessageId = "shell.loading"
  let here: Module | null = null
  let failure: unknown
  const listeners = new Set<() => void>()
  const subscribe = (tell: () => void) => {
    listeners.add(tell)
    return () => {
      listeners.delete(tell)
    }
  }
  const turn = (next: LoadingMessageId) => {
    missing = next
    for (const tell of listeners) tell()
  }
  const forget = () => {
    loading = null
    turn("shell.loading")
  }

  const get = () => {
    loading ??= load().then(
      (module) => {
        here = module
        turn(null)
        return module
      },
      (error: unknown) => {
        failure = error
        turn("shell.failed")
        failedLoads.add(forget)
        throw error
      },
    )
    return loading
  }

  return {
    prefetch: () => {
      get().catch(forget)
    },
    subscribe,
    loadingMessage: () => missing,
    /** Returns the loaded module, for synchronous callers. */
    now: () => here,
    Show: ({ children }: { readonly children: (module: Module) => ReactNode }) => {
      if (here !== null) return children(here)
      // React 18 has no `use`: a thrown promise suspends in both versions.
      throw missing === "shell.failed" ? failure : get()
    },
  }
}
