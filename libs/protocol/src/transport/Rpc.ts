import { Clock, Effect, type Scope } from "effect"
import { type Member, makeBatch } from "./Batch.ts"
import { Fetch } from "./Fetch.ts"
import { hostsInUse } from "./Hosts.ts"
import { apart, type LogicalCall, outerCall } from "./LogicalCall.ts"
import { makePolling, type Poll } from "./Poll.ts"
import { postTo } from "./postTo.ts"
import type { Ask, NotRead } from "./Question.ts"
import { readPolicy, requestsFor } from "./Retry.ts"
import { RpcError, type RpcReason } from "./RpcError.ts"
import { type AskableNode, askableNode, type RpcNode } from "./RpcNode.ts"
import { rankNodes } from "./ranking.ts"
import { readFrom } from "./readFrom.ts"

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
const unlimited = () => true

/** What it learns of hosts it shares with all who run with the same `Hosts`. What it runs by itself ends with the scope. */
export const makeRpc = Effect.fnUntraced(function* (
  options: RpcOptions,
): Effect.fn.Return<Rpc, never, Fetch | Scope.Scope> {
  const fetch = yield* Fetch
  const hosts = yield* hostsInUse
  let tiers: readonly (readonly AskableNode[])[] = options.tiers.map((tier) => tier.flatMap(askableNode))

  const rank = () => {
    tiers = tiers.map(rankNodes)
    return tiers
  }
  const poll = options.poll ?? null
  const called =
    poll === null ? Effect.void : yield* makePolling({ poll, tier: (now) => inUse(tiers, now), hosts, fetch })

  /** The first tier that has somebody to ask. */
  const inUse = (all: readonly (readonly AskableNode[])[], now: number) =>
    all.find((tier) => tier.some(isFree(now))) ?? []
  const isFree =
    (now: number) =>
    ({ host }: AskableNode) =>
      hosts.view(host).heldUntil <= now

  const over = Effect.fnUntraced(function* (
    nodes: () => readonly (readonly AskableNode[])[],
  ): Effect.fn.Return<Rpc> {
    // Their order changes, but not who they are, so that no call has to find it out.
    const all = nodes().flat()
    const [first] = all
    const requests = requestsFor(new Set(all.map(({ host }) => host)).size)

    const ask: Ask = ({ method, bodies }) =>
      Effect.suspend(() =>
        readFrom<AskableNode, void, RpcReason>(
          { hosts, method, refusal: "ofHost", tiers: nodes() },
          (node, before) =>
            bodies(before, node.takes).pipe(
              // Nobody waits any more, so nothing is sent.
              Effect.mapError((): RpcReason => ({ _tag: "Spent" })),
              Effect.flatMap((some) => postTo({ fetch, node }, some)),
            ),
        ),
      ).pipe(apart)
    const batch = yield* makeBatch(ask)

    const read = (member: Omit<Member, "charge">) =>
      Effect.flatMap(outerCall(requests), (call) =>
        call === null ? batch.request({ ...member, charge: unlimited }) : within(call, member),
      )
    const within = (call: LogicalCall, member: Omit<Member, "charge">) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const milliseconds = Math.min(Math.max(0, call.end - now), readPolicy.total)
        return Effect.timeoutOrElse(batch.request({ ...member, charge: call.charge }), {
          duration: milliseconds,
          orElse: () =>
            Effect.fail<NotRead>({ host: first?.host ?? "", reason: { _tag: "TimedOut", milliseconds } }),
        })
      })

    const request: Rpc["request"] = (method, params) =>
      (first === undefined
        ? Effect.fail<NotRead>({ host: "", reason: { _tag: "NoEndpoint" } })
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
