import { frameEoa, frameSmartAccount, frameSolana } from "@wmodal/dev-wallet/testing"
import { isValidAddress } from "@wmodal/protocol"
import { mainnet, optimism, solana } from "@wmodal/protocol/networks"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { decodeFrameAccount, isSameUser, parseFrameNetwork } from "./FrameAccount.ts"

const networks = [mainnet, optimism, solana]
const eoa = { address: frameEoa, type: "eoa" } as const
const smart = { address: frameSmartAccount, type: "smartAccount" } as const
const user = { address: frameEoa, chainId: 1, accounts: [eoa, smart] }

describe("decodeFrameAccount", () => {
  it.each([
    ["another network than the page has", { ...user, chainId: 56 }],
    ["no network", { ...user, chainId: "mainnet" }],
    ["a network of another chain", { ...user, chainId: solana.caipNetworkId }],
    ["an address of another chain", { ...user, address: frameSolana, accounts: [] }],
    ["no address", { ...user, address: "0x12", accounts: [] }],
    ["an address that is none of its accounts", { ...user, accounts: [smart] }],
    [
      "an account of another chain",
      { ...user, accounts: [eoa, { address: frameSolana, type: "eoa" as const }] },
    ],
  ])("returns null when the frame reports %s", (_, reply) => {
    expect(decodeFrameAccount(reply, "eip155", networks, "eoa")).toBeNull()
  })

  it("uses the account of the reported address, regardless of the reported type", () => {
    const said = { ...user, preferredAccountType: "smartAccount" }
    expect(decodeFrameAccount(said, "eip155", networks, "smartAccount")?.inUse).toBe("eoa")
  })

  it("returns one account of the reported or preferred type when the frame lists none", () => {
    const alone = { address: frameEoa, chainId: "eip155:10" }
    expect(decodeFrameAccount(alone, "eip155", networks, "smartAccount")).toMatchObject({
      network: "eip155:10",
      accounts: [{ address: frameEoa, type: "smartAccount" }],
      deployed: null,
    })
    const said = { ...alone, preferredAccountType: "eoa" }
    expect(decodeFrameAccount(said, "eip155", networks, "smartAccount")?.inUse).toBe("eoa")
  })

  const address = fc.oneof(fc.constantFrom(frameEoa, frameSmartAccount, frameSolana, "0x", ""), fc.string())
  const chainId = fc.oneof(
    fc.constantFrom(1, 10, "1", "eip155:1", solana.caipNetworkId, -1),
    fc.string(),
    fc.double(),
  )

  it("returns only networks of the host app and valid addresses for any reply", () => {
    fc.assert(
      fc.property(
        fc.record({
          address,
          chainId,
          accounts: fc.array(
            fc.record({ address, type: fc.constantFrom("eoa" as const, "smartAccount" as const) }),
          ),
        }),
        fc.constantFrom("eip155" as const, "solana" as const),
        (reply, namespace) => {
          const read = decodeFrameAccount(reply, namespace, networks, "eoa")
          if (read === null) return
          expect(networks.map(({ caipNetworkId }) => caipNetworkId)).toContain(read.network)
          expect(read.network.startsWith(`${namespace}:`)).toBe(true)
          for (const one of [read, ...read.accounts])
            expect(isValidAddress(namespace, one.address)).toBe(true)
        },
      ),
    )
  })
})

it.each([
  [1, "eip155:1"],
  ["10", "eip155:10"],
  ["eip155:8453", "eip155:8453"],
  [solana.caipNetworkId, solana.caipNetworkId],
  [0, null],
  [1.5, null],
  ["0x1", null],
  ["", null],
  [1e21, null],
])("parses %s as the network %s", (chainId, network) => {
  expect(parseFrameNetwork(chainId)).toBe(network)
})

describe("isSameUser", () => {
  const account = (...accounts: readonly [typeof eoa | typeof smart, ...(typeof eoa | typeof smart)[]]) => ({
    network: "eip155:1" as const,
    address: accounts[0].address,
    accounts,
    inUse: accounts[0].type,
    deployed: null,
  })
  const other = { address: "0x90F79bf6EB2c4f870365E785982E1f101E93b906", type: "eoa" } as const

  it("returns true for the same key, regardless of other accounts", () => {
    expect(isSameUser(account(eoa, smart), account(smart, eoa))).toBe(true)
    expect(isSameUser(account(eoa), account({ ...eoa, address: eoa.address }))).toBe(true)
    expect(isSameUser(account(eoa, smart), { ...account(smart), accounts: [smart, other] })).toBe(false)
  })

  it("returns true for a common account when no key is given", () => {
    expect(isSameUser(account(eoa, smart), account(smart))).toBe(true)
    expect(isSameUser(account(eoa), account(smart))).toBe(false)
  })
})
