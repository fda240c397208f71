import { Effect, type Scope, Stream } from "effect"
import { awaitNext, type Feed, make, type Node, type Position, publish } from "./feedList.ts"

/** Emits the values after a position. After waiting for a value, it runs `woken` before it reads the list. */
const readAfter = <A>(
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
      const changed = awaitNext(feed, woken)
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

/** Emits the current value, then each value that is set, also if it is the same. */
export const changes = <A>(ref: Feed<A> & { readonly last: Node<A> }): Stream.Stream<A> =>
  Stream.suspend(() => readAfter(ref, { next: ref.last }))
