import { Effect, type Scope } from "effect"
import type { Namespace } from "../Caip.ts"
import * as Clock from "../Clock.ts"
import type { Fetch } from "./Fetch.ts"
import type { Hosts } from "./Hosts.ts"
import { exchange, parseJson } from "./Http.ts"
import { decodeReply, makeJsonRpcRequest } from "./JsonRpc.ts"
import type { RpcEndpoint } from "./RpcNode.ts"
import { requestOnce } from "./requestOnce.ts"

/** The polling schedule for comparing nodes. Milliseconds. */
export const pollPolicy = {
  intervalMs: 4_000,
  /** The delay after the last call until polling stops. */
  idleMs: 60_000,
  /** Every n-th round requests the block of all nodes at once. The other rounds skip nodes with a recent sample. */
  blockRoundEvery: 3,
} as const

/** The health request for nodes of a namespace. */
export interface Poll {
  readonly method: string
  /** Returns the block height in a result, or `null` when it has none. */
  readonly block: (result: unknown) => number | null
}

const parseBlockHeight = (result: unknown): number | null => {
  const height = typeof result === "string" && /^0x[\da-f]+$/i.test(result) ? Number(result) : Number.NaN
  return Number.isSafeInteger(height) ? height : null
}

/** Polls by namespace; `null` where nodes are ranked by live traffic alone. */
export const polls: { readonly [namespace in Namespace]: Poll | null } = {
  eip155: { method: "eth_blockNumber", block: parseBlockHeight },
  // Slots are shorter than the time between two responses, so heights are not comparable.
  solana: { method: "getHealth", block: () => null },
  bip122: null,
  polkadot: null,
}

/**
 * Makes a poller for the tier in use. It polls during calls and for a minute after the last one, in the caller's
 * scope.
 * The returned effect reports a call.
 */
export const makePolling = Effect.fnUntraced(function* ({
  poll,
  tier,
  hosts,
  fetch,
}: {
  readonly poll: Poll
  /** Returns the nodes to compare. */
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
    yield* Clock.sleep(pollPolicy.intervalMs)
    // If the clock is set back by more, this stops polling instead of waiting for the clock to catch up.
    const idle = Effect.map(Clock.currentTimeMillis, (now) => Math.abs(now - lastCall) >= pollPolicy.idleMs)
    for (let number = 0; !(yield* idle); number++) {
      // The sleep is the minimum duration of a round.
      yield* Effect.all([round(number), Clock.sleep(pollPolicy.intervalMs)], { concurrency: 2 })
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
