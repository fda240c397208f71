import { createServer } from "node:http"
import { it as effectIt } from "@effect/vitest"
import { Effect, Result } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { withScriptedNodes } from "../testing/nodesFixture.ts"
import { broadcast } from "./Broadcast.ts"
import { Fetch, layerFetch, makeFetch } from "./Fetch.ts"
import { makeRest } from "./Rest.ts"
import { makeRpc } from "./Rpc.ts"
import { withoutRedirects } from "./redirects.ts"

const open: { readonly close: () => unknown }[] = []
afterEach(() => {
  for (const server of open.splice(0)) server.close()
})

/** Starts a host that points to a second one, and lists what both receive. */
const startRedirect = async (status: number) => {
  const received: string[] = []
  const listen = (name: string, location?: string) =>
    new Promise<string>((resolve) => {
      const server = createServer((request, response) => {
        let body = ""
        request.on("data", (chunk) => {
          body += chunk
        })
        request.on("end", () => {
          received.push(`${name} ${request.method} ${body}`)
          response.writeHead(location ? status : 200, { ...(location && { location }) }).end("{}")
        })
      })
      open.push(server)
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        resolve(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`)
      })
    })
  const elsewhere = await listen("elsewhere")
  return {
    named: await listen("named", `${elsewhere}/in?secret=1`),
    elsewhere: new URL(elsewhere).host,
    received,
  }
}

const live = layerFetch((request, init) => fetch(request, init))

describe.each([301, 302, 303, 307, 308])("an HTTP redirect with status %i", (status) => {
  it("fails in makeFetch with an error that names both hosts and no path", async () => {
    const { elsewhere, named, received } = await startRedirect(status)
    const send = Effect.flatMap(Fetch, ({ send }) => send(new Request(named, { method: "POST", body: "x" })))
    const error = await Effect.runPromise(Effect.flip(send).pipe(Effect.provide(live)))
    expect(error).toMatchObject({ host: new URL(named).host, redirectsTo: elsewhere })
    expect(error.message).toBe(
      `No response from ${new URL(named).host}: redirects to ${elsewhere}, which is not followed`,
    )
    expect(received).toEqual(["named POST x"])
  })

  it("fails in withoutRedirects", async () => {
    const { elsewhere, named, received } = await startRedirect(status)
    await expect(withoutRedirects(fetch)(named)).rejects.toMatchObject({ redirectsTo: elsewhere })
    expect(received).toEqual(["named GET "])
  })
})

it("returns a response that is no redirect as it is", async () => {
  const same = new Response("x", { status: 300, headers: { location: "/" } })
  expect(await withoutRedirects(async () => same)("https://a.test")).toBe(same)
})

effectIt.effect.each([
  ["https://evil.test:8443/a?b=secret", "evil.test:8443"],
  ["//evil.test", "evil.test"],
  ["/same", "a.test"],
  ["https://user:secret@evil.test", "evil.test"],
  ["https://", ""],
] as const)("cleans the address of a redirect: %s", ([location, host]) =>
  Effect.gen(function* () {
    const { send } = makeFetch(async () => new Response(null, { status: 307, headers: { location } }))
    const { redirectsTo, message } = yield* Effect.flip(send(new Request("https://a.test/v1?key=secret")))
    expect(redirectsTo).toBe(host)
    expect(message).not.toMatch(/secret/)
  }),
)

effectIt.effect("fails for the redirect of a browser, which hides its address", () =>
  Effect.gen(function* () {
    const hidden = Object.defineProperty(Response.error(), "type", { value: "opaqueredirect" })
    const error = yield* Effect.flip(makeFetch(async () => hidden).send(new Request("https://a.test")))
    expect(error).toMatchObject({ host: "a.test", redirectsTo: "" })
    expect(error.message).toBe("No response from a.test: redirects, which is not followed")
  }),
)

describe("a node that redirects", () => {
  const redirecting = { a: () => ({ status: 307 }), b: () => ({ result: "0x7" }) } as const

  effectIt.effect("is asked once by a read, which the next host answers", () =>
    withScriptedNodes(redirecting, ({ rpcOf, asked }) =>
      Effect.gen(function* () {
        const rpc = yield* rpcOf({ tiers: [["https://a.test"], ["https://b.test"]] })
        expect(yield* rpc.request("eth_chainId")).toBe("0x7")
        expect(asked()).toBe("ab")
      }),
    ),
  )

  effectIt.effect("fails a read by name when there is no other host", () =>
    withScriptedNodes(redirecting, ({ rpcOf, asked }) =>
      Effect.gen(function* () {
        const rpc = yield* rpcOf({ tiers: [["https://a.test"]] })
        const error = yield* Effect.flip(rpc.request("eth_chainId"))
        expect(error.reason).toEqual({ _tag: "Redirected", to: "" })
        expect(error.message).toBe("eth_chainId: a.test redirects, which is not followed")
        expect(asked()).toBe("a")
      }),
    ),
  )

  effectIt.effect("counts as a failing host", () =>
    withScriptedNodes(redirecting, ({ hosts, rpcOf }) =>
      Effect.gen(function* () {
        const rpc = yield* rpcOf({ tiers: [["https://a.test"]] })
        for (let round = 0; round < 5; round++) yield* Effect.ignore(rpc.request("eth_chainId"))
        expect(hosts.view("a.test").heldUntil).toBeGreaterThan(0)
      }),
    ),
  )

  effectIt.effect("leaves a broadcast uncertain and receives it once, so that nothing is paid twice", () =>
    withScriptedNodes(redirecting, ({ rpcOf, log }) =>
      Effect.gen(function* () {
        const rpc = yield* rpcOf({ tiers: [["https://a.test", "https://b.test"]] })
        const sent = yield* Effect.result(broadcast(rpc, { raw: "0x02", hash: `0x${"ab".repeat(32)}` }))
        expect(Result.getOrThrow(Result.flip(sent))).toMatchObject({ reason: { _tag: "Uncertain" } })
        expect(log.map((line) => line.split(" ").slice(1).join(" "))).toEqual([
          "a eth_sendRawTransaction",
          "a eth_getTransactionByHash",
        ])
      }),
    ),
  )
})

it("sends no transaction to where a REST or a JSON-RPC node points", async () => {
  for (const make of [makeRest, makeRpc]) {
    const { elsewhere, named, received } = await startRedirect(307)
    const failure = await Effect.runPromise(
      Effect.flatMap(make({ tiers: [[named]] }), (rpc) =>
        Effect.flip(
          make === makeRest
            ? rpc.request("POST", ["/tx", "00"])
            : rpc.request("eth_sendRawTransaction", ["0x02"]),
        ),
      ).pipe(Effect.scoped, Effect.provide(live)),
    )
    expect(failure.reason).toEqual({ _tag: "Redirected", to: elsewhere })
    expect(received.filter((line) => line.startsWith("elsewhere"))).toEqual([])
  }
})
