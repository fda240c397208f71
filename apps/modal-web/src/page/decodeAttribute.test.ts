import { mainnet, networks, polygon, solana as solanaNetwork } from "@wmodal/protocol/networks"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { decodeAttribute } from "./decodeAttribute.ts"

const load = () => new Promise<never>(() => {})
const chain = (namespace: "eip155" | "solana") => ({ namespace, load }) as never
const chains = { evm: () => chain("eip155"), solana: () => chain("solana") }
const decode = (value: unknown) =>
  decodeAttribute(typeof value === "string" ? value : JSON.stringify(value), chains, networks)

const good = { projectId: "p", chains: ["evm"], networks: ["eip155:1"] }

describe("decodeAttribute", () => {
  it("decodes chain names and CAIP-2 ids and passes on every other option", () => {
    const { options, problems } = decode({
      ...good,
      chains: ["evm", "solana"],
      networks: ["eip155:1", "eip155:137", solanaNetwork.caipNetworkId],
      defaultNetwork: "eip155:137",
      themeMode: "dark",
      endpoints: { directory: "https://directory.example" },
    })
    expect(problems).toEqual([])
    expect(options).toMatchObject({
      projectId: "p",
      chains: [{ namespace: "eip155" }, { namespace: "solana" }],
      networks: [mainnet, polygon, solanaNetwork],
      defaultNetwork: polygon,
      themeMode: "dark",
      endpoints: { directory: "https://directory.example" },
    })
  })

  it("passes a network object on unchanged, because the modal decodes it", () => {
    const own = { ...mainnet, name: "Mine" }
    expect(decode({ ...good, networks: [own] }).options?.networks).toEqual([own])
  })

  it.each([
    ["is missing", null],
    ["is not JSON", "{projectId:'p'}"],
    ["is not a JSON object", "[]"],
    ["is not a JSON object", "null"],
    ["is not a JSON object", '"p"'],
  ])("returns no options when the attribute %s, and one sentence with an example", (_, text) => {
    const { options, problems } = decodeAttribute(text, chains, networks)
    expect(options).toBeNull()
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain('"networks":["eip155:1"]')
  })

  it("reports and leaves out each unknown chain and network", () => {
    const { options, problems } = decode({
      ...good,
      chains: ["evm", "eip155", "toString", 7],
      networks: ["eip155:1", "eip155:0", 1],
      defaultNetwork: "mainnet",
    })
    expect(options).toMatchObject({ chains: [{ namespace: "eip155" }], networks: [mainnet] })
    expect(problems).toEqual([
      'data-wmodal: unknown chain "eip155". Pass any of: evm, solana.',
      'data-wmodal: unknown chain "toString". Pass any of: evm, solana.',
      "data-wmodal: unknown chain 7. Pass any of: evm, solana.",
      ...['"eip155:0"', "1", '"mainnet"'].map(
        (value) =>
          `data-wmodal: unknown network ${value}. Pass its CAIP-2 id, such as "eip155:1", or a network object.`,
      ),
    ])
  })

  it("reports which list is missing", () => {
    const { problems } = decode({ projectId: "p" })
    expect(problems.map((problem) => /"(\w+)" is not a list/.exec(problem)?.[1])).toEqual([
      "chains",
      "networks",
    ])
  })

  it("never throws for any JSON or text", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(decodeAttribute(text, chains, networks)).toHaveProperty("problems")
      }),
    )
  })
})
