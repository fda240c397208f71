import type { Fetch } from "@wmodal/protocol"
import { mainnet, solana } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { describe, expect, it, vi } from "vitest"
import { describeRequest, makeNetworkLog, type NetworkLogDeps, type NetworkNote } from "./networkLog.ts"

const account = "0x52a1b3c4d5e6f708192a3b4c5d6e7f80919c0f3a"
const solanaAccount = "DRpbCBMxVnDK7maPM5tGv6MvB3v1sRMC86PZ8okm21hy"
const deps: NetworkLogDeps = {
  endpoints: {
    directory: "https://server.example/w/secret-world",
    blockchain: "https://server.example/w/secret-world/",
    analytics: "https://server.example/w/secret-world",
    prices: "https://prices.example",
  },
  networks: [mainnet, solana],
  customRpcUrls: { "bip122:000000000019d6689c085ae165831e93": ["https://mempool.example/api"] },
  now: () => 1000,
  onRequest: () => {},
}
const describeAt = (url: string, body?: unknown, headers: Record<string, string> = {}) =>
  describeRequest(
    new Request(url, { method: body === undefined ? "GET" : "POST", headers }),
    body === undefined ? "" : JSON.stringify(body),
    deps,
  )

describe("describeRequest", () => {
  it("names the endpoint, the call without its ids, the fields and the addresses", () => {
    const base = "https://server.example/w/secret-world"
    expect(describeAt(`${base}/getWallets?page=1&projectId=secret`)).toEqual([
      {
        host: "server.example",
        purpose: "directory",
        call: "GET /getWallets",
        fields: ["page", "projectId"],
        addresses: [],
      },
    ])
    expect(describeAt(`${base}/v1/account/${account}/history?chainId=eip155:1`)).toMatchObject([
      {
        purpose: "blockchain",
        call: "GET /v1/account/:id/history",
        fields: ["chainId"],
        addresses: [account],
      },
    ])
    const event = { eventId: "secret", props: { type: "track", address: account, properties: { name: "a" } } }
    expect(describeAt(`${base}/e?st=wmodal`, event)).toMatchObject([
      {
        purpose: "analytics",
        call: "POST /e",
        fields: ["st", "eventId", "props.type", "props.address", "props.properties.name"],
        addresses: [account],
      },
    ])
    expect(
      describeAt("https://prices.example/v1/fungible/price", { addresses: [`eip155:1:${account}`] }),
    ).toMatchObject([{ purpose: "prices", fields: ["addresses"], addresses: [account] }])
    expect(describeAt(`${base}/v1/convert/allowance?userAddress=eip155:1:${account}`)).toMatchObject([
      { purpose: "blockchain", addresses: [account] },
    ])
  })

  it("names each method that a node was asked, with the addresses in its words", () => {
    const data = `0x70a08231000000000000000000000000${account.slice(2)}${"0".repeat(60)}2710`
    const body = [
      {
        jsonrpc: "2.0",
        id: 1,
        method: "eth_call",
        params: [{ to: account.replace("52", "53"), data }, "latest"],
      },
      { jsonrpc: "2.0", id: 2, method: "eth_chainId" },
    ]
    const node = "https://node.example/v3/secret-key"
    expect(describeAt(node, body)).toEqual([
      {
        host: "node.example",
        purpose: "node",
        call: "eth_call",
        fields: ["to", "data"],
        addresses: [account.replace("52", "53"), account],
      },
      { host: "node.example", purpose: "node", call: "eth_chainId", fields: [], addresses: [] },
    ])
    expect(JSON.stringify(describeAt(node, body))).not.toContain("secret")
    const balance = { jsonrpc: "2.0", id: 1, method: "getBalance", params: [solanaAccount] }
    expect(describeAt(node, balance)).toMatchObject([{ call: "getBalance", addresses: [solanaAccount] }])
  })

  it("names what the nodes of a chain without JSON-RPC were asked", () => {
    const bitcoin = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
    expect(describeAt(`https://mempool.example/api/address/${bitcoin}/utxo`)).toMatchObject([
      { purpose: "node", call: "GET /address/:id/utxo", addresses: [bitcoin] },
    ])
  })

  it("never has a value of a body, a query or a header", () => {
    const notes = describeAt(
      "https://other.example/login/12345?code=hidden-1",
      { otp: "hidden-2", nested: { "hidden value!": "hidden-3" }, list: ["hidden-4"] },
      { authorization: "Bearer hidden-5" },
    )
    expect(JSON.stringify(notes)).not.toContain("hidden")
    expect(notes).toMatchObject([
      {
        purpose: "other",
        call: "POST /login/:id",
        fields: ["code", "authorization", "otp", "nested", "list"],
      },
    ])
  })
})

describe("makeNetworkLog", () => {
  const note: NetworkNote = {
    host: "a",
    purpose: "node",
    call: "eth_call",
    fields: ["to"],
    addresses: ["0x1"],
  }

  it("adds up requests of the same kind, with all that they told", () => {
    let now = 1
    const log = makeNetworkLog({ ...deps, now: () => now })
    log.add(note)
    now = 5
    log.add({ ...note, fields: ["data"], addresses: ["0x2"] })
    log.add({ ...note, host: "b" })
    expect(log.entries()).toEqual([
      { ...note, fields: ["to", "data"], addresses: ["0x1", "0x2"], count: 2, firstAt: 1, lastAt: 5 },
      { ...note, host: "b", count: 1, firstAt: 5, lastAt: 5 },
    ])
  })

  it("keeps at most 500 kinds of requests, and drops the oldest", () => {
    const log = makeNetworkLog(deps)
    for (let count = 0; count < 501; count += 1) log.add({ ...note, host: `host-${count}` })
    expect(log.entries()).toHaveLength(500)
    expect(log.entries()[0]?.host).toBe("host-1")
  })

  it("sends the request unchanged, and logs one that fails", async () => {
    const heard: NetworkNote[] = []
    const log = makeNetworkLog({ ...deps, onRequest: (note) => void heard.push(note) })
    const sent: string[] = []
    const fetch: Fetch["Service"] = {
      send: (request) =>
        Effect.promise(async () => {
          sent.push(await request.text())
          return new Response("{}")
        }),
    }
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_chainId" })
    const watched = log.watch(fetch)
    await Effect.runPromise(watched.send(new Request("https://node.example", { method: "POST", body })))
    expect(sent).toEqual([body])
    await vi.waitFor(() => expect(heard).toMatchObject([{ host: "node.example", call: "eth_chainId" }]))
  })
})
