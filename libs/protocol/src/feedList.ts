import { Effect, type Scope } from "effect"

/** A position in a feed. The values after it are a linked list, which is freed once every reader has passed it. */
export interface Position<A> {
  next: Node<A> | null
}

/** A published value. */
export interface Node<A> extends Position<A> {
  readonly value: A
}

/**
 * Values for any number of readers. Each reader receives all values in order, whatever the other readers do. It replaces
 * effect's PubSub and Queue, which are 13 kB of a page's first script because they also bound, drop and replay values.
 */
export interface Feed<in out A> {
  /** The end of the list. */
  last: Position<A>
  readonly listeners: Set<() => void>
}

/** Makes a feed without entries. */
export const make = <A>(): Feed<A> => ({ last: { next: null }, listeners: new Set() })

/** Adds a value, then calls the listeners. A listener may publish, subscribe and unsubscribe. */
export const publish = <A>(feed: Feed<A>, value: NoInfer<A>): void => {
  const node: Node<A> = { value, next: null }
  feed.last.next = node
  feed.last = node
  // A copy: a reader that continues to wait subscribes again.
  for (const listener of Array.from(feed.listeners)) {
    if (!feed.listeners.has(listener)) continue
    try {
      listener()
    } catch (error) {
      // The host reports it as an unhandled rejection. The publisher and the other listeners continue.
      void Promise.reject(error)
    }
  }
}

/** Calls `listener` after each value. Returns a function that unsubscribes. */
export const subscribe = <A>(feed: Feed<A>, listener: () => void): (() => void) => {
  // A listener may be subscribed twice.
  const call = () => listener()
  feed.listeners.add(call)
  return () => {
    feed.listeners.delete(call)
  }
}

/** Completes with the next value. */
export const awaitNext = <A>(feed: Feed<A>, woken: Effect.Effect<void>): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    const unsubscribe = subscribe(feed, () => {
      unsubscribe()
      resume(woken)
    })
    return Effect.sync(unsubscribe)
  })

/**
 * Runs `use` for each value after a position, in order, until it is interrupted. After waiting for a value, it runs
 * `woken` before it reads the list. The code of the first frame uses no streams, which are 1 kB.
 */
export const runForEachAfter = <A>(
  feed: Feed<A>,
  start: Position<A>,
  use: (value: A) => Effect.Effect<unknown>,
  woken: Effect.Effect<void> = Effect.void,
): Effect.Effect<never> =>
  Effect.suspend(() => {
    let position = start
    const changed = awaitNext(feed, woken)
    const step = Effect.suspend((): Effect.Effect<unknown> => {
      const { next } = position
      if (next === null) return changed
      position = next
      return use(next.value)
    })
    return Effect.forever(step, { disableYield: true })
  })

/** Runs `use` for each value that is published after the start. */
export const runForEach = <A>(
  feed: Feed<A>,
  use: (value: A) => Effect.Effect<unknown>,
): Effect.Effect<never> => Effect.suspend(() => runForEachAfter(feed, feed.last, use))

/**
 * Runs `use` for what `register` and its listeners pass to `emit`, until it is interrupted. `use` runs in a later task
 * than the call of `emit`.
 */
export const runWithListener = <A>(
  register: (emit: (value: A) => void) => Effect.Effect<unknown, never, Scope.Scope>,
  use: (value: A) => Effect.Effect<unknown>,
): Effect.Effect<never> =>
  Effect.suspend(() => {
    const feed = make<A>()
    const start = feed.last
    return Effect.scoped(
      Effect.andThen(
        register((value) => publish(feed, value)),
        runForEachAfter(feed, start, use, Effect.yieldNow),
      ),
    )
  })
