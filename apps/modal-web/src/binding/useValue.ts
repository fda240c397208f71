import { Effect, Fiber, Stream, SubscriptionRef } from "effect"
import { useCallback, useSyncExternalStore } from "react"

/** Returns the current value of an engine ref and renders again on every change. */
export const useValue = <A>(ref: SubscriptionRef.SubscriptionRef<A>): A =>
  useSyncExternalStore(
    useCallback(
      (changed: () => void) => {
        const fiber = Effect.runFork(
          Stream.runForEach(SubscriptionRef.changes(ref), () => Effect.sync(changed)),
        )
        return () => {
          Effect.runFork(Fiber.interrupt(fiber))
        }
      },
      [ref],
    ),
    () => SubscriptionRef.getUnsafe(ref),
    () => SubscriptionRef.getUnsafe(ref),
  )
