import { Effect, SubscriptionRef as EffectSubscriptionRef, Fiber, Stream } from "effect"
import fc from "fast-check"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import * as SubscriptionRef from "./SubscriptionRef.ts"

/** A ref of either kind, and the readers of its changes. */
const makeSide = ({ changes, set }: Pick<ReturnType<typeof makeOwn>, "changes" | "set">) => {
  const readers: { readonly seen: number[]; readonly fiber: Fiber.Fiber<void> }[] = []
  return {
    set: (value: number) => Effect.runSync(set(value)),
    read: () => {
      const seen: number[] = []
      const fiber = Effect.runFork(Stream.runForEach(changes, (value) => Effect.sync(() => seen.push(value))))
      readers.push({ seen, fiber })
    },
    stop: (index: number) => readers[index]?.fiber.interruptUnsafe(),
    seen: () => readers.map(({ seen }) => seen),
  }
}

const makeOwn = () => {
  const ref = Effect.runSync(SubscriptionRef.make(0))
  return {
    ref,
    changes: SubscriptionRef.changes(ref),
    set: (value: number) => SubscriptionRef.set(ref, value),
  }
}

const makeEffects = () => {
  const ref = Effect.runSync(EffectSubscriptionRef.make(0))
  return {
    changes: EffectSubscriptionRef.changes(ref),
    set: (value: number) => EffectSubscriptionRef.set(ref, value),
  }
}

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ set: fc.nat({ max: 9 }) }) },
  { weight: 2, arbitrary: fc.constant({ read: true }) },
  { weight: 1, arbitrary: fc.record({ stop: fc.nat({ max: 5 }) }) },
  { weight: 2, arbitrary: fc.constant({ wait: true }) },
)

describe("changes", () => {
  it("emits what effect's SubscriptionRef emits for any order of sets, subscriptions and interruptions", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const sides = [makeSide(makeOwn()), makeSide(makeEffects())]
        for (const one of steps) {
          for (const side of sides) {
            if ("set" in one) side.set(one.set)
            else if ("read" in one) side.read()
            else if ("stop" in one) side.stop(one.stop)
          }
          if ("wait" in one) await Effect.runPromise(Effect.yieldNow)
          const [own, effects] = sides.map(({ seen }) => seen())
          expect(own).toEqual(effects)
        }
      }),
    )
  })

  it("emits the current value first, then every value that is set while the reader is busy", async () => {
    const ref = Effect.runSync(SubscriptionRef.make(1))
    const reading = Effect.runPromise(
      SubscriptionRef.changes(ref).pipe(
        Stream.tap(() => Effect.sleep(1)),
        Stream.take(4),
        Stream.runCollect,
      ),
    )
    for (const value of [2, 3, 3]) Effect.runSync(SubscriptionRef.set(ref, value))
    expect(await reading).toEqual([1, 2, 3, 3])
  })

  it("emits values in the order of their sets when a reader sets the ref", () => {
    const { ref, changes, set } = makeOwn()
    const seen: number[][] = [[], []]
    for (const list of seen) {
      Effect.runFork(
        Stream.runForEach(changes, (value) => {
          list.push(value)
          return value === 1 ? set(value + 10) : Effect.void
        }),
      )
    }
    Effect.runSync(set(1))
    Effect.runSync(set(2))
    expect(seen).toEqual([
      [0, 1, 11, 11, 2],
      [0, 1, 11, 11, 2],
    ])
    expect(SubscriptionRef.getUnsafe(ref)).toBe(2)
  })

  it("removes its listener when the reader is interrupted", async () => {
    const ref = Effect.runSync(SubscriptionRef.make(1))
    const fiber = Effect.runFork(Stream.runDrain(SubscriptionRef.changes(ref)))
    expect(ref.listeners.size).toBe(1)
    await Effect.runPromise(Fiber.interrupt(fiber))
    expect(ref.listeners.size).toBe(0)
  })
})

describe("set and update", () => {
  it("changes the value in one step", () => {
    const ref = Effect.runSync(SubscriptionRef.make(1))
    Effect.runSync(SubscriptionRef.update(ref, (value) => value + 1))
    expect(SubscriptionRef.getUnsafe(ref)).toBe(2)
    Effect.runSync(SubscriptionRef.set(ref, 5))
    expect(Effect.runSync(SubscriptionRef.get(ref))).toBe(5)
  })

  it("counts every update of concurrent fibers", async () => {
    const ref = Effect.runSync(SubscriptionRef.make(0))
    const add = Effect.andThen(
      Effect.yieldNow,
      SubscriptionRef.update(ref, (value) => value + 1),
    )
    await Effect.runPromise(
      Effect.all(
        Array.from({ length: 50 }, () => add),
        { concurrency: "unbounded" },
      ),
    )
    expect(SubscriptionRef.getUnsafe(ref)).toBe(50)
  })
})

describe("subscribe", () => {
  const makeHeard = () => {
    const ref = Effect.runSync(SubscriptionRef.make(1))
    const set = (value: number) => Effect.runSync(SubscriptionRef.set(ref, value))
    return { ref, set, read: () => SubscriptionRef.getUnsafe(ref) }
  }

  it("calls the listener before set returns, until it is unsubscribed", () => {
    const { ref, set, read } = makeHeard()
    const seen: number[] = []
    const unsubscribe = SubscriptionRef.subscribe(ref, () => seen.push(read()))
    set(2)
    set(2)
    unsubscribe()
    set(3)
    expect(seen).toEqual([2, 2])
  })

  it("keeps one of two subscriptions of the same listener", () => {
    const { ref, set } = makeHeard()
    const listener = vi.fn<() => void>()
    const unsubscribe = SubscriptionRef.subscribe(ref, listener)
    SubscriptionRef.subscribe(ref, listener)
    unsubscribe()
    set(2)
    expect(listener).toHaveBeenCalledOnce()
  })

  it("calls neither a listener that an earlier one unsubscribed nor one that it subscribed", () => {
    const { ref, set } = makeHeard()
    const listener = vi.fn<() => void>()
    SubscriptionRef.subscribe(ref, () => {
      unsubscribe()
      SubscriptionRef.subscribe(ref, listener)
    })
    const unsubscribe = SubscriptionRef.subscribe(ref, listener)
    set(2)
    expect(listener).not.toHaveBeenCalled()
  })

  it("calls the other listeners and reports the error when a listener throws", async () => {
    const { ref, set } = makeHeard()
    const reported = vi.spyOn(Promise, "reject").mockReturnValue(new Promise<never>(() => {}))
    onTestFinished(() => reported.mockRestore())
    const listener = vi.fn<() => void>()
    SubscriptionRef.subscribe(ref, () => {
      throw new Error("A bug")
    })
    SubscriptionRef.subscribe(ref, listener)
    set(2)
    expect(listener).toHaveBeenCalledOnce()
    expect(reported).toHaveBeenCalledWith(new Error("A bug"))
  })
})

describe("runForEach", () => {
  it("runs the effect for the current value and each value that is set", async () => {
    const ref = Effect.runSync(SubscriptionRef.make(1))
    const seen: number[] = []
    const fiber = Effect.runFork(
      SubscriptionRef.runForEach(ref, (value) => Effect.sync(() => seen.push(value))),
    )
    expect(seen).toEqual([1])
    Effect.runSync(SubscriptionRef.set(ref, 2))
    Effect.runSync(SubscriptionRef.set(ref, 2))
    await Effect.runPromise(Effect.yieldNow)
    expect(seen).toEqual([1, 2, 2])
    await Effect.runPromise(Fiber.interrupt(fiber))
    expect(ref.listeners.size).toBe(0)
  })
})

describe("awaitValue", () => {
  it("completes at once or with the first value that meets the condition", async () => {
    const ref = Effect.runSync(SubscriptionRef.make(1))
    await Effect.runPromise(SubscriptionRef.awaitValue(ref, (value) => value === 1))
    const waiting = Effect.runPromise(SubscriptionRef.awaitValue(ref, (value) => value === 3))
    expect(ref.listeners.size).toBe(1)
    for (const value of [2, 3, 4]) Effect.runSync(SubscriptionRef.set(ref, value))
    await waiting
    expect(ref.listeners.size).toBe(0)
  })

  it("unsubscribes when it is interrupted", async () => {
    const ref = Effect.runSync(SubscriptionRef.make(1))
    const fiber = Effect.runFork(SubscriptionRef.awaitValue(ref, () => false))
    await Effect.runPromise(Fiber.interrupt(fiber))
    expect(ref.listeners.size).toBe(0)
  })
})
