import { Clock, type Rpc } from "@wmodal/protocol"
import { Effect } from "effect"

/** A review does not wait longer for the second node, in milliseconds. */
const secondTimeoutMs = 4_000

/** Asks nodes of another host. `none` is the answer where there are none, or none responds in time. */
export const askSecondNode = <A>(rpc: Rpc, ask: (node: Rpc) => Effect.Effect<A>, none: A): Effect.Effect<A> =>
  Effect.flatMap(rpc.second ?? Effect.succeed(null), (second) =>
    second === null
      ? Effect.succeed(none)
      : ask(second).pipe(
          Clock.timeoutOrElse({ duration: secondTimeoutMs, orElse: () => Effect.succeed(none) }),
        ),
  )

/** Asks a node and, at the same time, a second one. */
export const askTwoNodes = <A>(
  rpc: Rpc,
  ask: (node: Rpc) => Effect.Effect<A>,
  none: A,
): Effect.Effect<readonly [A, A]> =>
  Effect.all([ask(rpc), askSecondNode(rpc, ask, none)], { concurrency: "unbounded" })
