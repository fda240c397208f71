import { Clock, Effect, type Scope } from "effect"
import type { Namespace } from "../Caip.ts"
import type { Fetch } from "./Fetch.ts"
import type { Hosts } from "./Hosts.ts"
import { exchange, parseJson } from "./Http.ts"
import { decodeReply, makeJsonRpcRequest } from "./JsonRpc.ts"
import type { RpcEndpoint } from "./RpcNode.ts"
import { requestOnce } from "./requestOnce.ts"

/** When nodes are asked only to be compared. Milliseconds. */
export const pollPolicy = {
  intervalMs: 4_000,
  /** After the last call polling stops. */
  idleMs: 60_000,
  /** Each such round asks every node at once for its block; those between leave out who has just shown how it is. */
  blockRoundEvery: 3,
} as const

/** How to learn how a node is. */
export interface Poll {
  readonly method: string
  /** The height in a result; `null` where it tells of none. */
  readonly block: (result: unknown) => number | null
}

const parseBlockHeight = (result: unknown): number | null => {
  const height = typeof result === "string" && /^0x[\da-f]+$/i.test(result) ? Number(result) : Number.NaN
  return Number.isSafeInteger(height) ? height : null
}

/** By namespace; `null` where nodes are ranked by live traffic alone. */
export const polls: { readonly [namespace in Namespace]: Poll | null } = {
  eip155: { method: "eth_blockNumber", block: parseBlockHeight },
  // Slots are shorter than the time between two answers, so their heights compare nothing.
  solana: { method: "getHealth", block: () => null },
  bip122: null,
  polkadot: null,
}

/**
 * Polls the tier in use while calls come, and for a minute after the last of them, in the scope that it is made in.
 * The effect that it gives says that a call came.
 */
export const makePolling = Effect.fnUntraced(function* ({
  poll,
  tier,
  hosts,
  fetch,
}: {
  readonly poll: Poll
  /** The nodes to compare now. */
  readonly tier: (now: number) => readonly RpcEndpoint[]
  readonly hosts: Hosts["Service"]
  readonly fetch: Fetch["Service"]
}): Effect.fn.Return<Effect.Effect<void>, never, Scope.Scope> {
  const scope = yield* Effect.scope
  let lastCall = 0
  let running = false

  const ask = (target: RpcEndpoint) =>
    requestOnce(
      { asked: { hosts, method: poll.method, refusal: "ofHost" }, target, limit: pollPolicy.intervalMs },
      ({ post }) =>
        exchange(fetch, post(JSON.stringify(makeJsonRpcRequest(1, poll.method)))).pipe(
          Effect.flatMap((reply) => Effect.fromResult(parseJson(reply))),
          Effect.flatMap((body) => Effect.fromResult(decodeReply(1, body))),
        ),
    ).pipe(
      Effect.map(poll.block),
      Effect.orElseSucceed(() => null),
      Effect.map((block) => ({ target, block })),
    )

  const round = Effect.fnUntraced(function* (number: number) {
    const now = yield* Clock.currentTimeMillis
    const all = tier(now)
    if (all.length < 2) return
    const forBlocks = number % pollPolicy.blockRoundEvery === 0
    const silent = all.filter(({ sampledAt }) => now - sampledAt >= pollPolicy.intervalMs)
    const told = yield* Effect.forEach(forBlocks ? all : silent, ask, { concurrency: "unbounded" })
    if (forBlocks) for (const { target, block } of told) target.block = block
  })

  const loop = Effect.gen(function* () {
    yield* Effect.sleep(pollPolicy.intervalMs)
    // A clock that was set back by more does not keep this going until it has caught up.
    const idle = Effect.map(Clock.currentTimeMillis, (now) => Math.abs(now - lastCall) >= pollPolicy.idleMs)
    for (let number = 0; !(yield* idle); number++) {
      // A round takes no longer than that.
      yield* Effect.all([round(number), Effect.sleep(pollPolicy.intervalMs)], { concurrency: 2 })
    }
    running = false
  })

  return Effect.gen(function* () {
    lastCall = yield* Clock.currentTimeMillis
    if (running) return
    running = true
    yield* Effect.forkIn(loop, scope)
  })
})
