import { Clock, SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { makeTaskHandle } from "../effects/TaskHandle.ts"
import type { Toast, Toasts } from "./Toasts.ts"

/** Milliseconds between the end of a toast and the start of the next. */
const toastGapMs = 150
/** Milliseconds that a toast is shown. */
const toastDurationMs = 2500

export const makeToasts = Effect.gen(function* () {
  const current = yield* SubscriptionRef.make<Toast | null>(null)
  const slot = yield* makeTaskHandle
  let count = 0
  /** True while a toast is open, or closed less than the gap ago. */
  let taken = false

  const clear = Effect.suspend(() => {
    taken = false
    return SubscriptionRef.set(current, null)
  })

  const show: Toasts["show"] = (variant, message) =>
    Effect.asVoid(
      slot.run(
        Effect.gen(function* () {
          if (taken) {
            yield* SubscriptionRef.set(current, null)
            yield* Clock.sleep(toastGapMs)
          }
          taken = true
          count += 1
          yield* SubscriptionRef.set(current, { id: count, variant, message })
          if (variant === "loading") return
          yield* Clock.sleep(toastDurationMs)
          yield* clear
        }),
      ),
    )

  const toasts: Toasts = {
    current,
    show,
    hide: Effect.andThen(slot.stop, clear),
  }
  return toasts
})
