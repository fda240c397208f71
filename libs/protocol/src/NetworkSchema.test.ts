import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { parseCaipNetworkId } from "./Caip.ts"
import type { Network } from "./Network.ts"
import { NetworkSchema } from "./NetworkSchema.ts"
import { evmNetworks, mainnet, networks, polygon, retiredNetworks, solana } from "./networks/index.ts"

const foreign = {
  id: 31337,
  name: "Anvil",
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
  rpcUrls: { default: { http: ["http://127.0.0.1:8545"], webSocket: ["ws://127.0.0.1:8545"] } },
  contracts: {},
  fees: undefined,
  formatters: { block: () => null },
}

const issues = (input: unknown) => {
  const decoded = NetworkSchema.safeParse(input)
  return decoded.success ? [] : decoded.error.issues.map(({ path }) => path.join("."))
}

describe("the table", () => {
  it.each(networks.map((network): [string, Network] => [network.caipNetworkId, network]))(
    "%s decodes to itself",
    (_, network) => expect(NetworkSchema.parse(network)).toEqual(network),
  )

  it("has each network once: 39 EVM, 3 Solana, 2 Bitcoin", () => {
    expect(new Set(networks.map(({ caipNetworkId }) => caipNetworkId)).size).toBe(networks.length)
    expect(evmNetworks).toHaveLength(39)
    expect(networks).toHaveLength(44)
    const id = ({ caipNetworkId }: Network) => Result.getOrThrow(parseCaipNetworkId(caipNetworkId))
    expect(networks.every((network) => id(network).reference === String(network.id))).toBe(true)
  })

  it("holds every EVM network that the wire names", () => {
    const frame = [
      1, 5, 11155111, 10, 420, 42161, 421613, 137, 80001, 42220, 1313161554, 1313161555, 56, 97, 43114, 43113,
      324, 280, 100, 8453, 84531, 84532, 7777777, 999,
    ]
    const swap = [1, 42161, 10, 324, 8453, 56, 137, 100, 43114, 250, 8217, 1313161554]
    const proxy = [
      1, 10, 56, 97, 100, 137, 300, 324, 1101, 1301, 1329, 5000, 5003, 8217, 8453, 17000, 42161, 42220, 43113,
      43114, 59144, 80002, 80084, 84532, 421614, 7777777, 11155111, 11155420, 999999999, 1313161554,
      1313161555,
    ]
    const known = new Set(evmNetworks.map(({ id }) => id))
    expect([...frame, ...swap, ...proxy].filter((id) => !known.has(id))).toEqual([])
  })

  it("pays on Polygon in POL, and asks nobody about a network that has ended", () => {
    expect(polygon.nativeCurrency).toEqual({ name: "POL", symbol: "POL", decimals: 18 })
    expect(
      retiredNetworks.every((network) => network.testnet && network.rpcUrls.default.http.length === 0),
    ).toBe(true)
    const running = networks.filter((network) => !retiredNetworks.includes(network))
    expect(
      running.every((network) => network.rpcUrls.default.http.every((url) => url.startsWith("https://"))),
    ).toBe(true)
    expect(running.every((network) => network.rpcUrls.default.http.length > 0)).toBe(true)
  })
})

describe("what a host passes", () => {
  it("may be the chain object of another kit", () => {
    expect(NetworkSchema.parse(foreign)).toEqual({
      id: 31337,
      caipNetworkId: "eip155:31337",
      chainNamespace: "eip155",
      name: "Anvil",
      nativeCurrency: foreign.nativeCurrency,
      rpcUrls: { default: { http: ["http://127.0.0.1:8545"] } },
    })
  })

  it("has a numeric chain id on EVM, however it was written", () => {
    expect(NetworkSchema.parse({ ...mainnet, id: "1" })).toEqual(mainnet)
  })

  it.each([
    ["contradicts itself", { ...mainnet, caipNetworkId: "eip155:2" }, "caipNetworkId"],
    ["has a foreign namespace in its id", { ...solana, chainNamespace: "bip122" }, "caipNetworkId"],
    ["does not say of which chain it is", { ...foreign, id: "abc" }, "caipNetworkId"],
    ["is EVM without a number", { ...foreign, id: "abc", chainNamespace: "eip155" }, "caipNetworkId"],
    [
      "writes its chain id in another way",
      { ...foreign, id: "0x10", chainNamespace: "eip155" },
      "caipNetworkId",
    ],
    ["has a negative chain id in text", { ...foreign, id: "-5", chainNamespace: "eip155" }, "caipNetworkId"],
    ["has no id", { ...foreign, id: undefined }, "id"],
    ["has a negative id", { ...foreign, id: -1 }, "id"],
    ["has half an id", { ...foreign, id: 1.5 }, "id"],
    ["is of an unknown kind", { ...foreign, chainNamespace: "cosmos" }, "chainNamespace"],
    ["has no name", { ...foreign, name: " " }, "name"],
    ["has no currency", { ...foreign, nativeCurrency: undefined }, "nativeCurrency"],
    [
      "has a script for a node",
      { ...foreign, rpcUrls: { default: { http: ["javascript:alert(1)"] } } },
      "rpcUrls.default.http.0",
    ],
    [
      "has a script for an explorer",
      { ...foreign, blockExplorers: { default: { name: "x", url: "javascript:alert(1)" } } },
      "blockExplorers.default.url",
    ],
    ["is no object", null, ""],
  ])("is refused where it %s", (_, input, path) => expect(issues(input)).toEqual([path]))
})
