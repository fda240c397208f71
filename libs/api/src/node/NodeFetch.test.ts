import { it } from "@effect/vitest"
import { Fetch, makeRpc } from "@wmodal/protocol"
import { Effect } from "effect"
import { MockAgent } from "undici"
import { afterEach, describe, expect } from "vitest"
import { fetchLayer, makeNodeFetch } from "./index.ts"

const agent = new MockAgent()
agent.disableNetConnect()
afterEach(() => agent.assertNoPendingInterceptors())

const node = makeNodeFetch({ url: "https://dapp.test/page?x=1", dispatcher: agent })

it.effect("sends the app's origin, the method, the headers and the body", () =>
  Effect.gen(function* () {
    const seen: unknown[] = []
    agent
      .get("https://api.test")
      .intercept({ path: "/v1?chainId=eip155%3A1", method: "POST" })
      .reply(
        200,
        (request) => {
          const headers = new Headers(Object.entries(request.headers ?? {}))
          seen.push(headers.get("origin"), headers.get("content-type"))
          return { id: 1, result: "0x1" }
        },
        { headers: { "content-type": "application/json" } },
      )
    const rpc = yield* makeRpc({
      tiers: [[{ url: "https://api.test/v1?chainId=eip155%3A1", contentType: "text/plain" }]],
    }).pipe(Effect.provideService(Fetch, node))
    expect(yield* rpc.request("eth_chainId")).toBe("0x1")
    expect(seen).toEqual(["https://dapp.test", "text/plain"])
  }),
)

it.effect("gives the platform's own Response, with status, headers and a body to stream", () =>
  Effect.gen(function* () {
    agent
      .get("https://api.test")
      .intercept({ path: "/" })
      .reply(429, "slow down", { headers: { "retry-after": "7" } })
    const response = yield* node.send(new Request("https://api.test/"))
    expect(response).toBeInstanceOf(Response)
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "7"])
    expect(yield* Effect.promise(() => response.text())).toBe("slow down")
  }),
)

it.effect("gives a response without a body too", () =>
  Effect.gen(function* () {
    agent.get("https://api.test").intercept({ path: "/" }).reply(204)
    expect((yield* node.send(new Request("https://api.test/"))).body).toBeNull()
  }),
)

it.effect("names the system's code where nobody answers", () =>
  Effect.gen(function* () {
    const refused = Object.assign(new Error("refused"), { code: "ECONNREFUSED" })
    agent.get("https://api.test").intercept({ path: "/?projectId=secret" }).replyWithError(refused)
    const error = yield* Effect.flip(node.send(new Request("https://api.test/?projectId=secret")))
    expect(error.message).toBe("No response from api.test: ECONNREFUSED")
  }),
)

describe("the layer", () => {
  it.effect("has an agent of its own", () =>
    Effect.gen(function* () {
      const fetch = yield* Fetch
      // Port 1 is one that fetch refuses before it connects.
      const error = yield* Effect.flip(fetch.send(new Request("http://127.0.0.1:1/")))
      expect(error.host).toBe("127.0.0.1:1")
    }).pipe(Effect.provide(fetchLayer({ url: "not a URL" }))),
  )
})
