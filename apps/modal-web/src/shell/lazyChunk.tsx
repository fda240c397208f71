import { type ReactNode, useSyncExternalStore } from "react"

type LoadingMessageId = "shell.loading" | "shell.failed" | null

/** Something that comes later, as far as one waits for it. */
export interface LazyChunk {
  readonly subscribe: (tell: () => void) => () => void
  readonly loadingMessage: () => LoadingMessageId
}

/** What forgets each load that failed, until `forgetFailures` runs it. */
export const failedLoads = new Set<() => void>()

/** The next time that something is wanted whose load failed, it is loaded again. */
export const forgetFailures = () => {
  for (const forget of failedLoads) forget()
  failedLoads.clear()
}

const never = () => () => {}

/** What to say in place of words that come with it; `null` where they are there, or come with nothing. */
export const useLoadingMessage = (late: LazyChunk | undefined): LoadingMessageId =>
  useSyncExternalStore(late?.subscribe ?? never, () => late?.loadingMessage() ?? null)

/**
 * A chunk of views. A load that failed stays so until `forgetFailures`: rendering alone, which is done again and
 * again, must come to an end.
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
    /** What is there already, for what cannot wait. */
    now: () => here,
    Show: ({ children }: { readonly children: (module: Module) => ReactNode }) => {
      if (here !== null) return children(here)
      // React 18 has no `use`: a thrown promise suspends in both.
      throw missing === "shell.failed" ? failure : get()
    },
  }
}
