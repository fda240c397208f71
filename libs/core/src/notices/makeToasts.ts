import { Effect, SubscriptionRef } from "effect"
import { makeSlot } from "../attempt/Slot.ts"
import type { Toast, Toasts } from "./Toasts.ts"

/** Milliseconds between an open toast's going and the next one's coming. */
const gap = 150
/** Milliseconds that a toast stays. */
const stay = 2500

export const makeToasts = Effect.gen(function* () {
  const current = yield* SubscriptionRef.make<Toast | null>(null)
  const slot = yield* makeSlot
  let count = 0

  const show: Toasts["show"] = (variant, message) =>
    Effect.asVoid(
      slot.run(
        Effect.gen(function* () {
          if (SubscriptionRef.getUnsafe(current) !== null) {
            yield* SubscriptionRef.set(current, null)
            yield* Effect.sleep(gap)
          }
          count += 1
          yield* SubscriptionRef.set(current, { id: count, variant, message })
          if (variant === "loading") return
          yield* Effect.sleep(stay)
          yield* SubscriptionRef.set(current, null)
        }),
      ),
    )

  const toasts: Toasts = {
    current,
    show,
    hide: Effect.andThen(slot.stop, SubscriptionRef.set(current, null)),
  }
  return toasts
})
