import { bitcoin, mainnet, optimism, solana, solanaDevnet } from "@wmodal/protocol/networks"
import { describe, expect, it } from "vitest"
import { canonicalChainId, makeOptionalNamespaces } from "./optionalNamespaces.ts"

describe("makeOptionalNamespaces", () => {
  it("contains one namespace per chain with all networks", () => {
    const asked = makeOptionalNamespaces([mainnet, optimism, solana, bitcoin])
    expect(Object.keys(asked)).toEqual(["eip155", "solana", "bip122"])
    expect(asked.eip155?.chains).toEqual(["eip155:1", "eip155:10"])
    expect(asked.eip155?.methods).toHaveLength(22)
    expect(asked.eip155?.methods).not.toContain("eth_sign")
    expect(asked.eip155?.methods).not.toContain("wallet_grantPermissions")
    expect(asked.eip155?.methods).toContain("wallet_showCallsStatus")
    expect(asked.bip122).toEqual({
      methods: ["sendTransfer", "signMessage", "signPsbt", "getAccountAddresses"],
      events: ["accountsChanged", "chainChanged"],
      chains: ["bip122:000000000019d6689c085ae165831e93"],
    })
  })

  it("contains the older ids of Solana networks", () => {
    const asked = makeOptionalNamespaces([solana, solanaDevnet])
    expect(asked.solana?.chains).toEqual([
      "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
      "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1",
      "solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ",
      "solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K",
    ])
    expect(canonicalChainId("solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ")).toBe(solana.caipNetworkId)
    expect(canonicalChainId("eip155:1")).toBe("eip155:1")
  })

  it("requests the methods that sign on Polkadot", () => {
    const polkadot = {
      ...mainnet,
      id: "91b171bb158e2d3848fa23a9f1c25182",
      caipNetworkId: "polkadot:91b171bb158e2d3848fa23a9f1c25182",
      chainNamespace: "polkadot",
    } as const
    expect(makeOptionalNamespaces([polkadot]).polkadot).toEqual({
      methods: ["polkadot_signTransaction", "polkadot_signMessage"],
      events: ["accountsChanged", "chainChanged"],
      chains: ["polkadot:91b171bb158e2d3848fa23a9f1c25182"],
    })
  })

  it.each([
    ["methods", { methods: { eip155: ["personal_sign"] } }, { methods: ["personal_sign"] }],
    ["chains", { chains: { eip155: ["eip155:5"] } }, { chains: ["eip155:5"] }],
    ["events", { events: { eip155: [] } }, { events: [] }],
  ])("replaces %s by the override only", (_, override, replaced) => {
    const asked = makeOptionalNamespaces([mainnet, solana], override)
    const plain = makeOptionalNamespaces([mainnet, solana])
    expect(asked).toEqual({ ...plain, eip155: { ...plain.eip155, ...replaced } })
  })

  it("adds a namespace that only the override has", () => {
    const asked = makeOptionalNamespaces([mainnet], { chains: { cosmos: ["cosmos:cosmoshub-4"] } })
    expect(asked.cosmos).toEqual({
      methods: [],
      events: ["accountsChanged", "chainChanged"],
      chains: ["cosmos:cosmoshub-4"],
    })
  })
})
