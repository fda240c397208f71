import { createServer, type RequestListener, type Server } from "node:http"
import { it } from "@effect/vitest"
import { Fetch, makeRpc } from "@wmodal/protocol"
import { Deferred, Effect, Fiber } from "effect"
import { Dispatcher, MockAgent } from "undici"
import { afterEach, describe, expect } from "vitest"
import { postAuthenticate } from "../auth/contract.ts"
import { makeApiClient } from "../contract/ApiClient.ts"
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

it.effect("returns the platform's Response, with status, headers and a streaming body", () =>
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

it.effect("returns a response without a body", () =>
  Effect.gen(function* () {
    agent.get("https://api.test").intercept({ path: "/" }).reply(204)
    expect((yield* node.send(new Request("https://api.test/"))).body).toBeNull()
  }),
)

it.effect("names the system's error code when the host does not respond", () =>
  Effect.gen(function* () {
    const refused = Object.assign(new Error("refused"), { code: "ECONNREFUSED" })
    agent.get("https://api.test").intercept({ path: "/?projectId=secret" }).replyWithError(refused)
    const error = yield* Effect.flip(node.send(new Request("https://api.test/?projectId=secret")))
    expect(error.message).toBe("No response from api.test: ECONNREFUSED")
  }),
)

/** Accepts requests without responding. */
class SilentDispatcher extends Dispatcher {
  readonly asked = Deferred.makeUnsafe<void>()
  readonly aborted = Deferred.makeUnsafe<string>()

  override dispatch(_: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler) {
    const abort = ({ name }: Error) => Deferred.doneUnsafe(this.aborted, Effect.succeed(name))
    const nothing = () => {}
    const controller = { aborted: false, paused: false, reason: null, abort, pause: nothing, resume: nothing }
    handler.onRequestStart?.(controller, {})
    Deferred.doneUnsafe(this.asked, Effect.void)
    return true
  }
}

it.effect("aborts the request of an interrupted caller", () =>
  Effect.gen(function* () {
    const dispatcher = new SilentDispatcher()
    const { send } = makeNodeFetch({ url: "", dispatcher })
    const fiber = yield* Effect.forkChild(send(new Request("https://api.test/")))
    yield* Deferred.await(dispatcher.asked)
    yield* Fiber.interrupt(fiber)
    expect(yield* Deferred.await(dispatcher.aborted)).toBe("AbortError")
  }),
)

/** Runs a server of this machine for the scope, and returns its URL. */
const startServer = (answer: RequestListener) =>
  Effect.acquireRelease(
    Effect.callback<Server>((resume) => {
      const server = createServer(answer)
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) => Effect.sync(() => server.close()),
  ).pipe(
    Effect.map((server) => {
      const address = server.address()
      return { server, url: `http://127.0.0.1:${typeof address === "object" ? address?.port : undefined}` }
    }),
  )

describe("fetchLayer", () => {
  it.live("follows redirects neither of signed requests nor of reads", () =>
    Effect.gen(function* () {
      const asked: string[] = []
      const elsewhere = yield* startServer((_, response) => {
        asked.push("elsewhere")
        response.end("{}")
      })
      const api = yield* startServer((request, response) => {
        asked.push(`api ${request.headers["x-nonce-jwt"]}`)
        response.writeHead(307, { location: elsewhere.url }).end()
      })
      const caller = yield* makeApiClient({ baseUrl: api.url, projectId: "p", sdk: "s" })
      const signed = { params: {}, query: { projectId: "p" }, body: { message: "m", signature: "0x" } }
      const input = { ...signed, bearer: { "x-nonce-jwt": "n" } }
      for (const call of [caller.requestOnce, caller.read]) {
        const { message, reason } = yield* Effect.flip(call(postAuthenticate, input))
        const to = new URL(elsewhere.url).host
        expect(reason).toEqual({ _tag: "Redirected", to })
        expect(message).toBe(`${new URL(api.url).host} redirects to ${to}, which is not followed`)
      }
      expect(asked).toEqual(["api Bearer n", "api Bearer n"])
    }).pipe(Effect.provide(fetchLayer({ url: "https://dapp.test" })), Effect.scoped),
  )

  it.live("keeps connections alive between calls, and closes them with its scope", () =>
    Effect.gen(function* () {
      let opened = 0
      const closed = Deferred.makeUnsafe<void>()
      const { server, url } = yield* startServer((_, response) => response.end("{}"))
      server.on("connection", (socket) => {
        opened++
        socket.on("close", () => Deferred.doneUnsafe(closed, Effect.void))
      })
      yield* Effect.gen(function* () {
        const { send } = yield* Fetch
        for (let call = 0; call < 20; call++) {
          const response = yield* send(new Request(url))
          expect(yield* Effect.promise(() => response.text())).toBe("{}")
        }
      }).pipe(Effect.provide(fetchLayer({ url: "https://dapp.test" })))
      // A call may begin before the previous connection is free again.
      expect(opened).toBeLessThanOrEqual(2)
      yield* Deferred.await(closed)
    }),
  )

  it.effect("uses its own agent", () =>
    Effect.gen(function* () {
      const fetch = yield* Fetch
      // Port 1 is one that fetch rejects before it connects.
      const error = yield* Effect.flip(fetch.send(new Request("http://127.0.0.1:1/")))
      expect(error.host).toBe("127.0.0.1:1")
    }).pipe(Effect.provide(fetchLayer({ url: "not a URL" }))),
  )
})
