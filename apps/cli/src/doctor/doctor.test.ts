import { chmodSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Fetch, makeFetch, NetworkError } from "@wmodal/protocol"
import { bitcoin, mainnet, solana } from "@wmodal/protocol/networks"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import type { Settings } from "../settings/Settings.ts"
import { openStateFolder } from "../state/StateFolder.ts"
import { makeTemporaryFolder } from "../testing/makeTemporaryFolder.ts"
import { checkEndpoints } from "./endpoints.ts"
import { checkNode, checkStorage } from "./machine.ts"
import { checkNetwork } from "./network.ts"

const settings: Settings = {
  projectId: "p",
  endpoints: {},
  swapRouters: {},
  meldUrl: null,
  rpc: [{ network: "eip155:1", url: "http://node.example" }],
  nodes: { "eip155:1": ["http://node.example"] },
  networks: [mainnet],
  network: null,
}

const served = {
  directory: "http://api.example",
  blockchain: "http://api.example/",
  secureSite: "http://api.example",
}

const makeTestFetch = (respond: (url: URL) => Response | null) => ({
  send: (request: Request) => {
    const response = respond(new URL(request.url))
    return response === null
      ? Effect.fail(new NetworkError({ host: "api.example", detail: "ECONNREFUSED" }))
      : Effect.succeed(response)
  },
})

const makeDatedResponse = (milliseconds: number) =>
  makeTestFetch(() => new Response("{}", { headers: { date: new Date(milliseconds).toUTCString() } }))

describe("local checks", () => {
  it.each([
    ["22.18.9", "failed"],
    ["20.20.2", "failed"],
    ["22.19.0", "ok"],
    ["24.0.0", "ok"],
  ])("reports Node %s as %s", (version, status) => {
    expect(checkNode(version).status).toBe(status)
  })

  it("accepts a writable state folder and reports the error of another one", () => {
    const folder = makeTemporaryFolder()
    expect(checkStorage(openStateFolder(join(folder, "wmodal"))).status).toBe("ok")
    const file = join(folder, "wmodal", "file")
    openStateFolder(join(folder, "wmodal")).writeText("file", "{}")
    chmodSync(file, 0o600)
    expect(checkStorage(openStateFolder(join(file, "wmodal")))).toMatchObject({
      status: "failed",
      detail: expect.stringContaining("ENOTDIR"),
    })
  })
})

describe("endpoint checks", () => {
  it.effect("notes endpoints that are not set", () =>
    Effect.gen(function* () {
      const checks = yield* Effect.provideService(checkEndpoints(settings), Fetch, makeDatedResponse(0))
      expect(checks.map(({ name, status }) => [name, status])).toEqual([
        ["directory", "noted"],
        ["blockchain", "noted"],
        ["secure site", "noted"],
      ])
    }),
  )

  it.effect("passes when the endpoints respond and their clock agrees", () =>
    Effect.gen(function* () {
      const fetch = makeDatedResponse(1_000)
      const checks = yield* Effect.provideService(
        checkEndpoints({ ...settings, endpoints: served }),
        Fetch,
        fetch,
      )
      expect(checks.map(({ name, status }) => [name, status])).toEqual([
        ["directory", "ok"],
        ["blockchain", "ok"],
        ["secure site", "ok"],
        ["clock", "ok"],
      ])
    }),
  )

  it.effect("fails the clock check when the clocks differ", () =>
    Effect.gen(function* () {
      const fetch = makeDatedResponse(120_000)
      const checks = yield* Effect.provideService(
        checkEndpoints({ ...settings, endpoints: served }),
        Fetch,
        fetch,
      )
      expect(checks.at(-1)).toMatchObject({
        name: "clock",
        status: "failed",
        detail: "120 s behind the server clock",
      })
    }),
  )

  it.effect("reports rejections and unreachable hosts without the project ID", () =>
    Effect.gen(function* () {
      const fetch = makeTestFetch(({ pathname }) =>
        pathname === "/getWallets" ? new Response("", { status: 403 }) : null,
      )
      const secret = { ...settings, projectId: "project-secret", endpoints: served }
      const checks = yield* Effect.provideService(checkEndpoints(secret), Fetch, fetch)
      expect(checks.map(({ detail, status }) => [status, detail])).toEqual([
        ["failed", "api.example: HTTP status code 403"],
        ["failed", "api.example: ECONNREFUSED"],
        ["failed", "api.example: ECONNREFUSED"],
      ])
    }),
  )

  it.effect("names the host that an endpoint redirects to, and does not ask it", () =>
    Effect.gen(function* () {
      const asked: string[] = []
      const fetch = makeFetch(async ({ url }) => {
        asked.push(new URL(url).host)
        return new Response(null, { status: 307, headers: { location: "https://evil.test/?a=b" } })
      })
      const checks = yield* Effect.provideService(
        checkEndpoints({ ...settings, endpoints: { directory: "http://api.example" } }),
        Fetch,
        fetch,
      )
      expect(checks[0]).toMatchObject({ status: "failed", detail: "api.example: redirects to evil.test" })
      expect(asked).toEqual(["api.example"])
    }),
  )

  it.effect("sends the same query as every client, with SDK type and version", () =>
    Effect.gen(function* () {
      const asked: string[] = []
      const fetch = makeTestFetch(({ pathname, searchParams }) => {
        asked.push(`${pathname}?${searchParams}`)
        return new Response("{}")
      })
      yield* Effect.provideService(checkEndpoints({ ...settings, endpoints: served }), Fetch, fetch)
      const query = "projectId=p&st=wmodal&sv=node-evm%2Csolana%2Cbitcoin%2Cpolkadot-0.1.0"
      expect(asked).toEqual([`/getWallets?${query}`, `/v1/supported-chains?${query}`, `/sdk?${query}`])
    }),
  )

  it.effect("rejects URLs with credentials without printing them", () =>
    Effect.gen(function* () {
      const endpoints = { directory: "https://me:word@api.example" }
      const checks = yield* Effect.provideService(
        checkEndpoints({ ...settings, endpoints }),
        Fetch,
        makeTestFetch(() => new Response("{}")),
      )
      expect(checks[0]).toMatchObject({ status: "failed", detail: "api.example: not a valid URL" })
      expect(JSON.stringify(checks)).not.toContain("word")
    }),
  )

  it.effect("fails after 10 seconds without a response", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(
        Effect.provideService(checkEndpoints({ ...settings, endpoints: served }), Fetch, {
          send: () => Effect.never,
        }),
        { startImmediately: true },
      )
      yield* TestClock.adjust("10 seconds")
      const checks = yield* Fiber.join(fiber)
      expect(checks.map(({ detail }) => detail)).toEqual([
        "api.example: no response in 10 s",
        "api.example: no response in 10 s",
        "api.example: no response in 10 s",
      ])
    }),
  )
})

describe("network check", () => {
  const makeNode = (results: Readonly<Record<string, unknown>>) => ({
    send: (request: Request) =>
      Effect.promise(async () => {
        const { id, method } = await request.json()
        return new Response(JSON.stringify({ jsonrpc: "2.0", id, result: results[method] ?? {} }))
      }),
  })
  const genesis = "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d"
  const genesisOfBitcoin = "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f"

  it.effect("reports the newest block", () =>
    Effect.gen(function* () {
      const node = makeNode({ eth_blockNumber: "0x10", eth_chainId: "0x1" })
      const check = yield* Effect.provideService(checkNetwork(settings, mainnet), Fetch, node)
      expect(check).toMatchObject({ status: "ok", detail: "Ethereum (eip155:1): block 16" })
    }),
  )

  it.effect("fails when the node serves another network", () =>
    Effect.gen(function* () {
      const node = makeNode({ eth_blockNumber: "0x10", eth_chainId: "0x89" })
      const check = yield* Effect.provideService(checkNetwork(settings, mainnet), Fetch, node)
      expect(check).toMatchObject({
        status: "failed",
        detail: "Ethereum (eip155:1): the node serves eip155:137",
      })
    }),
  )

  it.effect("requests the newest block by the API of each chain", () =>
    Effect.gen(function* () {
      const height = makeTestFetch(({ pathname }) =>
        pathname === "/blocks/tip/height"
          ? new Response("840000")
          : pathname === "/block-height/0"
            ? new Response(genesisOfBitcoin)
            : null,
      )
      const coins: Settings = { ...settings, nodes: { [bitcoin.caipNetworkId]: ["http://node.example"] } }
      const ofBitcoin = yield* Effect.provideService(checkNetwork(coins, bitcoin), Fetch, height)
      expect(ofBitcoin).toMatchObject({ status: "ok", detail: expect.stringContaining("block 840000") })
      const ofSolana = yield* Effect.provideService(
        checkNetwork(settings, solana),
        Fetch,
        makeNode({ getBlockHeight: 310_000_000, getGenesisHash: genesis }),
      )
      expect(ofSolana).toMatchObject({ status: "ok", detail: expect.stringContaining("block 310000000") })
    }),
  )

  it.effect("notes an unreachable network when no wallet is connected there", () =>
    Effect.gen(function* () {
      const check = yield* Effect.provideService(
        checkNetwork(settings, solana, "solana"),
        Fetch,
        makeNode({}),
      )
      expect(check).toMatchObject({
        name: "solana",
        status: "noted",
        detail: expect.stringContaining("not connected"),
      })
    }),
  )

  it.effect("removes control characters from errors of a node", () =>
    Effect.gen(function* () {
      const error = { code: -32000, message: "\u001b[2Jall is well" }
      const fetch = makeTestFetch(() => new Response(JSON.stringify({ jsonrpc: "2.0", id: 1, error })))
      const { detail } = yield* Effect.provideService(checkNetwork(settings, mainnet), Fetch, fetch)
      expect(detail).toContain("all is well")
      expect(detail).not.toContain("\u001b")
    }),
  )

  it.effect("fails when the response contains no block", () =>
    Effect.gen(function* () {
      const check = yield* Effect.provideService(checkNetwork(settings, mainnet), Fetch, makeNode({}))
      expect(check).toMatchObject({ status: "failed" })
    }),
  )

  it.effect("fails after 10 seconds without a response", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(
        Effect.provideService(checkNetwork(settings, mainnet), Fetch, { send: () => Effect.never }),
        { startImmediately: true },
      )
      yield* TestClock.adjust("10 seconds")
      expect(yield* Fiber.join(fiber)).toMatchObject({ status: "failed" })
    }),
  )
})
