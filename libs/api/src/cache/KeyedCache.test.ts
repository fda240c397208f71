import { it } from "@effect/vitest"
import { Effect, Exit, Fiber, Scope } from "effect"
import { TestClock } from "effect/testing"
import { expect } from "vitest"
import { makeKeyedCache, staleTimesMs, toAddressKey } from "./KeyedCache.ts"

/** A cache for 30 s whose reads take one second each, with a log of its reads. A read fails while `broken`. */
const makeCountedCache = Effect.gen(function* () {
  const state = { reads: [] as string[], broken: false }
  const cache = yield* makeKeyedCache({
    staleTimeMs: staleTimesMs.portfolio,
    capacity: 2,
    key: (key: string) => key,
    read: (key) =>
      Effect.suspend(() => {
        state.reads.push(key)
        const value = state.reads.length
        return Effect.sleep(1000).pipe(
          Effect.andThen(
            Effect.suspend(() => (state.broken ? Effect.fail("broken") : Effect.succeed(value))),
          ),
        )
      }),
  })
  /** Returns the result of `get`, after the second that a read takes. */
  const get = Effect.fnUntraced(function* (key: string) {
    const fiber = yield* Effect.forkChild(cache.get(key), { startImmediately: true })
    yield* TestClock.adjust(1000)
    return yield* Fiber.join(fiber)
  })
  return { cache, state, get }
})

it.effect("reads once for concurrent callers, and once per key", () =>
  Effect.gen(function* () {
    const { cache, state } = yield* makeCountedCache
    const fiber = yield* Effect.forkChild(
      Effect.forEach(["a", "a", "b", "a"], cache.get, { concurrency: "unbounded" }),
      { startImmediately: true },
    )
    yield* TestClock.adjust(1000)
    const values = (yield* Fiber.join(fiber)).map(({ value }) => value)
    expect(values).toEqual([1, 1, 2, 1])
    expect(state.reads).toEqual(["a", "b"])
  }),
)

it.effect("keeps a value for exactly its lifetime", () =>
  Effect.gen(function* () {
    const { cache, state, get } = yield* makeCountedCache
    expect(yield* get("a")).toEqual({ value: 1, at: 1000, isStale: false })
    yield* TestClock.setTime(30_999)
    expect(yield* cache.get("a")).toEqual({ value: 1, at: 1000, isStale: false })
    yield* TestClock.setTime(31_000)
    expect(yield* cache.peek("a")).toEqual({ value: 1, at: 1000, isStale: true })
    expect(yield* get("a")).toEqual({ value: 2, at: 32_000, isStale: false })
    expect(state.reads).toEqual(["a", "a"])
  }),
)

it.effect("reads again when a value is dated in the future after a clock change", () =>
  Effect.gen(function* () {
    const { cache, get } = yield* makeCountedCache
    yield* TestClock.setTime(3_600_000)
    yield* get("a")
    yield* TestClock.setTime(0)
    expect(yield* cache.peek("a")).toMatchObject({ value: 1, isStale: true })
    expect(yield* get("a")).toEqual({ value: 2, at: 1000, isStale: false })
  }),
)

it.effect("returns a stale value after a failed read, and reads again on the next call", () =>
  Effect.gen(function* () {
    const { state, get } = yield* makeCountedCache
    yield* get("a")
    yield* TestClock.setTime(60_000)
    state.broken = true
    expect(yield* get("a")).toEqual({ value: 1, at: 1000, isStale: true, cause: "broken" })
    state.broken = false
    expect(yield* get("a")).toEqual({ value: 3, at: 62_000, isStale: false })
  }),
)

it.effect("fails without a value, and caches no failure", () =>
  Effect.gen(function* () {
    const { cache, state, get } = yield* makeCountedCache
    state.broken = true
    expect(yield* Effect.flip(get("a"))).toBe("broken")
    expect(yield* cache.peek("a")).toBeNull()
    state.broken = false
    expect((yield* get("a")).value).toBe(2)
  }),
)

it.effect("reads a fresh value again on refetch, and keeps it when the read fails", () =>
  Effect.gen(function* () {
    const { cache, state, get } = yield* makeCountedCache
    const renew = Effect.fnUntraced(function* () {
      const fiber = yield* Effect.forkChild(cache.refetch("a"), { startImmediately: true })
      yield* TestClock.adjust(1000)
      return yield* Fiber.join(fiber)
    })
    yield* get("a")
    expect(yield* renew()).toEqual({ value: 2, at: 2000, isStale: false })
    state.broken = true
    expect(yield* renew()).toEqual({ value: 2, at: 2000, isStale: true, cause: "broken" })
    expect(yield* cache.get("a")).toEqual({ value: 2, at: 2000, isStale: false })
  }),
)

it.effect("shares one refetch among callers, after the read in progress", () =>
  Effect.gen(function* () {
    const { cache, state } = yield* makeCountedCache
    const early = yield* Effect.forkChild(cache.get("a"), { startImmediately: true })
    yield* TestClock.adjust(500)
    const late = yield* Effect.forkChild(
      Effect.all([cache.refetch("a"), cache.refetch("a")], { concurrency: "unbounded" }),
      { startImmediately: true },
    )
    expect(state.reads).toEqual(["a"])
    yield* TestClock.adjust(500)
    expect((yield* Fiber.join(early)).value).toBe(1)
    yield* TestClock.adjust(1000)
    expect((yield* Fiber.join(late)).map(({ value }) => value)).toEqual([2, 2])
    expect(state.reads).toEqual(["a", "a"])
  }),
)

it.effect("skips reads for the retry delay after a failure", () =>
  Effect.gen(function* () {
    const state = { reads: 0, broken: true }
    const cache = yield* makeKeyedCache({
      staleTimeMs: 1000,
      retryDelayMs: 30_000,
      capacity: 2,
      key: (key: string) => key,
      read: () =>
        Effect.suspend(() => (++state.reads, state.broken ? Effect.fail("broken") : Effect.succeed("a"))),
    })
    expect(yield* Effect.flip(cache.get("a"))).toBe("broken")
    yield* TestClock.setTime(29_999)
    expect(yield* Effect.flip(cache.get("a"))).toBe("broken")
    expect(state.reads).toBe(1)
    yield* TestClock.setTime(30_000)
    state.broken = false
    expect((yield* cache.get("a")).value).toBe("a")
    yield* TestClock.setTime(31_000)
    state.broken = true
    expect(yield* cache.get("a")).toEqual({ value: "a", at: 30_000, isStale: true, cause: "broken" })
    expect(yield* cache.get("a")).toEqual({ value: "a", at: 30_000, isStale: true, cause: "broken" })
    expect(state.reads).toBe(3)
    state.broken = false
    expect((yield* cache.refetch("a")).isStale).toBe(false)
  }),
)

it.effect("limits the retry delay when the clock is set back", () =>
  Effect.gen(function* () {
    let reads = 0
    const cache = yield* makeKeyedCache({
      staleTimeMs: 1000,
      retryDelayMs: 30_000,
      capacity: 2,
      key: (key: string) => key,
      read: () => Effect.suspend(() => Effect.fail(++reads)),
    })
    yield* TestClock.setTime(3_600_000)
    yield* Effect.flip(cache.get("a"))
    yield* TestClock.setTime(0)
    expect(yield* Effect.flip(cache.get("a"))).toBe(2)
  }),
)

it.effect("continues a read when its first caller is interrupted", () =>
  Effect.gen(function* () {
    const { cache, state } = yield* makeCountedCache
    const first = yield* Effect.forkChild(cache.get("a"), { startImmediately: true })
    const second = yield* Effect.forkChild(cache.get("a"), { startImmediately: true })
    yield* Fiber.interrupt(first)
    yield* TestClock.adjust(1000)
    expect((yield* Fiber.join(second)).value).toBe(1)
    expect(state.reads).toEqual(["a"])
  }),
)

it.effect("discards a read that began before an invalidation", () =>
  Effect.gen(function* () {
    const { cache, get } = yield* makeCountedCache
    const early = yield* Effect.forkChild(cache.get("a"), { startImmediately: true })
    yield* TestClock.adjust(500)
    yield* cache.invalidate("a")
    yield* TestClock.adjust(500)
    expect((yield* Fiber.join(early)).value).toBe(1)
    expect(yield* cache.peek("a")).toBeNull()
    expect((yield* get("a")).value).toBe(2)
  }),
)

it.effect("removes the least recently read value", () =>
  Effect.gen(function* () {
    const { cache, get } = yield* makeCountedCache
    for (const key of ["a", "b", "c"]) yield* get(key)
    expect(yield* cache.peek("a")).toBeNull()
    expect((yield* cache.peek("b"))?.value).toBe(2)
    expect((yield* cache.peek("c"))?.value).toBe(3)
  }),
)

it.effect("ends its reads with its scope", () =>
  Effect.gen(function* () {
    const scope = yield* Scope.make()
    const { cache } = yield* Scope.provide(makeCountedCache, scope)
    const asking = yield* Effect.forkChild(cache.get("a"), { startImmediately: true })
    yield* Scope.close(scope, Exit.void)
    expect(Exit.isFailure(yield* Fiber.await(asking))).toBe(true)
  }),
)

it("keys an account by its address, case-sensitive only on chains with case-sensitive addresses", () => {
  expect(toAddressKey("eip155:1:0xAB")).toBe("eip155:1:0xab")
  expect(toAddressKey("solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:AbC")).toBe(
    "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:AbC",
  )
})
