import { Deferred, Effect, Fiber, Stream } from "effect"
import { describe, expect, it, vi } from "vitest"
import * as Feed from "./Feed.ts"

describe("values", () => {
  it("emits each value after the start of the stream to every reader", async () => {
    const feed = Feed.make<number>()
    const read = () => Effect.runFork(Feed.values(feed).pipe(Stream.take(2), Stream.runCollect))
    Feed.publish(feed, 1)
    const first = read()
    Feed.publish(feed, 2)
    const second = read()
    Feed.publish(feed, 3)
    Feed.publish(feed, 4)
    expect(await Effect.runPromise(Effect.all([Fiber.join(first), Fiber.join(second)]))).toEqual([
      [2, 3],
      [3, 4],
    ])
  })
})

describe("fromListener", () => {
  it("emits what is passed during and after the registration, in a later task", async () => {
    const seen: string[] = []
    let emit: (value: string) => void = () => {}
    const fiber = Effect.runFork(
      Stream.runForEach(
        Feed.fromListener<string>((pass) =>
          Effect.sync(() => {
            emit = pass
            pass("first")
          }),
        ),
        (value) => Effect.sync(() => seen.push(value)),
      ),
    )
    expect(seen).toEqual(["first"])
    emit("second")
    emit("third")
    expect(seen).toEqual(["first"])
    await Effect.runPromise(Effect.yieldNow)
    expect(seen).toEqual(["first", "second", "third"])
    await Effect.runPromise(Fiber.interrupt(fiber))
  })

  it("closes the scope of the registration when the reader is interrupted", async () => {
    const closed = Deferred.makeUnsafe<void>()
    const stream = Feed.fromListener<string>(() =>
      Effect.addFinalizer(() => Deferred.succeed(closed, undefined)),
    )
    const fiber = Effect.runFork(Stream.runDrain(stream))
    await Effect.runPromise(Fiber.interrupt(fiber))
    expect(Deferred.isDoneUnsafe(closed)).toBe(true)
  })
})

describe("runForEach", () => {
  it("runs the effect for each value after its start, one after the other", async () => {
    const feed = Feed.make<number>()
    const seen: string[] = []
    Feed.publish(feed, 1)
    const fiber = Effect.runFork(
      Feed.runForEach(feed, (value) =>
        Effect.gen(function* () {
          seen.push(`begin ${value}`)
          yield* Effect.sleep(1)
          seen.push(`end ${value}`)
        }),
      ),
    )
    Feed.publish(feed, 2)
    Feed.publish(feed, 3)
    await vi.waitFor(() => expect(seen).toEqual(["begin 2", "end 2", "begin 3", "end 3"]))
    await Effect.runPromise(Fiber.interrupt(fiber))
    Feed.publish(feed, 4)
    expect(feed.listeners.size).toBe(0)
    expect(seen).toHaveLength(4)
  })
})

describe("runWithListener", () => {
  it("runs for what is passed, the first at once and others in a later task, and closes the scope", async () => {
    const seen: string[] = []
    const closed = Deferred.makeUnsafe<void>()
    let emit: (value: string) => void = () => {}
    const fiber = Effect.runFork(
      Feed.runWithListener<string>(
        (pass) =>
          Effect.gen(function* () {
            yield* Effect.addFinalizer(() => Deferred.succeed(closed, undefined))
            emit = pass
            pass("first")
          }),
        (value) => Effect.sync(() => seen.push(value)),
      ),
    )
    expect(seen).toEqual(["first"])
    emit("second")
    emit("third")
    expect(seen).toEqual(["first"])
    await Effect.runPromise(Effect.yieldNow)
    expect(seen).toEqual(["first", "second", "third"])
    await Effect.runPromise(Fiber.interrupt(fiber))
    expect(Deferred.isDoneUnsafe(closed)).toBe(true)
  })
})
