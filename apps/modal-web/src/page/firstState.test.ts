import type { Network } from "@wmodal/protocol"
import { bitcoin, mainnet, polygon, solana } from "@wmodal/protocol/networks"
import { afterEach, describe, expect, it, vi } from "vitest"
import { readFirstState } from "./firstState.ts"
import type { RememberedState } from "./rememberedState.ts"

const address = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
const metaMask = { connectorId: "io.metamask", name: "MetaMask" }
const remembered: RememberedState = {
  network: "eip155:137",
  accounts: [
    { caipAddress: `eip155:137:${address}`, wallet: metaMask },
    {
      caipAddress: `${solana.caipNetworkId}:DRpbCBMxVnDK7maPM5tGv6MvB3v1sRMC86PZ8okm21hy`,
      wallet: { connectorId: "Phantom", name: "Phantom" },
    },
  ],
}

/** Returns what a page with these networks reads of a visit. */
const read = ({ network, accounts }: RememberedState, networks: readonly Network[]) => {
  const texts = accounts.map(
    ({ caipAddress, wallet }) => `${caipAddress}/${wallet.connectorId}/${wallet.name}`,
  )
  vi.stubGlobal("localStorage", { getItem: () => ["1", network, ...texts].join("|") })
  return readFirstState(false, networks)
}

describe("readFirstState", () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })
  const text = `1|eip155:137|eip155:137:${address}/io.metamask/MetaMask`

  it("returns each account as connecting and that of the network in use", () => {
    const account = { address, network: "eip155:137", label: "0xf3...b92266", balance: null }
    const state = read(remembered, [mainnet, polygon, solana])
    expect(state).toMatchObject({
      status: "connecting",
      account,
      wallet: { ...metaMask, icon: null },
      network: { network: polygon, known: true },
      connections: {
        eip155: { status: "connecting", account },
        solana: { status: "connecting", account: { label: "DRpb...km21hy" } },
      },
    })
    expect(state?.account?.colors).toHaveLength(5)
  })

  it("returns no account in use when the network in use is another chain's", () => {
    const state = read({ ...remembered, network: bitcoin.caipNetworkId }, [bitcoin, mainnet])
    expect(state?.account).toBeNull()
    expect(Object.keys(state?.connections ?? {})).toEqual(["eip155"])
  })

  it("returns null when the page has none of the chains, or not the network", () => {
    expect(read(remembered, [])).toBeNull()
    expect(read(remembered, [mainnet, solana])).toBeNull()
    expect(read({ ...remembered, network: bitcoin.caipNetworkId }, [bitcoin])).toBeNull()
  })

  it("reads the cookie or the storage, as the page has chosen", () => {
    vi.stubGlobal("document", { cookie: `a=b; wmodal=${text}` })
    vi.stubGlobal("localStorage", { getItem: () => null })
    expect(readFirstState(true, [polygon])?.account?.address).toBe(address)
    expect(readFirstState(false, [polygon])).toBeNull()
    vi.stubGlobal("document", { cookie: "" })
    vi.stubGlobal("localStorage", { getItem: (key: string) => (key === "@wmodal/accounts" ? text : null) })
    expect(readFirstState(true, [polygon])).toBeNull()
    expect(readFirstState(false, [polygon])?.account?.address).toBe(address)
  })

  it("returns null when the browser blocks both, and for invalid networks", () => {
    vi.stubGlobal("localStorage", {
      getItem: () => {
        throw new DOMException("blocked", "SecurityError")
      },
    })
    expect(readFirstState(false, [polygon])).toBeNull()
    vi.stubGlobal("document", { cookie: `wmodal=${text}` })
    // A page without types passes anything.
    expect(readFirstState(true, [null] as never)).toBeNull()
  })
})
