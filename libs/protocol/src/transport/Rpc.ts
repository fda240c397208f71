import { Clock, Effect, Result, type Scope } from "effect"
import { type BatchMember, makeBatch, maxBatchSize } from "./Batch.ts"
import { executeRead } from "./executeRead.ts"
import { Fetch } from "./Fetch.ts"
import { currentHosts } from "./Hosts.ts"
import { exchange } from "./Http.ts"
import { currentLogicalCall, type LogicalCall, withSeparateCall } from "./LogicalCall.ts"
import { makePolling, type Poll } from "./Poll.ts"
import type { ExecuteRead, RequestBody, RpcReadFailure } from "./ReadRequest.ts"
import { getRequestBudget, readPolicy } from "./Retry.ts"
import { RpcError, type RpcReason } from "./RpcError.ts"
import { type RpcEndpoint, type RpcNode, toRpcEndpoints } from "./RpcNode.ts"
import { rankNodes } from "./ranking.ts"

/** How many bodies are on their way at once to a node that takes only small ones. */
const maxConcurrentBodies = 10

/** Many nodes stop at 100 requests, many public ones at 3 or at one, and none says in a common way at how many. */
const reduceBatchSize = (size: number) => (size > 100 ? 100 : 1)

/**
 * One attempt at one node, in as many bodies as it takes. What any of them said counts; the attempt fails by the first
 * that said nothing. A node that refuses a body for its size is sent smaller ones from the next attempt on.
 */
export const postBodies = Effect.fnUntraced(function* (
  { fetch, node }: { readonly fetch: Fetch["Service"]; readonly node: RpcEndpoint },
  bodies: readonly RequestBody[],
): Effect.fn.Return<void, RpcReason> {
  const post = ({ text, read, size }: RequestBody) =>
    exchange(fetch, node.post(text)).pipe(
      Effect.mapError(
        (reason): RpcReason =>
          size > 1 && !node.refusesAll && isPossibleBatchRefusal(reason)
            ? { _tag: "BatchRefused", size }
            : reason,
      ),
      Effect.flatMap((reply) => read(reply, node.host)),
      Effect.tap(() =>
        Effect.sync(() => {
          node.refusesAll = false
        }),
      ),
      Effect.tapError(({ _tag }) =>
        Effect.sync(() => {
          if (_tag === "BatchRefused") node.maxRequests = Math.min(node.maxRequests, reduceBatchSize(size))
        }),
      ),
      Effect.result,
    )
  const results = yield* Effect.forEach(bodies, post, { concurrency: maxConcurrentBodies })
  const failures = results.filter(Result.isFailure).map(({ failure }) => failure)
  const [first, second] = failures
  if (first === undefined) return
  // None of several was taken, one by one: so it is not for their number that it refuses them.
  if (second !== undefined && failures.length === bodies.length && failures.every(isPossibleBatchRefusal)) {
    node.maxRequests = maxBatchSize
    node.refusesAll = true
  }
  return yield* Effect.fail(first)
})

/** Whether this may be said to too many requests at once. */
const isPossibleBatchRefusal = (reason: RpcReason): boolean =>
  reason._tag === "Status" &&
  (reason.status === 400 || reason.status === 413 || /batch/i.test(reason.said ?? ""))

/** JSON-RPC towards the nodes of one network. Only reads and raw broadcasts go here, never what a person signs. */
export interface Rpc {
  /**
   * One logical call: retried and deadlined as a whole.
   * The result is `unknown`: whoever asks decodes it.
   */
  readonly request: (method: string, params?: readonly unknown[]) => Effect.Effect<unknown, RpcError>
  /**
   * The one node that is the best to ask now, and that alone: for nonce, gas and broadcast of one send, since
   * another may not know yet what this one took. Nothing that it is asked goes to two hosts.
   */
  readonly pin: Effect.Effect<Rpc>
}

/** How to reach one network. */
export interface RpcOptions {
  /**
   * Nodes are ranked inside a tier by what their calls came to; a tier is left for the next only where nobody in it may
   * be asked. A plain string is a node that takes `application/json`. URLs that are none are left out.
   */
  readonly tiers: readonly (readonly (string | RpcNode)[])[]
  /** How to compare nodes that no call goes to, by the network's namespace as in `polls`. None are polled without it. */
  readonly poll?: Poll | null
}

/** How the nodes of one network are made askable. */
export type MakeRpc = (options: RpcOptions) => Effect.Effect<Rpc, never, Fetch | Scope.Scope>

/** A read that is no part of anything larger has the budget of the body that it travels in. */
const hasBudget = () => true

/** What it learns of hosts it shares with all who run with the same `Hosts`. What it runs by itself ends with the scope. */
export const makeRpc = Effect.fnUntraced(function* (
  options: RpcOptions,
): Effect.fn.Return<Rpc, never, Fetch | Scope.Scope> {
  const fetch = yield* Fetch
  const hosts = yield* currentHosts
  let tiers: readonly (readonly RpcEndpoint[])[] = options.tiers.map((tier) => tier.flatMap(toRpcEndpoints))

  const rank = () => {
    tiers = tiers.map(rankNodes)
    return tiers
  }
  const poll = options.poll ?? null
  const called =
    poll === null ? Effect.void : yield* makePolling({ poll, tier: (now) => inUse(tiers, now), hosts, fetch })

  /** The first tier that has somebody to ask. */
  const inUse = (all: readonly (readonly RpcEndpoint[])[], now: number) =>
    all.find((tier) => tier.some(isFree(now))) ?? []
  const isFree =
    (now: number) =>
    ({ host }: RpcEndpoint) =>
      hosts.view(host).heldUntil <= now

  const over = Effect.fnUntraced(function* (
    nodes: () => readonly (readonly RpcEndpoint[])[],
  ): Effect.fn.Return<Rpc> {
    // Their order changes, but not who they are, so that no call has to find it out.
    const all = nodes().flat()
    const [first] = all
    const requests = getRequestBudget(new Set(all.map(({ host }) => host)).size)

    const ask: ExecuteRead = ({ method, bodies }) =>
      Effect.suspend(() =>
        executeRead<RpcEndpoint, void, RpcReason>(
          { hosts, method, refusal: "ofHost", tiers: nodes() },
          (node, before) =>
            bodies(before, node.maxRequests).pipe(
              // Nobody waits any more, so nothing is sent.
              Effect.mapError((): RpcReason => ({ _tag: "BudgetExhausted" })),
              Effect.flatMap((some) => postBodies({ fetch, node }, some)),
            ),
        ),
      ).pipe(withSeparateCall)
    const batch = yield* makeBatch(ask)

    const read = (member: Omit<BatchMember, "charge">) =>
      Effect.flatMap(currentLogicalCall(requests), (call) =>
        call === null ? batch.request({ ...member, charge: hasBudget }) : within(call, member),
      )
    const within = (call: LogicalCall, member: Omit<BatchMember, "charge">) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const milliseconds = Math.min(Math.max(0, call.end - now), readPolicy.totalTimeoutMs)
        return Effect.timeoutOrElse(batch.request({ ...member, charge: call.charge }), {
          duration: milliseconds,
          orElse: () =>
            Effect.fail<RpcReadFailure>({
              host: first?.host ?? "",
              reason: { _tag: "TimedOut", milliseconds },
            }),
        })
      })

    const request: Rpc["request"] = (method, params) =>
      (first === undefined
        ? Effect.fail<RpcReadFailure>({ host: "", reason: { _tag: "NoEndpoint" } })
        : Effect.andThen(called, read({ method, params }))
      ).pipe(Effect.mapError(({ host, reason }) => new RpcError({ method, host, reason })))

    return {
      request,
      pin: Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const ranked = nodes().flat()
        const best = ranked.find(isFree(now)) ?? ranked[0]
        return over(() => (best === undefined ? [] : [[best]]))
      }),
    }
  })
  return yield* over(rank)
})
