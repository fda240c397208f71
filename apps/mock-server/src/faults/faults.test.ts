import { makeFetch, type NetworkError } from "@wmodal/protocol"
import { Effect } from "effect"
import { afterEach, describe, expect, it, vi } from "vitest"
import {
  type FaultRule,
  type HandlerOptions,
  makeHandler,
  type ScenarioInput,
  type Sleep,
  startMockServer,
} from "../index.ts"
import { makeStubAnvil } from "../testing/stubAnvil.ts"

const close: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(close.splice(0).map((end) => end()))
})

type FaultRuleInput = NonNullable<ScenarioInput["faults"]>[number]

const setup = (faults: readonly FaultRuleInput[], options: HandlerOptions = {}) => {
  const handler = makeHandler({ scenario: { faults: [...faults] }, ...options })
  close.push(handler.close)
  return async (path: string, init: RequestInit = {}) =>
    handler.fetch(new Request(`http://localhost${path}`, init))
}

const wallets = "/w/p/getWallets"
const only = (fault: FaultRuleInput["fault"], options?: HandlerOptions) => setup([{ fault }], options)

describe("fault over HTTP", () => {
  it("delays by the test's clock", async () => {
    const waits: number[] = []
    const gate = Promise.withResolvers<void>()
    const sleep: Sleep = (milliseconds) => {
      waits.push(milliseconds)
      return gate.promise
    }
    const ask = only({ kind: "delay", milliseconds: 5000 }, { sleep })
    const seen = vi.fn<() => void>()
    const asked = ask(wallets).then((response) => {
      seen()
      return response
    })
    await vi.waitFor(() => expect(waits).toEqual([5000]))
    expect(seen).not.toHaveBeenCalled()
    gate.resolve()
    expect((await asked).status).toBe(200)
  })

  it.each(["hang", "delay"] as const)("ends when the client disconnects: %s", async (kind) => {
    const fault = kind === "hang" ? { kind } : { kind, milliseconds: 3_600_000 }
    const controller = new AbortController()
    const asked = only(fault)(wallets, { signal: controller.signal })
    controller.abort()
    await expect(asked).rejects.toMatchObject({ _tag: "ConnectionReset", code: "ECONNRESET" })
  })

  it("hangs until the server stops", async () => {
    const handler = makeHandler({ scenario: { faults: [{ fault: { kind: "hang" } }] } })
    const asked = handler.fetch(new Request(`http://localhost${wallets}`))
    await handler.close()
    await expect(asked).rejects.toMatchObject({ _tag: "ConnectionReset" })
  })

  it("resets the connection, which a client reports as a network failure", async () => {
    const handler = makeHandler({ scenario: { faults: [{ fault: { kind: "reset" } }] } })
    close.push(handler.close)
    const fetch = makeFetch(async (request) => handler.fetch(request))
    const error: NetworkError = await Effect.runPromise(
      Effect.flip(fetch.send(new Request(`http://localhost${wallets}`))),
    )
    expect(error).toMatchObject({ _tag: "NetworkError", host: "localhost", detail: "ECONNRESET" })
  })

  it.each([429, 500, 503])("returns status %i", async (status) => {
    const response = await only({ kind: "status", status })(wallets)
    expect(response.status).toBe(status)
    expect(response.headers.get("retry-after")).toBeNull()
    expect(response.headers.get("access-control-allow-origin")).toBe("*")
    expect(response.headers.get("x-request-id")).not.toBeNull()
  })

  it("sets Retry-After in seconds or as a date", async () => {
    const after = async (as: "seconds" | "date") => {
      const fault = { kind: "status", status: 429, retryAfter: { seconds: 90, as } } as const
      const response = await only(fault, { wallNow: () => Date.UTC(2026, 0, 1) })(wallets)
      return response.headers.get("retry-after")
    }
    expect(await after("seconds")).toBe("90")
    expect(await after("date")).toBe("Thu, 01 Jan 2026 00:01:30 GMT")
  })

  it("truncates, mislabels, empties or replaces the body", async () => {
    const [whole, cut, mislabelled, empty, page] = await Promise.all([
      setup([])(wallets),
      only({ kind: "truncated" })(wallets),
      only({ kind: "contentType", contentType: "text/plain" })(wallets),
      only({ kind: "empty" })(wallets),
      only({ kind: "html" })(wallets),
    ])
    const text = await whole.text()
    const cutText = await cut.text()
    expect(cutText.length).toBe(text.length >> 1)
    expect(text.startsWith(cutText)).toBe(true)
    expect([mislabelled.headers.get("content-type"), await mislabelled.text()]).toEqual(["text/plain", text])
    expect([empty.status, await empty.text()]).toEqual([200, ""])
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"])
    expect(await page.text()).toContain("<!doctype html>")
  })

  it("replaces every occurrence of each text in the response, in order", async () => {
    const replace = [
      { text: '"name"', with: '"nom"' },
      { text: '"nom"', with: '"\\u202e"' },
      { text: "$", with: "$&" },
    ]
    const [whole, edited] = await Promise.all([setup([])(wallets), only({ kind: "edit", replace })(wallets)])
    const text = await whole.text()
    expect(text.split('"name"').length).toBeGreaterThan(10)
    expect([edited.status, edited.headers.get("content-type")]).toEqual([200, "application/json"])
    expect(await edited.text()).toBe(text.replaceAll('"name"', '"\\u202e"').replaceAll("$", () => "$&"))
  })

  it("edits the response of a call that is carried out", async () => {
    const fault = { kind: "edit", replace: [{ text: "eth_getBalance", with: "0x2" }] } as const
    const ask = only(fault, { startChain: async () => makeStubAnvil() })
    const body = '{"jsonrpc":"2.0","id":1,"method":"eth_getBalance","params":["0x"]}'
    const response = await ask("/w/p/v1?chainId=eip155:1", { method: "POST", body })
    expect(await response.json()).toEqual({ jsonrpc: "2.0", id: 1, result: "0x2" })
  })

  it.each([
    ["nothing", [], "faults.0.fault.replace"],
    ["no text at all", [{ text: "", with: "a" }], "faults.0.fault.replace.0.text"],
  ] as const)("rejects an edit of %s", (_, replace, field) => {
    expect(() =>
      makeHandler({ scenario: { faults: [{ fault: { kind: "edit", replace: [...replace] } }] } }),
    ).toThrow(field)
  })

  it.each([
    ["originNotAllowed", 403, "Unauthorized: origin not allowed"],
    ["invalidKey", 401, "Unauthorized: invalid key"],
    ["jwtNotYetValid", 401, "JWT validation error: JWT Token is not yet valid"],
  ] as const)("rejects the app for %s with %i", async (kind, status, description) => {
    const response = await only({ kind })(wallets)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ status: "FAILED", reasons: [{ description }] })
  })

  it("drops the call, or only its response", async () => {
    const send = vi.fn<() => Promise<unknown>>(async () => [])
    const body = '{"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransaction","params":["0x"]}'
    const lost = async (carriedOut: boolean) => {
      const rule: FaultRuleInput = {
        match: { rpc: "eth_sendRawTransaction" },
        fault: { kind: "reset" },
        carriedOut,
      }
      const ask = setup([rule], { startChain: async () => makeStubAnvil({ send }) })
      await expect(ask("/w/p/v1?chainId=eip155:1", { method: "POST", body })).rejects.toThrow("reset")
      return send.mock.calls.length
    }
    expect(await lost(false)).toBe(0)
    expect(await lost(true)).toBe(1)
  })

  it("reads, sets and removes faults of one world by the control API", async () => {
    const ask = setup([])
    const plan = "/control/worlds/p/faults"
    const faults: readonly Partial<FaultRule>[] = [{ fault: { kind: "status", status: 503 } }]
    const put = await ask(plan, { method: "PUT", body: JSON.stringify({ faults }) })
    expect(put.status).toBe(200)
    expect(await (await ask(plan)).json()).toMatchObject({ faults })
    expect((await ask(wallets)).status).toBe(503)
    expect((await ask("/w/q/getWallets")).status).toBe(200)
    expect((await ask(plan, { method: "DELETE" })).status).toBe(204)
    expect((await ask(wallets)).status).toBe(200)
  })

  it("rejects invalid faults with the field", async () => {
    const ask = setup([])
    const put = async (body: string) => {
      const response = await ask("/control/worlds/p/faults", { method: "PUT", body })
      return [response.status, (await response.json()).reasons[0].field]
    }
    expect(await put('{"faults":[{"fault":{"kind":"explode"}}]}')).toEqual([400, "faults.0.fault.kind"])
    expect(await put("{")).toEqual([422, "body"])
  })

  it("applies a world's own rules in place of the global ones", async () => {
    const handler = makeHandler({
      scenario: {
        faults: [{ fault: { kind: "status", status: 500 } }],
        worlds: { quiet: {}, busy: { faults: [{ fault: { kind: "status", status: 429 } }] } },
      },
    })
    close.push(handler.close)
    const status = async (world: string) =>
      (await handler.fetch(new Request(`http://localhost/w/${world}/getWallets`))).status
    expect(await Promise.all(["any", "quiet", "busy"].map(status))).toEqual([500, 200, 429])
  })

  it("logs faults without values that differ from run to run", async () => {
    const ask = setup([
      { times: 1, fault: { kind: "status", status: 429, retryAfter: { seconds: 1, as: "date" } } },
      { after: 1, times: 1, fault: { kind: "reset" } },
    ])
    await ask(wallets)
    await ask(wallets).catch(() => null)
    const { requests } = await (await ask("/control/worlds/p/log")).json()
    expect(requests).toMatchObject([
      { faults: ["status"], response: { status: 429, headers: { "retry-after": "{date}" } } },
      { faults: ["reset"], response: null },
    ])
  })
})

describe("fault over a socket", () => {
  const fetched = async (fault: FaultRuleInput["fault"], init: RequestInit = {}) => {
    const server = await startMockServer({ port: 0, scenario: { faults: [{ times: 1, fault }] } })
    close.push(server.close)
    const url = `${server.worldUrl("p")}/getWallets`
    const first = await fetch(url, init).then(
      async (response) => [response.status, await response.text()],
      (error: unknown) => error,
    )
    return { first, second: await fetch(url), server }
  }

  it("resets the connection, and serves the next call", async () => {
    const { first, second } = await fetched({ kind: "reset" })
    expect(first).toMatchObject({ cause: { code: "ECONNRESET" } })
    expect(second.status).toBe(200)
  })

  it("hangs until the client aborts, and lets the server stop", async () => {
    const { first, second } = await fetched({ kind: "hang" }, { signal: AbortSignal.timeout(50) })
    expect(first).toMatchObject({ name: "TimeoutError" })
    expect(second.status).toBe(200)
  })

  it("empties and truncates the body without breaking the connection", async () => {
    expect((await fetched({ kind: "empty" })).first).toEqual([200, ""])
    expect((await fetched({ kind: "truncated" })).first).toEqual([
      200,
      expect.stringMatching(/^\{"count":69/),
    ])
  })
})
