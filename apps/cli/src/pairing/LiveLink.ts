import type { PairingLink } from "@wmodal/chains/walletconnect"
import { Effect, type Scope, Stream, SubscriptionRef } from "effect"

/** The link to show now, for whoever draws it. */
export interface LiveLink {
  /** `null` where there is none: not yet, or no longer. */
  readonly link: () => PairingLink | null
  /** @returns what ends it. */
  readonly subscribe: (listener: () => void) => () => void
}

/** Follows the engine's for as long as the scope is open. `told` hears of each link once. */
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
