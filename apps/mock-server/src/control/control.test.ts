import { afterEach, describe, expect, it } from "vitest"
import { accounts, makeHandler } from "../index.ts"

const [vera] = accounts
let handler = makeHandler()
afterEach(async () => {
  await handler.close()
  handler = makeHandler()
})

const ask = async (
  path: string,
  init: RequestInit & { readonly host?: string; readonly peer?: string } = {},
) => {
  const { host = "localhost", peer, ...rest } = init
  const env = peer === undefined ? {} : { incoming: { socket: { remoteAddress: peer } } }
  const response = await handler.fetch(new Request(`http://${host}${path}`, rest), env)
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === "" ? null : JSON.parse(text) }
}

const rpc = (path: string, method: string, params: readonly unknown[] = []) =>
  ask(path, { method: "POST", body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }) })

const balance = async (projectId: string) =>
  (await rpc(`/v1?projectId=${projectId}&chainId=eip155:1`, "eth_getBalance", [vera, "latest"])).body.result

/** Returns the allowed origin in the response to a page of `origin`. */
const allowed = async (origin: string) =>
  (await ask("/control", { headers: { origin } })).headers.get("access-control-allow-origin")

describe("control API", { timeout: 30_000 }, () => {
  it("describes itself", async () => {
    const { status, body } = await ask("/control")
    expect(status).toBe(200)
    expect(body.about).toContain("not for production")
  })

  it("performs calls that the public API rejects, in one world only", async () => {
    const path = "/control/worlds/rich/rpc?chainId=eip155:1"
    expect((await rpc(path, "anvil_setBalance", [vera, "0x7"])).body).toEqual({
      jsonrpc: "2.0",
      id: 1,
      result: null,
    })
    expect(await balance("rich")).toBe("0x7")
    expect(await balance("poor")).toBe("0x21e19e0c9bab2400000")
  })

  it("lists the worlds and deletes one with its chains", async () => {
    await rpc("/control/worlds/one/rpc?chainId=eip155:1", "anvil_setBalance", [vera, "0x7"])
    await balance("two")
    const { worlds } = (await ask("/control/worlds")).body
    const chains = [{ chainId: "eip155:1", pid: expect.any(Number) }]
    expect(worlds).toEqual([
      { projectId: "one", requests: 0, chains },
      { projectId: "two", requests: 1, chains },
    ])

    expect((await ask("/control/worlds/one", { method: "DELETE" })).status).toBe(204)
    expect(() => process.kill(worlds[0].chains[0].pid, 0)).toThrow("ESRCH")
    expect((await ask("/control/worlds")).body.worlds).toHaveLength(1)
    expect((await ask("/control/worlds/one", { method: "DELETE" })).status).toBe(404)
    // A deleted world starts from its genesis.
    expect(await balance("one")).toBe("0x21e19e0c9bab2400000")
  })

  it("lists the chains of Solana and Bitcoin without a process ID", async () => {
    await ask("/w/all/bitcoin/000000000019d6689c085ae165831e93/api/blocks/tip/height")
    await rpc("/w/all/v1?chainId=solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1", "getSlot")
    await rpc("/w/all/v1?chainId=eip155:1", "eth_blockNumber")
    const { worlds } = (await ask("/control/worlds")).body
    expect(worlds[0].chains).toEqual([
      { chainId: "eip155:1", pid: expect.any(Number) },
      { chainId: "bip122:000000000019d6689c085ae165831e93", pid: null },
      { chainId: "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1", pid: null },
    ])
  })

  it("returns the request log of a world in order, with the request IDs of the responses", async () => {
    const first = await ask("/getWallets?projectId=seen&page=2")
    const second = await rpc("/w/seen/v1?chainId=eip155:1", "eth_blockNumber")
    const third = await ask("/w/seen/getWallets?page=x")
    await ask("/getWallets?projectId=other")
    const [a, b, c] = [first, second, third].map(({ headers }) => headers.get("x-request-id"))
    expect((await ask("/control/worlds/seen/log")).body).toMatchObject({
      requests: [
        { id: a, method: "GET", path: "/getWallets", query: { projectId: "seen", page: "2" }, rpc: [] },
        { id: b, method: "POST", path: "/v1", query: { chainId: "eip155:1" }, rpc: ["eth_blockNumber"] },
        { id: c, method: "GET", path: "/getWallets", query: { page: "x" }, rpc: [] },
      ],
    })
    expect((await ask("/control/worlds/unseen/log")).status).toBe(404)
  })

  it("reads and moves the clock of a world and of its chains", async () => {
    const path = "/control/worlds/late/clock"
    const latest = async () =>
      Number(
        (await rpc("/w/late/v1?chainId=eip155:1", "eth_getBlockByNumber", ["latest", false])).body.result
          .timestamp,
      )
    const genesis = await latest()
    const { now } = (await ask(path)).body
    const moved = await ask(path, { method: "POST", body: '{"advance":86400000,"wallShift":-5}' })
    expect(moved.body).toEqual({ now: now + 86_400_000, wallShift: -5 })
    expect((await ask(path)).body).toEqual(moved.body)
    expect((await latest()) - genesis).toBeGreaterThanOrEqual(86_400)
    expect((await ask(path, { method: "POST", body: '{"advance":-1}' })).status).toBe(400)
    expect((await ask(path, { method: "POST", body: '{"back":1}' })).status).toBe(400)
  })

  it("stops idle chains, which restart with the next call", async () => {
    await rpc("/control/worlds/idle/rpc?chainId=eip155:1", "anvil_setBalance", [vera, "0x7"])
    expect((await ask("/control/rest", { method: "POST" })).body).toEqual({ running: 0 })
    const { worlds } = (await ask("/control/worlds")).body
    expect(worlds).toMatchObject([{ projectId: "idle", chains: [{ chainId: "eip155:1", pid: null }] }])
    expect(await balance("idle")).toBe("0x7")
  })

  it("rejects unknown networks", async () => {
    expect((await rpc("/control/worlds/one/rpc?chainId=eip155:31337", "eth_chainId")).status).toBe(400)
  })

  it.each([
    [{ peer: "192.168.1.9" }, 403],
    [{ peer: "2001:db8::1" }, 403],
    [{ peer: "127.0.0.1" }, 200],
    [{ peer: "::ffff:127.0.0.1" }, 200],
    [{ peer: "::1" }, 200],
    [{ host: "rebound.example" }, 403],
    [{ host: "notlocalhost" }, 403],
    [{ host: "127.0.0.1.example" }, 403],
    [{ host: "[::1]:4174" }, 200],
    [{ headers: { origin: "https://shop.example" } }, 403],
    [{ headers: { origin: "null" } }, 403],
    [{ headers: { origin: "http://localhost.shop.example" } }, 403],
    [{ headers: { origin: "http://localhost:4173" } }, 200],
    [{ headers: { origin: "http://127.0.0.1:4173" } }, 200],
  ])("responds to local requests only: %j gets %i", async (init, status) => {
    expect((await ask("/control/worlds", init)).status).toBe(status)
  })

  it("sends CORS headers to local origins only", async () => {
    expect(await allowed("http://localhost:4173")).toBe("http://localhost:4173")
    expect(await allowed("https://shop.example")).toBeNull()
  })
})
