import { type LazyState, lazy } from "@wmodal/protocol/lazy"
import { type ReactNode, useSyncExternalStore } from "react"

type LoadingMessageId = "shell.loading" | "shell.failed" | null

/** A lazily loaded resource, as far as its users wait for it. */
export interface LazyChunk {
  readonly subscribe: (tell: () => void) => () => void
  readonly loadingMessage: () => LoadingMessageId
}

/** Functions that forget each failed load, until `forgetFailures` runs them. */
const failedLoads = new Set<() => void>()

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
 * Creates a late part that renders can wait for. A failed load stays failed until `forgetFailures`, because repeated
 * renders must not retry forever.
 */
export const lazyChunk = <Module,>(load: () => Promise<Module>) => {
  let message: LoadingMessageId = "shell.loading"
  let failure: unknown
  const listeners = new Set<() => void>()
  const turn = (state: LazyState, cause?: unknown) => {
    message = state === "ready" ? null : state === "failed" ? "shell.failed" : "shell.loading"
    failure = cause
    if (state === "failed") failedLoads.add(forget)
    for (const tell of listeners) tell()
  }
  const forget = () => {
    if (message === "shell.failed") turn("idle")
  }
  const part = lazy(load, turn)

  /** Returns the loaded module. Suspends the render while it loads; throws the cause when loading has failed. */
  const read = (): Module => {
    const module = part.now()
    if (module !== null) return module
    // React 18 has no `use`: a thrown promise suspends in both versions.
    throw message === "shell.failed" ? failure : part.get()
  }

  return {
    prefetch: part.preload,
    subscribe: (tell: () => void) => {
      listeners.add(tell)
      return () => {
        listeners.delete(tell)
      }
    },
    loadingMessage: () => message,
    /** Returns the loaded module, for synchronous callers. */
    now: part.now,
    read,
    Show: ({ children }: { readonly children: (module: Module) => ReactNode }) => children(read()),
  }
}
