import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { hasDeceptiveCharacters } from "@wmodal/chains"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import type { SharedOptions } from "../plan/CommandPlan.ts"
import { toSessionWorld } from "../session/openSession.ts"
import { makeTemporaryFolder } from "../testing/makeTemporaryFolder.ts"
import { makeRecordedFacts } from "../testing/recordedFacts.ts"
import { readSettings } from "./Settings.ts"

const nothing: SharedOptions = {
  format: "auto",
  debug: false,
  projectId: null,
  endpoints: null,
  relay: null,
  network: null,
  rpc: [],
}

type Input = Parameters<typeof readSettings>[0]

const runReadSettings = (
  shared: Partial<SharedOptions>,
  more: Partial<Omit<Input, "shared">> & Parameters<typeof makeRecordedFacts>[0] = {},
) =>
  Effect.runPromise(
    Effect.result(
      readSettings({
        shared: { ...nothing, ...shared },
        facts: makeRecordedFacts(more).facts,
        world: more.world ?? null,
        own: more.own ?? [],
      }),
    ),
  )

const getSettings = async (...args: Parameters<typeof runReadSettings>) => {
  const result = await runReadSettings(...args)
  if (result._tag === "Failure") throw new Error(JSON.stringify(result.failure.reason))
  return result.success
}

const getRefusal = async (...args: Parameters<typeof runReadSettings>) => {
  const result = await runReadSettings(...args)
  return result._tag === "Failure" ? result.failure.reason : null
}

const world = {
  projectId: "remembered",
  endpoints: { blockchain: "https://remembered" },
  rpc: [
    { network: "eip155:1" as const, url: "https://one" },
    { network: "eip155:10" as const, url: "https://ten" },
  ],
}

const writeEndpointsFile = (content: string): string => {
  const path = join(makeTemporaryFolder(), "endpoints.json")
  writeFileSync(path, content)
  return path
}

describe("readSettings", () => {
  it("needs no configuration and uses public nodes without a project ID", async () => {
    const { endpoints, networks, projectId } = await getSettings({})
    expect({ endpoints, projectId }).toEqual({ endpoints: {}, projectId: null })
    expect(networks[0].caipNetworkId).toBe("eip155:1")
  })

  it("prefers the command line to the environment and the environment to the session", async () => {
    const env = { WMODAL_PROJECT_ID: "environment" }
    expect((await getSettings({ projectId: "typed" }, { env, world })).projectId).toBe("typed")
    expect((await getSettings({}, { env, world })).projectId).toBe("environment")
    expect((await getSettings({}, { world })).projectId).toBe("remembered")
    expect((await getSettings({}, { world })).endpoints).toEqual({ blockchain: "https://remembered" })
    const path = writeEndpointsFile(
      '{"blockchain":"https://file","control":"https://c","projectId":"file","v":1}',
    )
    const fromEnvironment = await getSettings({}, { env: { WMODAL_ENDPOINTS: path }, world })
    expect(fromEnvironment).toMatchObject({ projectId: "file", endpoints: { blockchain: "https://file" } })
    const piped = await getSettings(
      { endpoints: "-", projectId: "p" },
      { stdin: '{"directory":"https://piped"}' },
    )
    expect(piped.endpoints).toEqual({ directory: "https://piped" })
  })

  it("requires a project ID when an endpoint is set", async () => {
    expect(await getRefusal({ endpoints: "-" }, { stdin: '{"directory":"https://d"}' })).toMatchObject({
      _tag: "Config",
      message: "Project ID Not Configured",
    })
  })

  it.each(["", "{", "[]", "null", '{"directory":"javascript:1"}', '{"blockchain":5}', '{"projectId":""}'])(
    "rejects %j as endpoints",
    async (stdin) => {
      expect(await getRefusal({ endpoints: "-", projectId: "p" }, { stdin })).toMatchObject({
        _tag: "Config",
      })
    },
  )

  it("names the missing file", async () => {
    expect(await getRefusal({ endpoints: "/nowhere.json" })).toMatchObject({
      message: expect.stringContaining("/nowhere.json"),
    })
  })

  it("prefers custom networks and nodes to the built-in ones", async () => {
    const own = [
      { network: "eip155:31337" as const, url: "https://local", name: "Local", symbol: "TST", decimals: 6 },
      {
        network: "eip155:137" as const,
        url: "https://mine",
        name: "My Polygon",
        symbol: "POL",
        decimals: 18,
      },
    ]
    const rpc = [
      { network: "eip155:1" as const, url: "https://typed" },
      { network: "eip155:424242" as const, url: "https://bare" },
    ]
    const found = await getSettings({ rpc, network: "eip155:31337" }, { world, own })
    const named = (id: string) => found.networks.find(({ caipNetworkId }) => caipNetworkId === id)
    expect(named("eip155:1")).toMatchObject({
      name: "Ethereum",
      rpcUrls: { default: { http: ["https://typed"] } },
    })
    expect(named("eip155:10")?.rpcUrls.default.http).toEqual(["https://ten"])
    expect(named("eip155:137")?.name).toBe("My Polygon")
    expect(named("eip155:424242")).toMatchObject({ id: 424242, chainNamespace: "eip155" })
    expect(found.network).toMatchObject({
      id: 31337,
      nativeCurrency: { symbol: "TST", decimals: 6 },
    })
    expect(found.rpc).toEqual([{ network: "eip155:10", url: "https://ten" }, ...rpc])
    // Nodes of the user come before the proxy, even if no public node remains.
    expect(found.nodes).toEqual({
      "eip155:31337": ["https://local"],
      "eip155:137": ["https://mine"],
      "eip155:10": ["https://ten"],
      "eip155:1": ["https://typed"],
      "eip155:424242": ["https://bare"],
    })
  })

  it("includes networks of every chain and the default currency of a network known only by its node", async () => {
    const rpc = [
      { network: `solana:${"4".repeat(32)}` as const, url: "https://solana" },
      { network: `bip122:${"1".repeat(32)}` as const, url: "https://bitcoin" },
    ]
    const { networks } = await getSettings({ rpc, network: "bip122:000000000933ea01ad0ee984209779ba" })
    const namespaces = new Set(networks.map(({ chainNamespace }) => chainNamespace))
    expect([...namespaces]).toEqual(["eip155", "solana", "bip122", "polkadot"])
    expect(networks.slice(-2)).toMatchObject([
      { id: "4".repeat(32), nativeCurrency: { symbol: "SOL", decimals: 9 } },
      { id: "1".repeat(32), nativeCurrency: { symbol: "BTC", decimals: 8 } },
    ])
  })

  it("reads an endpoints file that begins with a byte order mark, as editors on Windows write it", async () => {
    const endpoints = writeEndpointsFile('\uFEFF{"directory":"https://d"}')
    expect((await getSettings({ endpoints, projectId: "p" })).endpoints).toEqual({ directory: "https://d" })
  })

  it("reads Bitcoin nodes from the endpoints file and keeps them in the session", async () => {
    const file = {
      blockchain: "http://localhost/w/demo",
      bitcoin: "http://localhost/w/{projectId}/bitcoin/{reference}/api",
      projectId: "demo",
    }
    const network = "bip122:000000000019d6689c085ae165831e93" as const
    const found = await getSettings({ endpoints: writeEndpointsFile(JSON.stringify(file)) })
    const url = "http://localhost/w/demo/bitcoin/000000000019d6689c085ae165831e93/api"
    expect(found.nodes[network]).toEqual([url])
    expect(found.rpc).toContainEqual({ network, url })
    expect(found.endpoints).toEqual({ blockchain: file.blockchain })
    const typed = { network, url: "https://mine" }
    const over = await getSettings({ endpoints: writeEndpointsFile(JSON.stringify(file)), rpc: [typed] })
    expect(over.nodes[network]).toEqual(["https://mine"])
  })

  it("reads the user's routers from the endpoints file, keeps them in the session, and names a wrong one", async () => {
    const swapRouters = { "eip155:1": ["0x111111125421cA6dc452d289314280a0f8842A65"] }
    const file = join(makeTemporaryFolder(), "endpoints.json")
    writeFileSync(file, JSON.stringify({ projectId: "p", prices: "https://prices.example", swapRouters }))
    const settings = await getSettings({ endpoints: file })
    expect(settings).toMatchObject({ endpoints: { prices: "https://prices.example" }, swapRouters })
    expect(await getSettings({}, { world: toSessionWorld(settings) })).toMatchObject({ swapRouters })
    expect((await getSettings({})).swapRouters).toEqual({})
    for (const [wrong, field] of [
      [{ "eip155:1": ["0x12"] }, "swapRouters.eip155:1.0"],
      [{ ethereum: [] }, "swapRouters.ethereum"],
    ] as const) {
      writeFileSync(file, JSON.stringify({ projectId: "p", swapRouters: wrong }))
      const refused = await runReadSettings({ endpoints: file })
      expect(refused._tag === "Failure" && JSON.stringify(refused.failure.reason)).toContain(field)
    }
  })

  it("reads Meld's page from the endpoints file, puts the project id into it, and keeps it in the session", async () => {
    const file = { projectId: "a/b", blockchain: "http://localhost" }
    const read = (meldUrl: string) =>
      runReadSettings({ endpoints: writeEndpointsFile(JSON.stringify({ ...file, meldUrl })) })
    const found = await read("http://localhost/w/{projectId}/meld?publicKey=mock")
    if (found._tag === "Failure") throw new Error(JSON.stringify(found.failure.reason))
    const meldUrl = "http://localhost/w/a%2Fb/meld?publicKey=mock"
    expect(found.success).toMatchObject({ endpoints: { blockchain: file.blockchain }, meldUrl })
    expect(found.success.endpoints).not.toHaveProperty("meldUrl")
    expect(await getSettings({}, { world: toSessionWorld(found.success) })).toMatchObject({ meldUrl })
    expect((await getSettings({})).meldUrl).toBe(null)
    const refused = await read("javascript:1")
    expect(refused._tag === "Failure" && JSON.stringify(refused.failure.reason)).toContain(
      "meldUrl is not a valid URL",
    )
  })

  it("removes control characters from names", async () => {
    const own = {
      network: "eip155:31337" as const,
      url: "https://local",
      name: "\u001b[2J",
      symbol: "\u202eHTE",
      decimals: 18,
    }
    const { networks } = await getSettings({}, { own: [own] })
    const { name, nativeCurrency } = networks.at(-1) ?? {}
    expect(hasDeceptiveCharacters(`${name} ${nativeCurrency?.symbol}`)).toBe(false)
  })

  it.each(["directory", "blockchain", "analytics", "relay", "secureSite", "prices", "bitcoin", "meldUrl"])(
    "refuses an unencrypted %s on another machine, and shows no key of its address",
    async (name) => {
      const scheme = name === "relay" ? "ws" : "http"
      const write = (url: string) =>
        runReadSettings({ endpoints: writeEndpointsFile(JSON.stringify({ projectId: "p", [name]: url })) })
      const refused = await write(`${scheme}://127.0.0.1.example/key?key=secret`)
      expect(refused).toMatchObject({ _tag: "Failure", failure: { reason: { _tag: "Config" } } })
      expect(JSON.stringify(refused)).toContain(`${scheme}://127.0.0.1.example is not encrypted`)
      expect(JSON.stringify(refused)).not.toContain("secret")
      for (const host of ["127.0.0.1:1", "localhost:1", "[::1]:1"])
        expect((await write(`${scheme}://${host}/a`))._tag).toBe("Success")
      expect((await write(`${scheme}s://host.example/a`))._tag).toBe("Success")
    },
  )

  it("refuses unencrypted nodes and relays, wherever they come from", async () => {
    const rpc = [{ network: "eip155:1" as const, url: "http://node.example" }]
    const own = rpc.map((node) => ({ ...node, name: "Mine", symbol: "ETH", decimals: 18 }))
    const stored = { projectId: "p", endpoints: { blockchain: "http://stored.example" }, rpc: [] }
    for (const [given, hint] of [
      [getRefusal({ rpc }), "--rpc eip155:1=<url>"],
      [getRefusal({}, { world: { ...stored, endpoints: {}, rpc } }), "--rpc eip155:1=<url>"],
      [getRefusal({}, { own }), "wmodal networks remove eip155:1"],
      [getRefusal({}, { world: stored }), "--endpoints <file>"],
      [getRefusal({ relay: "ws://relay.example", projectId: "p" }), "--relay <url>"],
      [getRefusal({ projectId: "p" }, { env: { WMODAL_RELAY: "ws://relay.example" } }), "--relay <url>"],
    ] as const)
      expect(await given).toMatchObject({
        message: expect.stringContaining("is not encrypted"),
        hint: expect.stringContaining(hint),
      })
  })

  it("refuses nodes and servers with a password in their address, and shows none of it", async () => {
    const rpc = [{ network: "solana:1" as const, url: "https://user:word@node.example/key" }]
    const own = [
      {
        network: "eip155:9" as const,
        url: "http://user@localhost:1",
        name: "Mine",
        symbol: "ETH",
        decimals: 18,
      },
    ]
    const file = JSON.stringify({ projectId: "p", blockchain: "https://:word@a.example" })
    for (const given of [
      getRefusal({ rpc }),
      getRefusal({}, { own }),
      getRefusal({}, { world: { projectId: "p", endpoints: {}, rpc } }),
      getRefusal({ endpoints: writeEndpointsFile(file) }),
    ]) {
      const refused = await given
      expect(refused).toMatchObject({ message: expect.stringContaining("has a user name or a password") })
      expect(JSON.stringify(refused)).not.toMatch(/word@|user@|key"/)
    }
  })

  it("rejects a network without a description", async () => {
    expect(await getRefusal({ network: "eip155:424242" })).toMatchObject({
      message: expect.stringContaining("eip155:424242"),
      hint: expect.stringContaining("networks add"),
    })
  })
})
