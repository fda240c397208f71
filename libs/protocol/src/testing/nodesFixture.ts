import { Clock, Effect, Random, type Scope } from "effect"
import { Fetch, makeFetch } from "../transport/Fetch.ts"
import { Hosts, makeHosts } from "../transport/Hosts.ts"
import { makeRpc, type RpcOptions } from "../transport/Rpc.ts"
import { inVirtualTime } from "./index.ts"

/** A node's response to a method: after a delay in ms, with a status other than 200 if one is given, or never. */
export type NodeScript = (method: string) =>
  | {
      readonly ms?: number
      readonly result?: unknown
      readonly status?: number
      /** Seconds. */
      readonly retryAfter?: number
    }
  | "hang"

const medianJitter: typeof Random.Random.Service = { nextDoubleUnsafe: () => 0.5, nextIntUnsafe: () => 0 }

/** Nodes by the first letter of their host, and the log of requests with times in ms. */
const makeScriptedNodes = Effect.fnUntraced(function* (nodes: Readonly<Record<string, NodeScript>>) {
  const clock = yield* Clock.Clock
  const log: string[] = []
  const run = Effect.runPromiseWith(yield* Effect.context())
  const fetch = makeFetch(async (request, { signal }) => {
    const name = new URL(request.url).host.charAt(0)
    const { id, method } = await request.json()
    log.push(`${clock.currentTimeMillisUnsafe()} ${name} ${method}`)
    const does = nodes[name]?.(method) ?? { status: 404 }
    await run(does === "hang" ? Effect.never : Effect.sleep(does.ms ?? 0), { signal })
    const { status, result = "0x1", retryAfter = null } = does === "hang" ? { status: 500 } : does
    if (status === undefined) return Response.json({ jsonrpc: "2.0", id, result })
    return new Response("", {
      status,
      headers: retryAfter === null ? {} : { "retry-after": `${retryAfter}` },
    })
  })
  const hosts = makeHosts()
  const rpcOf = (options: RpcOptions) =>
    makeRpc(options).pipe(Effect.provideService(Fetch, fetch), Effect.provideService(Hosts, hosts))
  return { hosts, rpcOf, log, asked: () => log.map((line) => line.split(" ")[1]).join("") }
})

/** Runs an effect with fixed jitter, in its own scope. */
export const withScriptedNodes = <A, E>(
  nodes: Readonly<Record<string, NodeScript>>,
  use: (world: Effect.Success<ReturnType<typeof makeScriptedNodes>>) => Effect.Effect<A, E, Scope.Scope>,
) =>
  Effect.scoped(Effect.flatMap(makeScriptedNodes(nodes), use)).pipe(
    Effect.provideService(Random.Random, medianJitter),
  )

/** Measures the duration of an effect in ms. */
export const measureMs = Effect.fnUntraced(function* <A, E>(effect: Effect.Effect<A, E>) {
  const start = yield* Clock.currentTimeMillis
  yield* inVirtualTime(Effect.ignore(effect))
  return (yield* Clock.currentTimeMillis) - start
})
