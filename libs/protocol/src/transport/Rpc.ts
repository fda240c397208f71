import { Effect, Result, type Scope } from "effect"
import * as Clock from "../Clock.ts"
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

/** The number of concurrent bodies to a node that accepts only small ones. */
const maxConcurrentBodies = 10

/** Many nodes stop at 100 requests, many public ones at 3 or 1, and none reports its limit in a standard way. */
const reduceBatchSize = (size: number) => (size > 100 ? 100 : 1)

/**
 * Runs one attempt at one node, in as many bodies as needed. Keeps every decoded result; the attempt fails with the
 * first failed body. Sends smaller bodies from the next attempt on when the node rejects one for its size.
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
  // The node rejected every request one by one, so the batch size is not the cause.
  if (second !== undefined && failures.length === bodies.length && failures.every(isPossibleBatchRefusal)) {
    node.maxRequests = maxBatchSize
    node.refusesAll = true
  }
  return yield* Effect.fail(first)
})

/** Reports that a node may send this reason for too many requests at once. */
const isPossibleBatchRefusal = (reason: RpcReason): boolean =>
  reason._tag === "Status" &&
  (reason.status === 400 || reason.status === 413 || /batch/i.test(reason.said ?? ""))

/**
 * JSON-RPC client for the nodes of one network. For reads and raw broadcasts only, never for requests that a user
 * signs.
 */
export interface Rpc {
  /**
   * Runs one logical call, retried and deadlined as a whole.
   * Returns `unknown`: the caller decodes it.
   */
  readonly request: (method: string, params?: readonly unknown[]) => Effect.Effect<unknown, RpcError>
  /**
   * Selects the best node and uses only that one: for nonce, gas and broadcast of one transaction, because other
   * nodes may not have this node's latest state. Its requests are never hedged.
   */
  readonly pin: Effect.Effect<Rpc>
  /** Selects the nodes on other hosts than the best one, to compare responses; `null` if there are none. */
  readonly second?: Effect.Effect<Rpc | null>
}

/** The nodes of one network and their polling. */
export interface RpcOptions {
  /**
   * Nodes are ranked inside a tier by the outcome of their calls. The next tier is used only when no node of the
   * current one is available. A plain string is a node that accepts `application/json`. Invalid URLs are dropped.
   */
  readonly tiers: readonly (readonly (string | RpcNode)[])[]
  /**
   * The poll for comparing nodes without traffic, by the network's namespace as in `polls`. Absent: nodes are not
   * polled.
   */
  readonly poll?: Poll | null
}

/** Makes the RPC client of one network. */
export type MakeRpc = (options: RpcOptions) => Effect.Effect<Rpc, never, Fetch | Scope.Scope>

/** A read outside a logical call has the budget of its body. */
const hasBudget = () => true

/** Makes an RPC client. Host state is shared through `Hosts`; background work ends with the scope. */
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

  /** Returns the first tier with an available node. */
  const inUse = (all: readonly (readonly RpcEndpoint[])[], now: number) =>
    all.find((tier) => tier.some(isFree(now))) ?? []
  const isFree =
    (now: number) =>
    ({ host }: RpcEndpoint) =>
      hosts.view(host).heldUntil <= now

  const over = Effect.fnUntraced(function* (
    nodes: () => readonly (readonly RpcEndpoint[])[],
  ): Effect.fn.Return<Rpc> {
    // Ranking changes the order but not the nodes, so calls need not parse the URLs again.
    const all = nodes().flat()
    const [first] = all
    const requests = getRequestBudget(new Set(all.map(({ host }) => host)).size)

    const ask: ExecuteRead = ({ method, bodies }) =>
      Effect.suspend(() =>
        executeRead<RpcEndpoint, void, RpcReason>(
          { hosts, method, refusal: "ofHost", tiers: nodes() },
          (node, before) =>
            bodies(before, node.maxRequests).pipe(
              // No member is pending, so nothing is sent.
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
        return batch.request({ ...member, charge: call.charge }).pipe(
          Clock.timeoutOrElse({
            duration: milliseconds,
            orElse: () =>
              Effect.fail<RpcReadFailure>({
                host: first?.host ?? "",
                reason: { _tag: "TimedOut", milliseconds },
              }),
          }),
        )
      })

    const request: Rpc["request"] = (method, params) =>
      (first === undefined
        ? Effect.fail<RpcReadFailure>({ host: "", reason: { _tag: "NoEndpoint" } })
        : Effect.andThen(called, read({ method, params }))
      ).pipe(
        Effect.mapError(
          ({ host, mayHaveRun = false, reason }) =>
            new RpcError({ method, host, reason, ...(mayHaveRun && { mayHaveRun }) }),
        ),
      )

    const best = Effect.map(Clock.currentTimeMillis, (now) => {
      const ranked = nodes().flat()
      return ranked.find(isFree(now)) ?? ranked[0]
    })
    return {
      request,
      pin: Effect.flatMap(best, (node) => over(() => (node === undefined ? [] : [[node]]))),
      second: Effect.flatMap(best, (node) => {
        const others = nodes().map((tier) => tier.filter(({ host }) => host !== node?.host))
        return others.some((tier) => tier.length > 0) ? over(() => others) : Effect.succeed(null)
      }),
    }
  })
  return yield* over(rank)
})
