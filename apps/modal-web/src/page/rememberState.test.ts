import { mainnet, polygon, solana } from "@wmodal/protocol/networks"
import fc from "fast-check"
import { afterEach, describe, expect, it, vi } from "vitest"
import { decodeRemembered } from "./rememberedState.ts"
import { encodeRemembered, rememberState } from "./rememberState.ts"
import type { WModalConnection, WModalState } from "./WModal.ts"

const address = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
const onSolana = "DRpbCBMxVnDK7maPM5tGv6MvB3v1sRMC86PZ8okm21hy"

const connection = (caipAddress: `${string}:${string}:${string}`, name = "MetaMask"): WModalConnection => ({
  status: "connected",
  account: { caipAddress, address, network: "eip155:1", label: "", colors: [], balance: null },
  wallet: { connectorId: "io.metamask", name, icon: "data:image/png;base64,AA" },
})
const none: WModalConnection = { status: "disconnected", account: null, wallet: null }

const stateWith = (connections: WModalState["connections"], network = polygon) =>
  ({ connections, network: { network, known: true } }) as WModalState

const both = stateWith({
  eip155: connection(`eip155:137:${address}`),
  solana: connection(`${solana.caipNetworkId}:${onSolana}`, "Phantom | 👻"),
})

describe("encodeRemembered", () => {
  it("encodes text that decodes to the same accounts, that of the network in use first", () => {
    const text = encodeRemembered({ ...both, network: { network: solana, known: true } }, null)
    expect(decodeRemembered(text)).toEqual({
      network: solana.caipNetworkId,
      accounts: [
        {
          caipAddress: `${solana.caipNetworkId}:${onSolana}`,
          wallet: { connectorId: "io.metamask", name: "Phantom | 👻" },
        },
        {
          caipAddress: `eip155:137:${address}`,
          wallet: { connectorId: "io.metamask", name: "MetaMask" },
        },
      ],
    })
  })

  it("returns null when nothing is connected, or before a network is known", () => {
    expect(encodeRemembered(stateWith({}), null)).toBeNull()
    expect(encodeRemembered(stateWith({ eip155: none }), null)).toBeNull()
    expect(encodeRemembered({ ...both, network: null }, null)).toBeNull()
  })

  it("keeps the chains of another page of this origin and drops one that was disconnected here", () => {
    const before = decodeRemembered(encodeRemembered(both, null))
    const kept = decodeRemembered(encodeRemembered(stateWith({ eip155: none }), before))
    expect(kept?.accounts.map(({ caipAddress }) => caipAddress)).toEqual([
      `${solana.caipNetworkId}:${onSolana}`,
    ])
  })

  it("encodes only text that decodes again and fits a cookie, for any wallet name", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 100 }), (name) => {
        const text = encodeRemembered(
          stateWith({
            eip155: connection(`eip155:1:${address}`, name),
            solana: both.connections.solana ?? none,
          }),
          null,
        )
        expect(decodeRemembered(text)?.accounts.length).toBeGreaterThan(0)
        expect(text).toMatch(/^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]{1,3000}$/)
      }),
    )
  })
})

describe("rememberState", () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it("writes a cookie for the whole origin, SameSite, and Secure over TLS", () => {
    const page = { cookie: "" }
    vi.stubGlobal("document", page)
    vi.stubGlobal("location", { protocol: "http:" })
    rememberState(both, true)
    expect(page.cookie).toBe(
      `wmodal=1|eip155:137|eip155:137:${address}/io.metamask/MetaMask|${solana.caipNetworkId}:${onSolana}/io.metamask/Phantom%20%7C%20%F0%9F%91%BB; Path=/; SameSite=Lax; Max-Age=34560000`,
    )
    vi.stubGlobal("location", { protocol: "https:" })
    page.cookie = ""
    rememberState(stateWith({ eip155: none }), true)
    expect(page.cookie).toBe("wmodal=; Path=/; SameSite=Lax; Max-Age=0; Secure")
  })

  it("writes the same text to the storage of a page without the cookie", () => {
    const held = new Map<string, string>()
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => held.get(key) ?? null,
      setItem: (key: string, value: string) => held.set(key, value),
      removeItem: (key: string) => held.delete(key),
    })
    rememberState(stateWith({ eip155: connection(`eip155:1:${address}`) }, mainnet), false)
    expect([...held]).toEqual([["@wmodal/accounts", `1|eip155:1|eip155:1:${address}/io.metamask/MetaMask`]])
    rememberState(stateWith({ eip155: none }), false)
    expect(held.size).toBe(0)
  })

  it("does nothing when the browser blocks storage", () => {
    expect(() => {
      rememberState(both, false)
      rememberState(both, true)
    }).not.toThrow()
  })
})
