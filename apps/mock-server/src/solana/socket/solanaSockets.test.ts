import { once } from "node:events"
import { connect } from "node:net"
import { describe, expect, it } from "vitest"
import { WebSocket } from "ws"
import * as z from "zod/mini"
import { startMockServer } from "../../MockServer.ts"
import { setupTestServer } from "../../testing/setupTestServer.ts"
import { solanaAccounts } from "../solanaAccounts.ts"
import { devnet, makeSolanaNode } from "../testing/SolanaNode.ts"

const Log = z.object({
  requests: z.array(z.object({ method: z.string(), path: z.string(), rpc: z.array(z.string()) })),
})
const Message = z.object({
  id: z.optional(z.number()),
  params: z.optional(z.object({ subscription: z.number() })),
})

describe("Solana web sockets", { timeout: 30_000 }, () => {
  const server = setupTestServer()

  /** The request URL on the listening server. */
  const onServer = (request: Request) => {
    const { pathname, search } = new URL(request.url)
    return new Request(server().url + pathname + search, request)
  }

  const open = async (path: string, to = server()) => {
    const socket = new WebSocket(to.url.replace(/^http/, "ws") + path)
    await once(socket, "open")
    const next = async () => JSON.parse(String((await once(socket, "message"))[0]))
    return { socket, next }
  }

  it.each([
    `/w/paths/rpc/${devnet}`,
    `/w/paths/rpc/${encodeURIComponent(devnet)}`,
    `/rpc/${devnet}?projectId=paths`,
    `/v1?chainId=${devnet}&projectId=paths`,
    `/w/paths/v1/?chainId=${encodeURIComponent(devnet)}`,
  ])("accepts a socket at %s", async (path) => {
    const { socket, next } = await open(path)
    const reply = next()
    socket.send('{"jsonrpc":"2.0","id":7,"method":"slotSubscribe"}')
    expect(await reply).toEqual({ jsonrpc: "2.0", id: 7, result: 1 })
    socket.close()
  })

  it.each([`/rpc/${devnet}`, "/w/p/rpc/solana:unknown", "/w/p/rpc/eip155:1", "/w/p/rpc/%zz", "/control"])(
    "rejects a socket at %s",
    async (path) => {
      const socket = new WebSocket(server().url.replace(/^http/, "ws") + path)
      const [error] = await once(socket, "error")
      expect(String(error)).toContain("404")
    },
  )

  it("rejects a world whose name is too long", async () => {
    const socket = new WebSocket(`${server().url.replace(/^http/, "ws")}/w/${"x".repeat(201)}/rpc/${devnet}`)
    const [error] = await once(socket, "error")
    expect(String(error)).toContain("400")
  })

  it("rejects an invalid path, and survives a client that disconnects at once", async () => {
    const { port } = new URL(server().url)
    const ask = (path: string) =>
      `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    const socket = connect(Number(port), "127.0.0.1")
    socket.write(ask("//"))
    expect(String((await once(socket, "data"))[0])).toContain("404")
    const gone = connect(Number(port), "127.0.0.1")
    gone.write(ask(`/w/gone/rpc/${devnet}`), () => gone.resetAndDestroy())
    await once(gone, "close")
    const { socket: other } = await open(`/w/gone/rpc/${devnet}`)
    other.close()
  })

  it("returns an error for unreadable messages, and ignores pings", async () => {
    const { socket, next } = await open(`/w/junk/rpc/${devnet}`)
    socket.send('{"jsonrpc":"2.0","method":"ping"}')
    for (const [text, reply] of [
      ["{", { id: null, error: { code: -32700 } }],
      ["[]", { id: null, error: { code: -32600 } }],
      ['{"id":1,"method":"getBalance"}', { id: 1, error: { code: -32601 } }],
      ['[{"id":1,"method":"slotSubscribe"},3]', [{ id: 1, result: 1 }, { error: { code: -32600 } }]],
    ] as const) {
      const answer = next()
      socket.send(text)
      expect(await answer).toMatchObject(reply)
    }
    socket.close()
    const log = await fetch(`${server().control}/worlds/junk/log`)
    const { requests } = Log.parse(await log.json())
    expect(requests.map(({ method, path, rpc }) => [method, path, rpc])).toEqual([
      ["WS", `/rpc/${devnet}`, []],
      ["WS", `/rpc/${devnet}`, []],
      ["WS", `/rpc/${devnet}`, ["getBalance"]],
      ["WS", `/rpc/${devnet}`, ["slotSubscribe"]],
    ])
  })

  it("sends responses in order, each before the notifications of its subscription", async () => {
    const { socket } = await open(`/w/order/rpc/${devnet}`)
    const { call } = makeSolanaNode({ fetch: (request) => fetch(onServer(request)) }, { world: "order" })
    const signatures = [
      await call("requestAirdrop", solanaAccounts[0], 5),
      await call("requestAirdrop", solanaAccounts[0], 6),
    ]
    const heard: unknown[] = []
    const all = new Promise<void>((resolve) => {
      socket.on("message", (data) => {
        const { id, params } = Message.parse(JSON.parse(String(data)))
        if (heard.push(id ?? `news of ${params?.subscription}`) === 4) resolve()
      })
    })
    for (const [index, signature] of signatures.entries())
      socket.send(JSON.stringify({ id: index + 1, method: "signatureSubscribe", params: [signature] }))
    await all
    socket.close()
    expect(heard).toEqual([1, "news of 1", 2, "news of 2"])
  })

  it("reports the slots of clock moves on the next use", async () => {
    const { socket, next } = await open(`/w/moved/rpc/${devnet}`)
    const subscribe = async () => {
      const reply = next()
      socket.send('{"id":1,"method":"slotSubscribe"}')
      return reply
    }
    expect(await subscribe()).toMatchObject({ result: 1 })
    await fetch(`${server().control}/worlds/moved/clock`, { method: "POST", body: '{"advance":4000}' })
    expect(await subscribe()).toMatchObject({
      method: "slotNotification",
      params: { result: { slot: 400_000_010 } },
    })
    socket.close()
  })

  it("closes when its world ends", async () => {
    const { socket } = await open(`/w/ending/rpc/${devnet}`)
    const closed = once(socket, "close")
    await fetch(`${server().control}/worlds/ending`, { method: "DELETE" })
    expect((await closed)[0]).toBe(1001)
  })

  it("closes when the server stops, without delaying it", async () => {
    const other = await startMockServer({ port: 0 })
    const { socket } = await open(`/w/p/rpc/${devnet}`, other)
    const closed = once(socket, "close")
    await other.close()
    expect(await closed).toHaveLength(2)
  })

  it("closes only the socket that receives more than 100,000 bytes in one message", async () => {
    const [big, other] = [await open(`/w/big/rpc/${devnet}`), await open(`/w/big/rpc/${devnet}`)]
    const closed = once(big.socket, "close")
    big.socket.send(`"${"x".repeat(100_000)}"`)
    await closed
    const reply = other.next()
    other.socket.send('{"id":1,"method":"rootSubscribe"}')
    expect(await reply).toMatchObject({ result: 1 })
    other.socket.close()
  })
})
