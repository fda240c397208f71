import { describe, expect, it, vi } from "vitest"
import { AnvilFailed } from "../evm/Anvil.ts"
import { AnvilNotFound } from "../evm/anvilBinary.ts"
import type { StartChain } from "../evm/startChain.ts"
import { makeHandler } from "../index.ts"
import { makeStubAnvil } from "../testing/stubAnvil.ts"

const setup = (start: StartChain = async () => makeStubAnvil()) => {
  const startChain = vi.fn<StartChain>(start)
  const handler = makeHandler({ startChain })
  const post = async (body: string, path = "/v1?chainId=eip155:1&projectId=p", headers = {}) => {
    const request = new Request(`http://localhost${path}`, { method: "POST", body, headers })
    const response = await handler.fetch(request)
    return { status: response.status, body: await response.json() }
  }
  return { startChain, post, close: handler.close }
}

const failed = (field: string) => ({
  status: "FAILED",
  reasons: [{ field, description: expect.any(String) }],
})

describe("JSON-RPC", () => {
  it("answers one call with any id", async () => {
    const { post } = setup()
    for (const id of ["a", 0, 7, null]) {
      const { status, body } = await post(JSON.stringify({ jsonrpc: "2.0", id, method: "eth_chainId" }))
      expect([status, body]).toEqual([200, { jsonrpc: "2.0", id, result: "eth_chainId" }])
    }
  })

  it("answers a batch in the client's order, even when the client repeats an id", async () => {
    const { post } = setup()
    const batch = ["eth_chainId", "eth_blockNumber", "net_version"].map((method) => ({ id: 1, method }))
    expect((await post(JSON.stringify(batch))).body).toEqual(
      batch.map(({ method }) => ({ jsonrpc: "2.0", id: 1, result: method })),
    )
  })

  it("ignores the content type and a trailing slash, and takes the world from the path", async () => {
    const { post } = setup()
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_chainId" })
    for (const type of ["text/plain;charset=UTF-8", "application/json", "application/octet-stream"]) {
      expect((await post(body, undefined, { "content-type": type })).status).toBe(200)
    }
    expect((await post(body, "/v1/?chainId=eip155%3A1&projectId=p")).status).toBe(200)
    expect((await post(body, "/w/p/v1?chainId=eip155:1")).status).toBe(200)
    expect((await post(body, "/w/p/v1/?chainId=eip155:1&projectId=q")).status).toBe(200)
  })

  it.each([
    ["{", -32700],
    ["", -32700],
    ["[]", -32600],
    ["3", -32600],
    ["null", -32600],
    ['{"id":1}', -32600],
    ['{"id":{},"method":"eth_chainId"}', -32600],
  ])("answers %s with code %i", async (text, code) => {
    const { post, startChain } = setup()
    expect(await post(text)).toEqual({
      status: 200,
      body: { jsonrpc: "2.0", id: null, error: { code, message: expect.any(String) } },
    })
    expect(startChain).not.toHaveBeenCalled()
  })

  it.each([
    "anvil_setBalance",
    "evm_mine",
    "hardhat_reset",
    "tenderly_setBalance",
    "personal_sign",
    "admin_peers",
    "eth_sendTransaction",
    "eth_sendUnsignedTransaction",
    "eth_sendRawTransactionSync",
    "eth_sign",
    "eth_signTypedData_v4",
    "eth_accounts",
  ])("rejects %s, as public nodes neither cheat nor sign", async (method) => {
    const { post, startChain } = setup()
    const { body } = await post(JSON.stringify({ jsonrpc: "2.0", id: 1, method }))
    expect(body).toMatchObject({ id: 1, error: { code: -32601 } })
    expect(startChain).not.toHaveBeenCalled()
  })

  it("accepts the other members of a batch", async () => {
    const { post } = setup()
    const { body } = await post('[{"id":1,"method":"evm_mine"},{"id":2,"method":"eth_chainId"},3]')
    expect(body).toMatchObject([
      { id: 1, error: { code: -32601 } },
      { id: 2, result: "eth_chainId" },
      { id: null, error: { code: -32600 } },
    ])
  })

  it("answers each call of a batch that the chain rejects as a whole", async () => {
    const refusing = makeStubAnvil({
      send: async () => ({ jsonrpc: "2.0", id: null, error: { code: -32600 } }),
    })
    const { post } = setup(async () => refusing)
    const { status, body } = await post('[{"id":1,"method":"eth_chainId"},{"id":2,"method":"evm_mine"}]')
    expect(status).toBe(200)
    expect(body).toMatchObject([
      { id: 1, error: { code: -32603 } },
      { id: 2, error: { code: -32601 } },
    ])
  })

  it("rejects a body that is nested too deeply to be forwarded", async () => {
    const { post, startChain } = setup()
    const params = "[".repeat(200_000) + "]".repeat(200_000)
    const { status, body } = await post(`{"id":1,"method":"eth_call","params":${params}}`)
    expect([status, body]).toMatchObject([200, { id: null, error: { code: -32700 } }])
    expect(startChain).not.toHaveBeenCalled()
  })

  it("answers a thousand calls in one batch, and limits logged methods and name lengths", async () => {
    const handler = makeHandler({ startChain: async () => makeStubAnvil() })
    const ask = async (path: string, body?: string) => {
      const init = body === undefined ? {} : { method: "POST", body }
      return (await handler.fetch(new Request(`http://localhost${path}`, init))).json()
    }
    const batch = (size: number) =>
      JSON.stringify(Array.from({ length: size }, (_, id) => ({ id, method: "eth_chainId" })))
    const path = "/v1?chainId=eip155:1&projectId=p"
    expect(await ask(path, batch(1000))).toHaveLength(1000)
    expect(await ask(path, batch(1500))).toHaveLength(1500)
    const refused = await ask(path, JSON.stringify({ id: 1, method: "m".repeat(1_000_000) }))
    expect(JSON.stringify(refused).length).toBeLessThan(300)
    const { requests } = await ask("/control/worlds/p/log")
    expect(
      requests.map(({ rpc }: { readonly rpc: readonly string[] }) => [rpc.length, rpc[0]?.length]),
    ).toEqual([
      [1000, 11],
      [1000, 11],
      [1, 80],
    ])
  })

  it("rejects unknown networks, a missing project id and oversized bodies", async () => {
    const { post } = setup()
    const body = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}'
    for (const query of ["chainId=eip155:31337&", "chainId=polkadot:1&", "chainId=&", ""])
      expect(await post(body, `/v1?${query}projectId=p`)).toEqual({ status: 400, body: failed("chainId") })
    for (const query of ["chainId=eip155:1", "chainId=eip155:1&projectId="])
      expect(await post(body, `/v1?${query}`)).toEqual({ status: 401, body: failed("authentication") })
    expect(await post(" ".repeat(2_000_001))).toEqual({ status: 413, body: failed("body") })
  })

  it("starts one chain for concurrent calls", async () => {
    const { post, startChain } = setup()
    const body = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}'
    await Promise.all(Array.from({ length: 8 }, () => post(body)))
    expect(startChain).toHaveBeenCalledTimes(1)
    await post(body, "/w/other/v1?chainId=eip155:1")
    await post(body, "/w/p/v1?chainId=eip155:10")
    expect(startChain).toHaveBeenCalledTimes(3)
  })

  it("starts no chain after the close", async () => {
    const { post, close, startChain } = setup()
    await close()
    const body = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}'
    expect(await post(body)).toEqual({ status: 503, body: failed("chainId") })
    expect(startChain).not.toHaveBeenCalled()
  })

  it("returns a plain 500 for an unexpected error, and reports the error to the server's owner only", async () => {
    const error = new Error("a secret")
    const unforeseen = vi.fn()
    const handler = makeHandler({ startChain: () => Promise.reject(error), unforeseen })
    const response = await handler.fetch(
      new Request("http://localhost/v1?chainId=eip155:1&projectId=p", {
        method: "POST",
        body: '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}',
      }),
    )
    expect([response.status, await response.text()]).toEqual([500, "Internal server error"])
    await handler.fetch(new Request("http://localhost/getWallets"))
    expect(unforeseen.mock.calls).toEqual([[error]])
  })

  it("returns 503 while a chain cannot start, and retries", async () => {
    const reasons = [new AnvilNotFound({ named: "" }), new AnvilFailed({ detail: "it ended" })]
    const { post } = setup(async () => {
      const reason = reasons.shift()
      if (reason !== undefined) throw reason
      return makeStubAnvil()
    })
    const body = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}'
    expect(await post(body)).toEqual({ status: 503, body: failed("chainId") })
    expect(await post(body)).toEqual({ status: 503, body: failed("chainId") })
    expect((await post(body)).status).toBe(200)
  })
})
