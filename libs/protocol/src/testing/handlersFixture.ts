import { Clock, Effect, Random, Result } from "effect"
import { Fetch, makeFetch } from "../transport/Fetch.ts"
import { makeRpc } from "../transport/Rpc.ts"
import type { RpcError } from "../transport/RpcError.ts"
import type { RpcNode } from "../transport/RpcNode.ts"
import { inVirtualTime } from "./index.ts"

export type Handler = (request: Request, id: unknown) => Response | Promise<Response>

export const result: Handler = (_, id) => Response.json({ jsonrpc: "2.0", id, result: "0x1" })
export const status =
  (code: number, headers: Record<string, string> = {}): Handler =>
  () =>
    new Response("no", { status: code, headers })
export const hang: Handler = (request) =>
  new Promise((_, reject) => request.signal.addEventListener("abort", () => reject(new Error("aborted"))))
export const respondInTurn = (...handlers: readonly [Handler, ...Handler[]]): Handler => {
  let asked = 0
  return (request, id) => (handlers[asked++] ?? handlers[0])(request, id)
}

/** Half of each maximum delay: 75, 150, 300 ms. */
const medianJitter: typeof Random.Random.Service = { nextDoubleUnsafe: () => 0.5, nextIntUnsafe: () => 0 }

/** Runs one `eth_call` against handlers by host, and returns the log of requests with times in ms. */
export const call = (
  handlers: { readonly [host: string]: Handler },
  tiers: readonly (readonly (string | RpcNode)[])[],
  params: readonly unknown[] = [],
) =>
  Effect.gen(function* () {
    const log: string[] = []
    const clock = yield* Clock.clockWith(Effect.succeed)
    const fetch = makeFetch(async (request, init) => {
      const { host } = new URL(request.url)
      log.push(`${clock.currentTimeMillisUnsafe()} ${host}`)
      const handler = handlers[host]
      if (handler === undefined) throw new TypeError(`fetch failed: ${request.url}`)
      return handler(new Request(request.clone(), init), (await request.json()).id)
    })
    const rpc = yield* makeRpc({ tiers }).pipe(Effect.provideService(Fetch, fetch))
    const outcome = yield* inVirtualTime(Effect.result(rpc.request("eth_call", params)))
    return { outcome, log }
  }).pipe(Effect.provideService(Random.Random, medianJitter))

export const failure = (outcome: Result.Result<unknown, RpcError>) => Result.getOrThrow(Result.flip(outcome))
