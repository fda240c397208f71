import { Effect } from "effect"
import * as Feed from "./feedList.ts"

// A module of its own: streams load later.
export { changes } from "./feedStreams.ts"

/**
 * A current value and its changes, with the functions of effect's SubscriptionRef that the packages use. Effect's own
 * adds 9 kB to a page's first script: it locks each change, and publishes it through a PubSub. This one changes its
 * value in one synchronous step, which needs no lock.
 */
export interface SubscriptionRef<in out A> extends Feed.Feed<A> {
  /** The current value. */
  last: Feed.Node<A>
}

/** Makes a reference with its first value. */
export const make = <A>(value: A): Effect.Effect<SubscriptionRef<A>> =>
  Effect.sync(() => ({ last: { value, next: null }, listeners: new Set() }))

/** Returns the current value at once. */
export const getUnsafe = <A>(ref: SubscriptionRef<A>): A => ref.last.value

/** Returns the current value. */
export const get = <A>(ref: SubscriptionRef<A>): Effect.Effect<A> => Effect.sync(() => ref.last.value)

/** Replaces the value, and calls every subscriber. */
export const set = <A>(ref: SubscriptionRef<A>, value: A): Effect.Effect<void> =>
  Effect.sync(() => Feed.publish(ref, value))

/** Replaces the value by what a function makes of it, and calls every subscriber. */
export const update = <A>(ref: SubscriptionRef<A>, change: (value: A) => A): Effect.Effect<void> =>
  Effect.sync(() => Feed.publish(ref, change(ref.last.value)))

/** Runs `use` for the current value, then for each value that is set, until it is interrupted. */
export const runForEach = <A>(
  ref: SubscriptionRef<A>,
  use: (value: A) => Effect.Effect<unknown>,
): Effect.Effect<never> => Effect.suspend(() => Feed.runForEachAfter(ref, { next: ref.last }, use))

/** Completes with the first value that meets a condition. */
export const awaitValue = <A>(ref: SubscriptionRef<A>, meets: (value: A) => boolean): Effect.Effect<A> =>
  Effect.callback<A>((resume) => {
    const first = ref.last.value
    if (meets(first)) return resume(Effect.succeed(first))
    const unsubscribe = subscribe(ref, () => {
      const { value } = ref.last
      if (!meets(value)) return
      unsubscribe()
      resume(Effect.succeed(value))
    })
    return Effect.sync(unsubscribe)
  })

/** Calls `listener` synchronously after each set. Returns a function that unsubscribes. */
export const subscribe: <A>(ref: SubscriptionRef<A>, listener: () => void) => () => void = Feed.subscribe
