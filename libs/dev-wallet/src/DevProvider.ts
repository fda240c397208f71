import { Effect } from "effect"
import * as z from "zod/mini"
import { ProviderError } from "./ProviderError.ts"

type Listener = (value: unknown) => void

/** The wallet as one origin sees it. Source: EIP-1193. */
export interface DevProvider {
  /** Rejects with `{ code, message, data? }`. */
  readonly request: (request: { readonly method: string; readonly params?: unknown }) => Promise<unknown>
  readonly on: (event: string, listener: Listener) => void
  readonly removeListener: (event: string, listener: Listener) => void
}

/** The provider, and the wallet's side of it. */
export interface DevProviderConnection {
  readonly provider: DevProvider
  readonly emit: (event: string, value: unknown) => void
}

export type HandleRequest = (
  method: string,
  params: readonly unknown[],
) => Effect.Effect<unknown, ProviderError>

const requestShape = z.object({ method: z.string(), params: z.optional(z.unknown()) })

export const makeDevProvider = (handle: HandleRequest): DevProviderConnection => {
  const listeners = new Map<string, Set<Listener>>()
  return {
    provider: {
      request: (request) => Effect.runPromise(decode(request, handle)),
      on: (event, listener) => {
        listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      },
      removeListener: (event, listener) => {
        listeners.get(event)?.delete(listener)
      },
    },
    emit: (event, value) => {
      // Those that stand now: a listener may add another.
      const standing = [...(listeners.get(event) ?? [])]
      for (const listener of standing) {
        try {
          listener(value)
        } catch (error) {
          // The page's own mistake: it must show there, and not stop the other listeners or the wallet.
          queueMicrotask(() => {
            throw error
          })
        }
      }
    },
  }
}

const decode = (request: unknown, handle: HandleRequest) =>
  Effect.try({
    try: () => requestShape.parse(request),
    catch: () => new ProviderError({ code: -32600, message: "Invalid request: no method." }),
  }).pipe(Effect.flatMap(({ method, params }) => handle(method, Array.isArray(params) ? params : [])))
