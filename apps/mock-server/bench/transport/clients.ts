import { fetchLayer } from "@wmodal/api/node"
import { makeRpc, polls, type Rpc } from "@wmodal/protocol"
import { Context, Effect, Layer, ManagedRuntime } from "effect"
import { createClient, fallback, http } from "viem"

/** One of the two that are compared. */
export interface BenchClient {
  /** `eth_call` with this number as its data, which a node answers with. */
  readonly call: (number: number) => Promise<string>
  /** Sends all of them at once, by the client's own means. */
  readonly callAll: (numbers: readonly number[]) => Promise<readonly string[]>
  readonly end: () => Promise<void>
}

const to = "0x5FbDB2315678afecb367f032d93F642f64180aa3"
const encodeNumber = (number: number): `0x${string}` => `0x70a08231${number.toString(16).padStart(64, "0")}`

/** The response of a node to the call with this number. */
export const answerTo = (number: number): string => `0x${number.toString(16).padStart(64, "0")}`

/** `http` for one URL, `fallback` over `http` for several. */
export const viemClient = (urls: readonly string[]): BenchClient => {
  const [first, ...others] = urls.map((url) => http(url, { batch: { batchSize: 1000, wait: 0 } }))
  if (first === undefined) throw new Error("No URL to ask")
  const client = createClient({ transport: others.length === 0 ? first : fallback([first, ...others]) })
  const call = (number: number) =>
    client.request({ method: "eth_call", params: [{ to, data: encodeNumber(number) }, "latest"] })
  return { call, callAll: (numbers) => Promise.all(numbers.map(call)), end: async () => {} }
}

class Node extends Context.Service<Node, Rpc>()("bench/Node") {}

/** Everything that a page or the terminal has, over undici. */
export const wmodalClient = (urls: readonly string[]): BenchClient => {
  const runtime = ManagedRuntime.make(
    Layer.effect(Node, makeRpc({ tiers: [urls], poll: polls.eip155 })).pipe(
      Layer.provide(fetchLayer({ url: "https://bench.example" })),
    ),
  )
  const call = (number: number) =>
    Effect.flatMap(Node, (rpc) =>
      rpc.request("eth_call", [{ to, data: encodeNumber(number) }, "latest"]),
    ).pipe(Effect.map(String))
  return {
    call: (number) => runtime.runPromise(call(number)),
    callAll: (numbers) => runtime.runPromise(Effect.forEach(numbers, call, { concurrency: "unbounded" })),
    end: () => runtime.dispose(),
  }
}
