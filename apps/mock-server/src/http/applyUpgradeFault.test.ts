import { once } from "node:events"
import { describe, expect, it } from "vitest"
import { WebSocket } from "ws"
import { type ScenarioInput, startMockServer } from "../index.ts"
import { devnet } from "../solana/testing/SolanaNode.ts"
import { setupTestServer } from "../testing/setupTestServer.ts"

type UpgradeFaultInput = NonNullable<ScenarioInput["faults"]>[number]["fault"]

describe("applyUpgradeFault", () => {
  const server = setupTestServer()

  /** Requests a socket in a world where a fault applies to the first one. */
  const ask = async (world: string, fault: UpgradeFaultInput, to = server()) => {
    await fetch(`${to.control}/worlds/${world}/faults`, {
      method: "PUT",
      body: JSON.stringify({ faults: [{ match: { path: "/rpc/*", chain: devnet }, times: 1, fault }] }),
    })
    return new WebSocket(`${to.url.replace(/^http/, "ws")}/w/${world}/rpc/${devnet}`)
  }
  const errorOf = async (socket: WebSocket) => String((await once(socket, "error"))[0])
  const logOf = async (world: string, to = server()) =>
    (await (await fetch(`${to.control}/worlds/${world}/log`)).json()).requests

  /** Resolves when the world has received the socket request. */
  const arrival = async (world: string) => {
    const worlds = async () => (await (await fetch(`${server().control}/worlds`)).json()).worlds
    await expect.poll(worlds).toContainEqual(expect.objectContaining({ projectId: world, requests: 1 }))
  }

  it("rejects the first request and accepts the second", async () => {
    const fault = { kind: "status", status: 503, retryAfter: { seconds: 1 } } as const
    const socket = await ask("refused", fault)
    const [request, response] = await once(socket, "unexpected-response")
    expect([response.statusCode, response.headers["retry-after"]]).toEqual([503, "1"])
    request.destroy()
    const again = new WebSocket(socket.url)
    await once(again, "open")
    again.close()
    expect(await logOf("refused")).toMatchObject([
      { method: "GET", path: `/rpc/${devnet}`, faults: ["status"], response: { status: 503 } },
    ])
  })

  it("resets the connection", async () => {
    expect(await errorOf(await ask("reset", { kind: "reset" }))).toContain("ECONNRESET")
    expect(await logOf("reset")).toMatchObject([{ faults: ["reset"], response: null }])
  })

  it("opens the socket after the delay", async () => {
    const socket = await ask("late", { kind: "delay", milliseconds: 1 })
    await once(socket, "open")
    socket.close()
    expect(await logOf("late")).toMatchObject([{ faults: ["delay"], response: { status: 101 } }])
  })

  it("keeps the socket pending until the server stops", async () => {
    const other = await startMockServer({ port: 0 })
    const socket = await ask("hang", { kind: "hang" }, other)
    const ended = errorOf(socket)
    await expect.poll(() => logOf("hang", other)).toMatchObject([{ faults: ["hang"], response: null }])
    expect(socket.readyState).toBe(WebSocket.CONNECTING)
    await other.close()
    expect(await ended).toContain("ECONNRESET")
  })

  it("closes the request when its world ends before it opens", async () => {
    const socket = await ask("ending", { kind: "delay", milliseconds: 100 })
    await arrival("ending")
    const closed = once(socket, "close")
    await fetch(`${server().control}/worlds/ending`, { method: "DELETE" })
    expect((await closed)[0]).toBe(1001)
  })

  it("releases the request when the client disconnects", async () => {
    const socket = await ask("gone", { kind: "delay", milliseconds: 3_600_000 })
    await arrival("gone")
    const closed = once(socket, "error")
    socket.terminate()
    await closed
    await expect.poll(() => logOf("gone")).toMatchObject([{ faults: ["delay"], response: null }])
  })
})
