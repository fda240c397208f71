import { once } from "node:events"
import { connect } from "node:net"
import { text } from "node:stream/consumers"
import { afterEach, describe, expect, it, vi } from "vitest"
import type { LogEntry } from "../index.ts"
import { makeHandler, startMockServer } from "../index.ts"
import { makeStubAnvil } from "../testing/stubAnvil.ts"

let handler = makeHandler()
afterEach(async () => {
  await handler.close()
  handler = makeHandler()
})

const ask = async (path: string, init: RequestInit = {}) =>
  handler.fetch(new Request(`http://localhost:4174${path}`, init))

const fetchLog = async (world: string): Promise<readonly LogEntry[]> =>
  (await (await ask(`/control/worlds/${world}/log`)).json()).requests

describe("world of a request", () => {
  const price = (projectId: string) => ({
    method: "POST",
    body: JSON.stringify({ currency: "usd", addresses: ["eip155:1:0x12"], projectId }),
  })

  it("takes the world from the base path, then the query, then the body", async () => {
    await ask("/w/path/v1/fungible/price?projectId=query", price("body"))
    await ask("/v1/fungible/price?projectId=query", price("body"))
    await ask("/v1/fungible/price", price("body"))
    const { worlds } = await (await ask("/control/worlds")).json()
    expect(
      worlds.map(({ projectId, requests }: { projectId: string; requests: number }) => [projectId, requests]),
    ).toEqual([
      ["path", 1],
      ["query", 1],
      ["body", 1],
    ])
  })

  it.each(['{"projectId":3}', '["projectId"]', '{"projectId"', "null", ""])(
    "rejects the body %s without a world",
    async (body) => {
      const response = await ask("/v1/fungible/price", { method: "POST", body })
      expect(response.status).toBe(401)
      expect(await response.json()).toEqual({
        status: "FAILED",
        reasons: [{ field: "authentication", description: "Project ID is missing" }],
      })
    },
  )
})

describe("Worlds", () => {
  it("rejects a name of more than 200 characters", async () => {
    const name = "x".repeat(200)
    const body = JSON.stringify({ currency: "usd", addresses: [], projectId: `${name}x` })
    const refused = await Promise.all([
      ask(`/w/${name}x/getWallets`),
      ask(`/getWallets?projectId=${name}x`),
      ask("/v1/fungible/price", { method: "POST", body }),
      ask(`/control/worlds/${name}x/clock`),
      ask(`/control/worlds/${name}x/rpc?chainId=eip155:1`, { method: "POST", body: "{}" }),
    ])
    for (const response of refused) {
      expect(response.status).toBe(400)
      expect(await response.json()).toEqual({
        status: "FAILED",
        reasons: [{ field: "projectId", description: "Invalid project ID" }],
      })
    }
    expect((await ask(`/w/${name}/getWallets`)).status).toBe(200)
    expect((await (await ask("/control/worlds")).json()).worlds).toHaveLength(1)
  })

  it("removes the least recently used of more than a thousand worlds, with its chains", async () => {
    const end = vi.fn<() => Promise<void>>(async () => {})
    const crowded = makeHandler({ startChain: async () => makeStubAnvil({ end }) })
    const fetch = async (path: string, init: RequestInit = {}) =>
      crowded.fetch(new Request(`http://localhost${path}`, init))
    const post = { method: "POST", body: '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}' }
    await fetch("/w/kept/getWallets")
    await fetch("/w/old/rpc/eip155:1", post)
    for (let n = 0; n < 998; n += 1) await fetch(`/w/${n}/getWallets?entries=1`)
    await fetch("/w/kept/getWallets?entries=1")
    expect(end).not.toHaveBeenCalled()
    await fetch("/w/one-too-many/getWallets?entries=1")
    await vi.waitFor(() => expect(end).toHaveBeenCalledTimes(1))
    expect((await fetch("/control/worlds/old/log")).status).toBe(404)
    expect((await (await fetch("/control/worlds/kept/log")).json()).requests).toHaveLength(2)
    await crowded.close()
  })
})

describe("world of a name registration", () => {
  const claim = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    ask(path, { method: "POST", headers, body: "{}" })
  const shop = { origin: "https://shop.example" }
  const requests = async () => {
    const { worlds } = await (await ask("/control/worlds")).json()
    return worlds.map(({ projectId, requests }: { projectId: string; requests: number }) => [
      projectId,
      requests,
    ])
  }

  it("takes the last world of the same origin", async () => {
    await ask("/getAnalyticsConfig?projectId=first", { headers: shop })
    await ask("/getAnalyticsConfig?projectId=shop", { headers: shop })
    await ask("/getAnalyticsConfig?projectId=blog", { headers: { origin: "https://blog.example" } })
    await ask("/getAnalyticsConfig?projectId=terminal")
    expect((await claim("/v1/profile/account", shop)).status).toBe(400)
    expect((await claim("/v1/profile/account")).status).toBe(400)
    expect((await claim("/w/named/v1/profile/account", shop)).status).toBe(400)
    expect(await requests()).toEqual([
      ["first", 1],
      ["blog", 1],
      ["shop", 2],
      ["terminal", 2],
      ["named", 1],
    ])
  })

  it("rejects an origin without earlier requests, and other calls without a world", async () => {
    await ask("/getAnalyticsConfig?projectId=shop", { headers: shop })
    expect((await claim("/v1/profile/account", { origin: "https://blog.example" })).status).toBe(401)
    expect((await claim("/v1/fungible/price", shop)).status).toBe(401)
    expect((await ask("/v1/profile/account/vera.wmodal.id", { headers: shop })).status).toBe(401)
  })
})

describe("request log", () => {
  it("contains request and response, without the server's own address", async () => {
    const response = await ask("/w/p/v1/generators/onrampurl?from=http://localhost:4174/x", {
      method: "POST",
      headers: {
        origin: "http://shop.example",
        "x-sdk-version": "node-evm-0.1.0",
        authorization: "Bearer secret",
      },
      body: '{"at":"http://localhost:4174"}',
    })
    const [entry] = await fetchLog("p")
    expect(entry).toEqual({
      id: response.headers.get("x-request-id"),
      method: "POST",
      path: "/v1/generators/onrampurl",
      query: { from: "{origin}/x" },
      headers: {
        origin: "http://shop.example",
        "content-type": "text/plain;charset=UTF-8",
        "x-sdk-version": "node-evm-0.1.0",
      },
      body: '{"at":"{origin}"}',
      rpc: [],
      faults: [],
      response: {
        status: 400,
        headers: { "content-type": "application/json" },
        body: expect.stringContaining('"status":"FAILED"'),
      },
      chains: {},
    })
  })

  it("contains oversized bodies, images and unknown paths", async () => {
    await ask("/w/p/v1/fungible/price", { method: "POST", body: " ".repeat(2_000_001) })
    await ask("/w/p/public/getCurrencyImage/USD")
    await ask("/w/p/nowhere", { method: "PATCH", body: "patched" })
    expect(await fetchLog("p")).toMatchObject([
      { body: "", response: { status: 413 } },
      { response: { status: 200, body: expect.stringMatching(/^<svg/) } },
      { method: "PATCH", body: "patched", response: { status: 404 } },
    ])
  })

  it("streams one line per entry on request", async () => {
    for (let n = 0; n < 250; n += 1) await ask(`/w/p/nowhere/${n}`)
    const response = await ask("/control/worlds/p/log", { headers: { accept: "application/x-ndjson" } })
    expect(response.headers.get("content-type")).toBe("application/x-ndjson")
    const lines = (await response.text()).trimEnd().split("\n")
    expect(lines.map((line) => JSON.parse(line).path)).toEqual(
      Array.from({ length: 250 }, (_, n) => `/nowhere/${n}`),
    )
  })

  it("contains the newest block of a used chain", async () => {
    const used = makeHandler({ startChain: async () => makeStubAnvil() })
    const post = { method: "POST", body: '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}' }
    for (const path of ["/w/p/v1?chainId=eip155:1", "/w/p/rpc/eip155:1", "/w/p/rpc/eip155%3A10"])
      await used.fetch(new Request(`http://localhost${path}`, post))
    const { requests } = await (await used.fetch(new Request("http://localhost/control/worlds/p/log"))).json()
    const hash = expect.stringMatching(/^0x0{64}$/)
    expect(requests).toMatchObject([
      { rpc: ["eth_chainId"], chains: { "eip155:1": hash } },
      { rpc: ["eth_chainId"], chains: {} },
      { rpc: ["eth_chainId"], chains: { "eip155:10": hash } },
    ])
  })
})

describe("concurrent requests", () => {
  const blockNumber = '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber"}'

  it("logs the same in every run, whichever chain starts first", async () => {
    const run = async (first: string) => {
      const chains = ["eip155:1", "eip155:10"]
      const answered = new Map(chains.map((chain) => [chain, Promise.withResolvers<void>()] as const))
      const stub = makeStubAnvil()
      const overlapping = makeHandler({
        startChain: async ({ caipNetworkId }) => ({
          ...stub,
          send: async (payload) => {
            if (JSON.stringify(payload).includes("eth_blockNumber"))
              await answered.get(caipNetworkId)?.promise
            return stub.send(payload)
          },
        }),
      })
      const fetch = async (path: string, init: RequestInit = {}) =>
        overlapping.fetch(new Request(`http://localhost${path}`, init))
      const post = (chain: string) => fetch(`/w/p/rpc/${chain}`, { method: "POST", body: blockNumber })
      const asked = new Map(chains.map((chain) => [chain, post(chain)] as const))
      const running = async () => (await (await fetch("/control/worlds")).json()).worlds[0]?.chains
      await vi.waitFor(async () => expect(await running()).toHaveLength(2))
      answered.get(first)?.resolve()
      await asked.get(first)
      for (const { resolve } of answered.values()) resolve()
      await Promise.all(asked.values())
      const log = await (await fetch("/control/worlds/p/log")).text()
      await overlapping.close()
      return log
    }
    const log = await run("eip155:1")
    expect(await run("eip155:10")).toBe(log)
    expect(JSON.parse(log).requests.map(({ chains }: LogEntry) => Object.keys(chains))).toEqual([
      ["eip155:1"],
      ["eip155:10"],
    ])
  })

  it("logs their effects when no response is sent", async () => {
    const hanging = makeHandler({
      startChain: async () => makeStubAnvil(),
      scenario: { faults: [{ times: 1, fault: { kind: "hang" }, carriedOut: true }] },
    })
    const fetch = async (path: string, init: RequestInit = {}) =>
      hanging.fetch(new Request(`http://localhost${path}`, init))
    const gone = fetch("/w/p/rpc/eip155:1", { method: "POST", body: blockNumber }).catch(() => null)
    await fetch("/w/p/v1/fungible/price", { method: "POST", body: "{}" })
    const log = async () => (await (await fetch("/control/worlds/p/log")).json()).requests
    await vi.waitFor(async () => expect(await log()).toHaveLength(2))
    expect(await log()).toMatchObject([
      { faults: ["hang"], response: null, chains: { "eip155:1": expect.any(String) } },
      { faults: [], chains: {} },
    ])
    await hanging.close()
    await gone
  })

  it.each(["at once", "in two pieces"])(
    "keeps their order on one connection, with a body %s",
    async (how) => {
      const server = await startMockServer({ port: 0 })
      const { port, host } = new URL(server.url)
      const head = `POST /w/p/first HTTP/1.1\r\nhost: ${host}\r\ncontent-length: 4\r\n\r\n`
      const rest = `GET /w/p/second HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`
      const socket = connect(Number(port), "127.0.0.1").setNoDelay(true)
      await once(socket, "connect")
      const body = ["bo", "dy"]
      if (how === "at once") socket.write(`${head}${body.join("")}${rest}`)
      else {
        socket.write(`${head}${body[0]}`)
        // The server has read the first piece once it has responded to another client.
        await fetch(`${server.url}/openapi.json`)
        socket.write(`${body[1]}${rest}`)
      }
      await text(socket)
      const { requests } = await (await fetch(`${server.control}/worlds/p/log`)).json()
      expect(requests.map(({ path, body }: LogEntry) => [path, body])).toEqual([
        ["/first", "body"],
        ["/second", ""],
      ])
      await server.close()
    },
  )
})
