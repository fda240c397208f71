import { hasKey } from "@wmodal/protocol"
import { Effect } from "effect"

/** The interface of every injected or announced EVM wallet. Source: EIP-1193. */
export interface Eip1193Provider {
  readonly request: (request: {
    readonly method: string
    readonly params?: readonly unknown[] | object
  }) => PromiseLike<unknown>
  readonly on?: (event: string, listener: (value: unknown) => void) => unknown
  readonly removeListener?: (event: string, listener: (value: unknown) => void) => unknown
}

/** A provider over a session, which says beforehand what its wallet takes. */
export interface SessionProvider extends Eip1193Provider {
  /** Returns `false` for a method that the wallet has not approved: it would be refused after its review. */
  readonly approves: (method: string) => boolean
}

/** Returns true if `value` is a provider. Never throws, although reading a member of a hostile object may. */
export const isEip1193Provider = (value: unknown): value is Eip1193Provider => {
  try {
    return (
      value !== null &&
      (typeof value === "object" || typeof value === "function") &&
      hasKey(value, "request") &&
      typeof value.request === "function"
    )
  } catch {
    return false
  }
}

/**
 * Sends one request. Fails with the value that the wallet threw; settles immediately when interrupted, though the
 * wallet may continue.
 */
export const requestProvider = (
  provider: Eip1193Provider,
  method: string,
  params?: readonly unknown[],
): Effect.Effect<unknown, unknown> =>
  Effect.tryPromise({
    // An async function, so that a `request` that throws, or a thenable that does, rejects.
    try: async () => await provider.request(params === undefined ? { method } : { method, params }),
    catch: (thrown) => thrown,
  })
