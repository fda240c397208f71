import { Effect } from "effect"
import * as z from "zod/mini"
import { ProviderError } from "./ProviderError.ts"

type Listener = (value: unknown) => void

/** The wallet as seen by one origin. Source: EIP-1193. */
export interface DevProvider {
  /** Rejects with `{ code, message, data? }`. */
  readonly request: (request: { readonly method: string; readonly params?: unknown }) => Promise<unknown>
  readonly on: (event: string, listener: Listener) => void
  readonly removeListener: (event: string, listener: Listener) => void
}

/** A provider, and the functions with which the wallet emits its events. */
export interface DevProviderConnection {
  readonly provider: DevProvider
  readonly emit: (event: string, value: unknown) => void
}

/** Handles a request of the dApp. */
export type HandleRequest = (
  method: string,
  params: readonly unknown[],
) => Effect.Effect<unknown, ProviderError>

const requestShape = z.object({ method: z.string(), params: z.optional(z.unknown()) })

/** Creates an EIP-1193 provider and the means to emit its events. */
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
      // A copy, because a listener may add another one.
      const standing = [...(listeners.get(event) ?? [])]
      for (const listener of standing) {
        try {
          listener(value)
        } catch (error) {
          // A listener's error is the dApp's: it must be visible there, and stop neither the other listeners nor the
          // wallet.
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
  }).pipe(Effect.flatMap(({ method, params }) => handle(method, toList(params))))

/** Params by name, as of `wallet_watchAsset`, are the only item of a list. */
const toList = (params: unknown): readonly unknown[] => {
  if (Array.isArray(params)) return params
  return typeof params === "object" && params !== null ? [params] : []
}
