import type { PairingLink } from "@wmodal/chains/walletconnect"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect, type Scope, Stream } from "effect"

/** The current pairing link and its changes. */
export interface LiveLink {
  /** Returns the current link; `null` before the first and after the last one. */
  readonly link: () => PairingLink | null
  /** Calls `listener` on each change. Returns a function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void
}

/** Follows the engine's link while the scope is open. `told` is called once per link. */
export const followLink = (
  source: SubscriptionRef.SubscriptionRef<PairingLink | null>,
  told: (link: PairingLink) => void,
): Effect.Effect<LiveLink, never, Scope.Scope> =>
  Effect.gen(function* () {
    const listeners = new Set<() => void>()
    let current: PairingLink | null = null
    const take = (link: PairingLink | null) => {
      if (link?.uri === current?.uri) return
      current = link
      if (link !== null) told(link)
      for (const listener of listeners) listener()
    }
    yield* Effect.forkScoped(
      Stream.runForEach(SubscriptionRef.changes(source), (link) => Effect.sync(() => take(link))),
      { startImmediately: true },
    )
    return {
      link: () => current,
      subscribe: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    }
  })
