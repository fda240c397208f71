import { Effect, type Scope, Stream } from "effect"

/** A position in a feed. The values after it are a linked list, which is freed once every reader has passed it. */
interface Position<A> {
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

/** Emits the values after a position. After waiting for a value, it runs `woken` before it reads the list. */
export const readAfter = <A>(
  feed: Feed<A>,
  start: Position<A>,
  woken: Effect.Effect<void> = Effect.void,
): Stream.Stream<A> =>
  Stream.fromPull(
    Effect.sync(() => {
      let position = start
      const take = (first: Node<A>): readonly [A, ...A[]] => {
        const values: [A, ...A[]] = [first.value]
        position = first
        for (let node = first.next; node !== null; node = node.next) {
          values.push(node.value)
          position = node
        }
        return values
      }
      const pull: Effect.Effect<readonly [A, ...A[]]> = Effect.suspend(() =>
        position.next === null ? Effect.flatMap(changed, () => pull) : Effect.succeed(take(position.next)),
      )
      const changed = Effect.callback<void>((resume) => {
        const unsubscribe = subscribe(feed, () => {
          unsubscribe()
          resume(woken)
        })
        return Effect.sync(unsubscribe)
      })
      return pull
    }),
  )

/** Emits the values that are published after the stream has started. */
export const values = <A>(feed: Feed<A>): Stream.Stream<A> => Stream.suspend(() => readAfter(feed, feed.last))

/**
 * Emits what `register` and its listeners pass to `emit`, until the stream is interrupted. The reader continues in a
 * later task than the call of `emit`.
 */
export const fromListener = <A>(
  register: (emit: (value: A) => void) => Effect.Effect<unknown, never, Scope.Scope>,
): Stream.Stream<A> =>
  Stream.unwrap(
    Effect.suspend(() => {
      const feed = make<A>()
      const start = feed.last
      return Effect.as(
        register((value) => publish(feed, value)),
        readAfter(feed, start, Effect.yieldNow),
      )
    }),
  )
