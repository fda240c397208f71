import { Effect, Stream } from "effect"
import * as Feed from "./Feed.ts"

/**
 * A current value and its changes, with the functions of effect's SubscriptionRef that the packages use. Effect's own
 * adds 9 kB to a page's first script: it locks each change, and publishes it through a PubSub. This one changes its
 * value in one synchronous step, which needs no lock.
 */
export interface SubscriptionRef<in out A> extends Feed.Feed<A> {
  /** The current value. */
  last: Feed.Node<A>
}

export const make = <A>(value: A): Effect.Effect<SubscriptionRef<A>> =>
  Effect.sync(() => ({ last: { value, next: null }, listeners: new Set() }))

export const getUnsafe = <A>(ref: SubscriptionRef<A>): A => ref.last.value

export const get = <A>(ref: SubscriptionRef<A>): Effect.Effect<A> => Effect.sync(() => ref.last.value)

export const set = <A>(ref: SubscriptionRef<A>, value: A): Effect.Effect<void> =>
  Effect.sync(() => Feed.publish(ref, value))

export const update = <A>(ref: SubscriptionRef<A>, change: (value: A) => A): Effect.Effect<void> =>
  Effect.sync(() => Feed.publish(ref, change(ref.last.value)))

/** Emits the current value, then each value that is set, also if it is the same. */
export const changes = <A>(ref: SubscriptionRef<A>): Stream.Stream<A> =>
  Stream.suspend(() => Feed.readAfter(ref, { next: ref.last }))

/** Calls `listener` synchronously after each set. Returns a function that unsubscribes. */
export const subscribe: <A>(ref: SubscriptionRef<A>, listener: () => void) => () => void = Feed.subscribe
