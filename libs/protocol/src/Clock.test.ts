import { expect, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { afterEach, describe, vi } from "vitest"
import * as Clock from "./Clock.ts"

describe("Clock with effect's test clock", () => {
  it.effect("sleeps and delays in virtual time, as long as effect's own", () =>
    Effect.gen(function* () {
      const seen: string[] = []
      const note = (text: string) => Effect.sync(() => void seen.push(text))
      yield* Effect.forkChild(Effect.andThen(Effect.sleep(100), note("effect")))
      yield* Effect.forkChild(Effect.andThen(Clock.sleep(100), note("own")))
      yield* Effect.forkChild(Clock.delay(note("delayed"), 200))
      yield* TestClock.adjust(99)
      expect(seen).toEqual([])
      yield* TestClock.adjust(1)
      expect(seen).toEqual(["effect", "own"])
      expect(yield* Clock.currentTimeMillis).toBe(100)
      yield* TestClock.adjust(100)
      expect(seen).toEqual(["effect", "own", "delayed"])
    }),
  )

  it.effect("interrupts an effect that takes longer and returns the other, or the result", () =>
    Effect.gen(function* () {
      let ended = ""
      const within = <A, E>(effect: Effect.Effect<A, E>) =>
        Effect.result(effect.pipe(Clock.timeoutOrElse({ duration: 50, orElse: () => Effect.fail("late") })))
      const never = Effect.onInterrupt(Effect.never, () =>
        Effect.sync(() => {
          ended = "interrupted"
        }),
      )
      const fiber = yield* Effect.forkChild(within(never))
      yield* TestClock.adjust(50)
      expect(yield* Fiber.join(fiber)).toMatchObject({ _tag: "Failure", failure: "late" })
      expect(ended).toBe("interrupted")
      expect(yield* within(Effect.succeed(7))).toMatchObject({ _tag: "Success", success: 7 })
      expect(yield* within(Effect.fail("own"))).toMatchObject({ _tag: "Failure", failure: "own" })
    }),
  )
})

describe("Clock without another", () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  const run = (milliseconds: number) => {
    let isDone = false
    const fiber = Effect.runFork(
      Effect.andThen(
        Clock.sleep(milliseconds),
        Effect.sync(() => {
          isDone = true
        }),
      ),
    )
    return { isDone: () => isDone, fiber }
  }

  it("waits by the page's timers, also longer than one timer can", async () => {
    vi.useFakeTimers({ now: 5000 })
    expect(Effect.runSync(Clock.currentTimeMillis)).toBe(5000)
    const days = 30 * 24 * 60 * 60 * 1000
    const { isDone } = run(days)
    await vi.advanceTimersByTimeAsync(days - 1)
    expect(isDone()).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(isDone()).toBe(true)
  })

  it("clears its timer when it is interrupted, and has none for infinity", async () => {
    vi.useFakeTimers()
    const { fiber } = run(1000)
    const endless = run(Number.POSITIVE_INFINITY)
    expect(vi.getTimerCount()).toBe(1)
    fiber.interruptUnsafe()
    expect(vi.getTimerCount()).toBe(0)
    await vi.advanceTimersByTimeAsync(1e12)
    expect(endless.isDone()).toBe(false)
  })

  it("lets other fibers run for no time at all", async () => {
    const { isDone } = run(0)
    expect(isDone()).toBe(false)
    await vi.waitFor(() => expect(isDone()).toBe(true))
  })
})
