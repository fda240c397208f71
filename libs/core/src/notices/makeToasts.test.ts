import { describe, expect, it } from "@effect/vitest"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { makeToasts } from "./makeToasts.ts"

describe("makeToasts", () => {
  it.effect("shows one toast at a time, the next one 150 ms after the open one has closed", () =>
    Effect.gen(function* () {
      const toasts = yield* makeToasts
      const shown = () => SubscriptionRef.getUnsafe(toasts.current)?.message.id ?? null
      yield* toasts.show("success", { id: "one" })
      expect(shown()).toBe("one")
      yield* toasts.show("error", { id: "two" })
      expect(shown()).toBe(null)
      yield* TestClock.adjust("149 millis")
      expect(shown()).toBe(null)
      yield* TestClock.adjust("1 millis")
      expect(shown()).toBe("two")
    }),
  )

  it.effect("keeps that delay when a third toast arrives within it", () =>
    Effect.gen(function* () {
      const toasts = yield* makeToasts
      const shown = () => SubscriptionRef.getUnsafe(toasts.current)?.message.id ?? null
      yield* toasts.show("success", { id: "one" })
      yield* toasts.show("error", { id: "two" })
      yield* TestClock.adjust("10 millis")
      yield* toasts.show("error", { id: "three" })
      expect(shown()).toBe(null)
      yield* TestClock.adjust("150 millis")
      expect(shown()).toBe("three")
      yield* TestClock.adjust("2500 millis")
      yield* toasts.show("success", { id: "four" })
      expect(shown()).toBe("four")
    }),
  )

  it.effect("hides a toast after 2500 ms, but keeps one while loading", () =>
    Effect.gen(function* () {
      const toasts = yield* makeToasts
      const variant = () => SubscriptionRef.getUnsafe(toasts.current)?.variant ?? null
      yield* toasts.show("success", { id: "one" })
      yield* TestClock.adjust("2499 millis")
      expect(variant()).toBe("success")
      yield* TestClock.adjust("1 millis")
      expect(variant()).toBe(null)
      yield* toasts.show("loading", { id: "two" })
      yield* TestClock.adjust("1 hour")
      expect(variant()).toBe("loading")
      yield* toasts.hide
      expect(variant()).toBe(null)
    }),
  )
})
