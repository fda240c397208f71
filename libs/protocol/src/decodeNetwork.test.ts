import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Issue } from "./Decoder.ts"
import { decodeNetwork } from "./decodeNetwork.ts"
import type { Network } from "./Network.ts"
import { mainnet, networks, solana } from "./networks/index.ts"

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
  const decoded = decodeNetwork(input)
  return decoded instanceof Issue ? [decoded.path.join(".")] : []
}

describe("the network table", () => {
  it.each(networks.map((network): [string, Network] => [network.caipNetworkId, network]))(
    "decodes %s to itself",
    (_, network) => expect(decodeNetwork(network)).toEqual(network),
  )
})

describe("decodeNetwork with input of a host app", () => {
  it("accepts the chain object of another kit", () => {
    expect(decodeNetwork(foreign)).toEqual({
      id: 31337,
      caipNetworkId: "eip155:31337",
      chainNamespace: "eip155",
      name: "Anvil",
      nativeCurrency: foreign.nativeCurrency,
      rpcUrls: { default: { http: ["http://127.0.0.1:8545"] } },
    })
  })

  it("converts a textual EVM chain id to a number", () => {
    expect(decodeNetwork({ ...mainnet, id: "1" })).toEqual(mainnet)
  })

  it.each([
    ["contradicts itself", { ...mainnet, caipNetworkId: "eip155:2" }, "caipNetworkId"],
    ["has a foreign namespace in its id", { ...solana, chainNamespace: "bip122" }, "caipNetworkId"],
    ["has a textual id without a namespace", { ...foreign, id: "abc" }, "caipNetworkId"],
    ["is EVM without a number", { ...foreign, id: "abc", chainNamespace: "eip155" }, "caipNetworkId"],
    ["has a hex chain id", { ...foreign, id: "0x10", chainNamespace: "eip155" }, "caipNetworkId"],
    ["has a negative chain id in text", { ...foreign, id: "-5", chainNamespace: "eip155" }, "caipNetworkId"],
    ["has no id", { ...foreign, id: undefined }, "id"],
    ["has a negative id", { ...foreign, id: -1 }, "id"],
    ["has a fractional id", { ...foreign, id: 1.5 }, "id"],
    ["has an unknown namespace", { ...foreign, chainNamespace: "cosmos" }, "chainNamespace"],
    ["has no name", { ...foreign, name: " " }, "name"],
    ["has no currency", { ...foreign, nativeCurrency: undefined }, "nativeCurrency"],
    [
      "has a javascript: node URL",
      { ...foreign, rpcUrls: { default: { http: ["javascript:alert(1)"] } } },
      "rpcUrls.default.http.0",
    ],
    [
      "has a javascript: explorer URL",
      { ...foreign, blockExplorers: { default: { name: "x", url: "javascript:alert(1)" } } },
      "blockExplorers.default.url",
    ],
    ["is null", null, ""],
  ])("rejects a network that %s", (_, input, path) => expect(issues(input)).toEqual([path]))
})

describe("decodeNetwork with arbitrary input", () => {
  const odd = fc.oneof(
    fc.anything(),
    fc.string(),
    fc.constantFrom("eip155:1", "https://a.test", "javascript:1", 1, "1", 2 ** 53, -0, [], {}),
  )
  const fields = ["id", "caipNetworkId", "chainNamespace", "name", "nativeCurrency", "rpcUrls", "assets"]
  const changed = fc
    .record({ network: fc.constantFrom(...networks), field: fc.constantFrom(...fields), value: odd })
    .map(({ network, field, value }) => ({ ...network, [field]: value }))

  it("returns a network that decodes to itself, or reports issues, without throwing", () => {
    fc.assert(
      fc.property(fc.oneof(odd, changed), (input) => {
        const decoded = decodeNetwork(input)
        expect(decoded instanceof Issue ? decoded : decodeNetwork(decoded)).toEqual(decoded)
      }),
    )
  })
})
