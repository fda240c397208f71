import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { solana } from "@wmodal/protocol/networks"
import { createPublicClient, createWalletClient, http, parseEther } from "viem"
import { mnemonicToAccount } from "viem/accounts"
import { mainnet } from "viem/chains"
import { describe, expect, it, vi } from "vitest"
import * as z from "zod/mini"
import {
  AnvilNotFound,
  accounts,
  describeServer,
  findMissingEngines,
  LogFileFailed,
  type MockServer,
  PortBusy,
  ScenarioInvalid,
  startMockServer,
} from "./index.ts"

const [vera, milo] = accounts
const Worlds = z.object({
  worlds: z.array(
    z.object({
      projectId: z.string(),
      requests: z.number(),
      chains: z.array(z.object({ chainId: z.string(), pid: z.number() })),
    }),
  ),
})

const withServer = async (use: (server: MockServer) => Promise<void>) => {
  const server = await startMockServer({ port: 0 })
  try {
    await use(server)
  } finally {
    await server.close()
  }
}

const fetchWorlds = async (server: MockServer) =>
  Worlds.parse(await (await fetch(`${server.control}/worlds`)).json()).worlds

const transport = (server: MockServer, projectId: string) =>
  http(`${server.worldUrl(projectId)}/v1?chainId=eip155:1`)

describe("startMockServer", { timeout: 30_000 }, () => {
  it("prints a description of itself as one line of JSON", () =>
    withServer(async (server) => {
      expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
      expect(describeServer(server)).toEqual({
        v: 1,
        projectId: "demo",
        directory: server.url,
        blockchain: server.url,
        analytics: server.url,
        relay: server.url.replace("http", "ws"),
        secureSite: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
        prices: `${server.url}/prices`,
        control: `${server.url}/control`,
        worlds: `${server.url}/w/{projectId}`,
        rpc: `${server.url}/w/{projectId}/rpc/{chainId}`,
        bitcoin: `${server.url}/w/{projectId}/bitcoin/{reference}/api`,
        meldUrl: `${server.url}/w/{projectId}/meld?publicKey=mock`,
        phone: `${server.url}/w/{projectId}/phone`,
        inbox: `${server.url}/w/{projectId}/inbox`,
        openapi: `${server.url}/openapi.json`,
      })
      expect(server.worldUrl("a/b")).toBe(`${server.url}/w/a%2Fb`)
    }))

  it("rejects with the port when the port is busy", () =>
    withServer(async (server) => {
      const port = Number(new URL(server.url).port)
      await expect(startMockServer({ port })).rejects.toEqual(new PortBusy({ port }))
    }))

  it("serves the secure site at another origin, by the next port if available", () =>
    withServer(async (other) => {
      const taken = Number(new URL(other.url).port)
      // The port before one that is in use, which may be in use as well.
      const server = await startMockServer({ port: taken - 1 }).catch(() => startMockServer({ port: 0 }))
      const { secureSite } = server.endpoints
      expect([other.url, other.endpoints.secureSite, server.url]).not.toContain(secureSite)
      const asked = await fetch(`${secureSite}/w/p/wallet/is-connected`, {
        method: "POST",
        body: "{}",
        headers: { origin: secureSite },
      })
      expect([asked.status, await asked.json()]).toEqual([200, { isConnected: false }])
      expect((await fetch(`${server.url}/w/p/wallet/is-connected`, { method: "POST" })).status).toBe(404)
      const events = await fetch(`${secureSite}/w/p/frame/events`)
      await server.close()
      await expect(events.text()).rejects.toThrow("terminated")
      await expect(fetch(secureSite)).rejects.toThrow("fetch failed")
    }))

  it("keeps the log of the server on a busy port, and closes when its own log cannot be written", async () => {
    const folder = await mkdtemp(join(tmpdir(), "wmodal-log-"))
    const logFile = join(folder, "log")
    const server = await startMockServer({ port: 0, logFile })
    await fetch(`${server.worldUrl("logged")}/v1/supported-chains`)
    const port = Number(new URL(server.url).port)
    await expect(startMockServer({ port, logFile })).rejects.toEqual(new PortBusy({ port }))
    await server.close()
    expect(await readFile(logFile, "utf8")).toContain('{"world":"logged","entry":{"id":"')
    await expect(startMockServer({ port, logFile: folder })).rejects.toBeInstanceOf(LogFileFailed)
    await expect(fetch(server.url)).rejects.toThrow("fetch failed")
    await rm(folder, { recursive: true })
  })

  it("rejects an invalid scenario with the field", async () => {
    const faults = JSON.parse('[{"fault":{"kind":"explode"}}]')
    await expect(startMockServer({ port: 0, scenario: { faults } })).rejects.toThrow(ScenarioInvalid)
  })

  it("starts without anvil, and rejects only EVM calls with the reason", async () => {
    vi.stubEnv("WMODAL_ANVIL", "/nowhere/anvil")
    try {
      expect(await findMissingEngines()).toEqual([
        { namespace: "eip155", reason: new AnvilNotFound({ named: "/nowhere/anvil" }).message },
      ])
      await withServer(async (server) => {
        const ask = (chainId: string, method: string) =>
          fetch(`${server.worldUrl("bare")}/v1?chainId=${chainId}`, {
            method: "POST",
            body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: [] }),
          })
        const refused = await ask("eip155:1", "eth_chainId")
        expect([refused.status, await refused.json()]).toEqual([
          503,
          {
            status: "FAILED",
            reasons: [
              {
                field: "chainId",
                description:
                  'WMODAL_ANVIL names "/nowhere/anvil", which does not exist. Set it to an anvil binary, or unset it.',
              },
            ],
          },
        ])
        expect((await ask(solana.caipNetworkId, "getSlot")).status).toBe(200)
      })
    } finally {
      vi.unstubAllEnvs()
    }
  })

  it("responds with 413 and closes the connection when a request body is too large", () =>
    withServer(async (server) => {
      const post = (body: string) =>
        fetch(`${server.worldUrl("large")}/v1?chainId=eip155:1`, { method: "POST", body })
      const refused = await post(" ".repeat(3_000_000))
      expect([refused.status, refused.headers.get("connection")]).toEqual([413, "close"])
    }))

  it("keeps worlds of any name separate", () =>
    withServer(async (server) => {
      const names = ["/", "%", "..%2f", "__proto__", "constructor", "\u0000", "a\nb", "😀", "x".repeat(200)]
      for (const name of names)
        expect((await fetch(`${server.worldUrl(name)}/v1/supported-chains`)).status).toBe(200)
      const worlds = await fetchWorlds(server)
      expect(worlds.map(({ projectId, requests }) => [projectId, requests])).toEqual(
        names.map((name) => [name, 1]),
      )
      for (const name of names) {
        const path = `${server.control}/worlds/${encodeURIComponent(name)}`
        expect(await (await fetch(`${path}/log`)).json()).toMatchObject({
          requests: [{ path: "/v1/supported-chains" }],
        })
        expect((await fetch(path, { method: "DELETE" })).status).toBe(204)
      }
      expect(await fetchWorlds(server)).toEqual([])
    }))

  it("uses the world of the base URL regardless of the project ID in the query", () =>
    withServer(async (server) => {
      await fetch(`${server.worldUrl("path")}/v1/supported-chains?projectId=query`)
      expect((await fetchWorlds(server)).map(({ projectId }) => projectId)).toEqual(["path"])
    }))

  it("moves funds in one world only", () =>
    withServer(async (server) => {
      const wallet = createWalletClient({
        account: mnemonicToAccount("test test test test test test test test test test test junk"),
        chain: mainnet,
        transport: transport(server, "spender"),
      })
      expect(wallet.account.address).toBe(vera)
      const client = (projectId: string) => createPublicClient({ transport: transport(server, projectId) })
      const hash = await wallet.sendTransaction({ to: milo, value: parseEther("1.5") })
      const receipt = await client("spender").waitForTransactionReceipt({ hash, pollingInterval: 5 })
      expect(receipt.status).toBe("success")

      expect(await client("spender").getBalance({ address: milo })).toBe(parseEther("10001.5"))
      expect(await client("saver").getBalance({ address: milo })).toBe(parseEther("10000"))
      expect(await client("saver").getBlockNumber()).toBe(0n)
    }))

  it("serves batches of viem", () =>
    withServer(async (server) => {
      const client = createPublicClient({
        transport: http(`${server.worldUrl("batch")}/v1?chainId=eip155:1`, { batch: true }),
      })
      const balances = await Promise.all(accounts.map((address) => client.getBalance({ address })))
      expect(balances).toEqual(accounts.map(() => parseEther("10000")))
      const log = await (await fetch(`${server.control}/worlds/batch/log`)).json()
      expect(log).toMatchObject({ requests: [{ path: "/v1", rpc: accounts.map(() => "eth_getBalance") }] })
    }))

  it("ends every chain when it closes", async () => {
    const server = await startMockServer({ port: 0 })
    const ask = (projectId: string, chainId: string) =>
      fetch(`${server.url}/v1?projectId=${projectId}&chainId=${chainId}`, {
        method: "POST",
        body: '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}',
      })
    await Promise.all([ask("a", "eip155:1"), ask("a", "eip155:10"), ask("b", "eip155:1")])
    const pids = (await fetchWorlds(server)).flatMap(({ chains }) => chains.map(({ pid }) => pid))
    expect(pids).toHaveLength(3)
    for (const pid of pids) expect(process.kill(pid, 0)).toBe(true)
    // One more, which is still starting.
    const late = ask("c", "eip155:1").catch(() => null)
    await server.close()
    await late
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow("ESRCH")
    await expect(fetch(server.control)).rejects.toThrow("fetch failed")
  })
})
