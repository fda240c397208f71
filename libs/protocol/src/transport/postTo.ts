import { Effect, Result } from "effect"
import { batchSize } from "./Batch.ts"
import type { Fetch } from "./Fetch.ts"
import { exchange } from "./Http.ts"
import type { Body } from "./Question.ts"
import type { RpcReason } from "./RpcError.ts"
import type { AskableNode } from "./RpcNode.ts"

/** How many bodies are on their way at once to a node that takes only small ones. */
const bodiesAtOnce = 10

/** Many nodes stop at 100 requests, many public ones at 3 or at one, and none says in a common way at how many. */
const afterRefusal = (size: number) => (size > 100 ? 100 : 1)

/**
 * One attempt at one node, in as many bodies as it takes. What any of them said counts; the attempt fails by the first
 * that said nothing. A node that refuses a body for its size is sent smaller ones from the next attempt on.
 */
export const postTo = Effect.fnUntraced(function* (
  { fetch, node }: { readonly fetch: Fetch["Service"]; readonly node: AskableNode },
  bodies: readonly Body[],
): Effect.fn.Return<void, RpcReason> {
  const post = ({ text, read, size }: Body) =>
    exchange(fetch, node.post(text)).pipe(
      Effect.mapError(
        (reason): RpcReason =>
          size > 1 && !node.refusesAll && refuses(reason) ? { _tag: "BatchRefused", size } : reason,
      ),
      Effect.flatMap((reply) => read(reply, node.host)),
      Effect.tap(() =>
        Effect.sync(() => {
          node.refusesAll = false
        }),
      ),
      Effect.tapError(({ _tag }) =>
        Effect.sync(() => {
          if (_tag === "BatchRefused") node.takes = Math.min(node.takes, afterRefusal(size))
        }),
      ),
      Effect.result,
    )
  const results = yield* Effect.forEach(bodies, post, { concurrency: bodiesAtOnce })
  const failures = results.filter(Result.isFailure).map(({ failure }) => failure)
  const [first, second] = failures
  if (first === undefined) return
  // None of several was taken, one by one: so it is not for their number that it refuses them.
  if (second !== undefined && failures.length === bodies.length && failures.every(refuses)) {
    node.takes = batchSize
    node.refusesAll = true
  }
  return yield* Effect.fail(first)
})

/** Whether this may be said to too many requests at once. */
const refuses = (reason: RpcReason): boolean =>
  reason._tag === "Status" &&
  (reason.status === 400 || reason.status === 413 || /batch/i.test(reason.said ?? ""))
