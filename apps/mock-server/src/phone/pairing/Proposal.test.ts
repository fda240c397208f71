import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { approveNamespaces } from "./approveNamespaces.ts"
import { decodeProposal } from "./Proposal.ts"

const evm = {
  chains: ["eip155:1", "eip155:5"],
  methods: ["personal_sign", "eth_sign"],
  events: ["chainChanged", "boom"],
}
const proposal = (params: object) =>
  decodeProposal({ id: 1, params: { pairingTopic: "topic", proposer: { metadata: null }, ...params } })
const approve = (params: object) => {
  const read = proposal(params)
  return (
    read &&
    approveNamespaces(read, { smartAccount: true, getAddress: (id) => (id === "eip155:1" ? "0xme" : null) })
  )
}

describe("session proposal", () => {
  it("grants the requested part of what the phone supports", () => {
    const granted = {
      eip155: {
        chains: ["eip155:1"],
        methods: ["personal_sign"],
        events: ["chainChanged"],
        accounts: ["eip155:1:0xme"],
      },
    }
    expect(approve({ optionalNamespaces: { eip155: evm } })).toEqual(granted)
    // A key may be a single network, and required namespaces count as requested.
    expect(approve({ optionalNamespaces: { "eip155:1": { ...evm, chains: undefined } } })).toEqual(granted)
    expect(approve({ requiredNamespaces: { eip155: { ...evm, chains: ["eip155:1"] } } })).toEqual(granted)
  })

  it.each([
    ["nothing is requested", {}],
    ["nothing is known", { optionalNamespaces: { eip155: { ...evm, chains: ["eip155:5"] } } }],
    [
      "a network of another namespace is named",
      { optionalNamespaces: { solana: { ...evm, chains: ["eip155:1"] } } },
    ],
    ["more is required than is known", { requiredNamespaces: { eip155: evm } }],
    [
      "another namespace is required",
      { optionalNamespaces: { eip155: evm }, requiredNamespaces: { cosmos: { methods: [], events: [] } } },
    ],
  ])("returns null when %s", (_, params) => {
    expect(approve(params)).toBeNull()
  })

  it.each([
    ["no namespaces", { optionalNamespaces: "all" }],
    ["no lists", { optionalNamespaces: { eip155: { ...evm, methods: "all" } } }],
    ["no texts", { optionalNamespaces: { eip155: { ...evm, chains: [1] } } }],
    [
      "too many networks",
      {
        optionalNamespaces: {
          eip155: { ...evm, chains: Array.from({ length: 501 }, (_, at) => `eip155:${at}`) },
        },
      },
    ],
    ["no proposer", { proposer: null }],
  ])("rejects a proposal with %s", (_, params) => {
    expect(proposal(params)).toBeNull()
  })

  it("ignores keys that are names of object properties", () => {
    const params: unknown = JSON.parse(
      `{ "optionalNamespaces": { "__proto__": { "chains": ["eip155:1"] }, "constructor": { "chains": ["eip155:1"] } } }`,
    )
    expect(approve({ ...(typeof params === "object" && params) })).toBeNull()
    expect(Reflect.get({}, "chains")).toBeUndefined()
  })

  it("returns null for arbitrary values", () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true }), (anything) => {
        expect(approve({ proposer: { metadata: anything }, optionalNamespaces: anything })).toBeNull()
        expect(decodeProposal(anything)).toBeNull()
      }),
    )
  })
})
