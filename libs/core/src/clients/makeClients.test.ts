import { it } from "@effect/vitest"
import type { Chain } from "@wmodal/chains"
import { bitcoin } from "@wmodal/chains/bitcoin"
import { Fetch, makeFetch } from "@wmodal/protocol"
import { bitcoin as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { describe, expect } from "vitest"
import { decodeOptions } from "../options/decodeOptions.ts"
import { makeClients } from "./makeClients.ts"
import { type ClientsDeps, openDirectory } from "./openDirectory.ts"

/** Requests the height from a Bitcoin node, and returns the requests. */
const asking = (chain: Chain, more: Readonly<Record<string, unknown>> = {}) =>
  Effect.gen(function* () {
    const asked: string[] = []
    const fetch = makeFetch(async (request) => {
      asked.push(`${request.method} ${request.url}`)
      return new Response("105")
    })
    const { errors, options } = decodeOptions({
      projectId: "ab".repeat(16),
      chains: [chain],
      networks: [network],
      ...more,
    })
    expect(errors).toEqual([])
    const deps: ClientsDeps = { options, platform: "html", warn: () => {}, onRequest: () => {} }
    const clients = yield* openDirectory(deps).pipe(
      Effect.flatMap((opened) => makeClients(deps, opened)),
      Effect.provideService(Fetch, fetch),
    )
    const rpc = yield* clients.rpcOf(network)
    const answer = yield* Effect.result(rpc.request("GET", ["/blocks/tip/height"]))
    return { answer, asked: asked.filter((line) => line.includes("/blocks/")), clients }
  })

describe("nodes of a chain without JSON-RPC", () => {
  it.effect("requests Bitcoin nodes over their own protocol", () =>
    Effect.gen(function* () {
      const { answer, asked, clients } = yield* asking(bitcoin())
      expect(answer).toMatchObject({ _tag: "Success", success: "105" })
      expect(asked).toEqual(["GET https://mempool.space/api/blocks/tip/height"])
      expect(yield* clients.rpcOf(network)).toBe(yield* clients.rpcOf(network))
    }),
  )

  it.effect("requests the operator's Bitcoin node first, and never a proxy", () =>
    Effect.gen(function* () {
      const blockchain = { endpoints: { blockchain: "https://api.test" } }
      const open = yield* asking(bitcoin(), blockchain)
      expect(open.asked).toEqual(["GET https://mempool.space/api/blocks/tip/height"])
      const customRpcUrls = { [network.caipNetworkId]: ["https://own.test/api"] }
      const { asked } = yield* asking(bitcoin(), { ...blockchain, customRpcUrls })
      expect(asked).toEqual(["GET https://own.test/api/blocks/tip/height"])
    }),
  )

  it.effect("uses no public node when the API is on this machine, as for tests", () =>
    Effect.gen(function* () {
      const { answer, asked } = yield* asking(bitcoin(), { endpoints: { blockchain: "http://127.0.0.1:1" } })
      expect(answer).toMatchObject({ _tag: "Failure", failure: { reason: { _tag: "NoEndpoint" } } })
      expect(asked).toEqual([])
    }),
  )

  it.effect("fails while the code of the client cannot be loaded, and succeeds later", () =>
    Effect.gen(function* () {
      const { makeRpc, ...chain } = bitcoin()
      let isThere = false
      const flaky: Chain = {
        ...chain,
        makeRpc: async () => {
          if (!isThere || makeRpc === undefined) throw new Error("offline")
          return makeRpc()
        },
      }
      const { answer, asked, clients } = yield* asking(flaky)
      expect(answer).toMatchObject({ _tag: "Failure", failure: { reason: { _tag: "Unreachable" } } })
      expect(asked).toEqual([])
      isThere = true
      const rpc = yield* clients.rpcOf(network)
      expect(yield* rpc.request("GET", ["/blocks/tip/height"])).toBe("105")
    }),
  )
})
