import { EngineError } from "@wmodal/core"
import { describe, expect, it } from "vitest"
import { pairingPhase } from "./pairingPhase.ts"

const wallet = { connectorId: "walletConnect", name: "WalletConnect", icon: null }
const other = { connectorId: "io.metamask", name: "MetaMask", icon: null }
const problem = new EngineError({ reason: { _tag: "Unknown", detail: "odd" } })
const link = { uri: "wc:1@2", expiresAt: 1 }
const asking = { _tag: "Connecting", wallet, slow: false } as const
const connected = {
  _tag: "Connected",
  wallet: { ...wallet, name: "Rainbow" },
  accounts: ["eip155:1:0x1"],
  account: "eip155:1:0x1",
  walletNetwork: null,
} as const

describe("pairingPhase", () => {
  it("waits for the link, then for the wallet, and reports a slow response", () => {
    expect(pairingPhase({ eip155: asking }, null)).toEqual({ _tag: "Making" })
    expect(pairingPhase({ eip155: asking }, link)).toEqual({ _tag: "Waiting", link, slow: false })
    expect(pairingPhase({ eip155: { ...asking, slow: true } }, link)).toEqual({
      _tag: "Waiting",
      link,
      slow: true,
    })
  })

  it("returns the stopped phase when no attempt is in progress, even if a link remains", () => {
    expect(pairingPhase({}, link)).toEqual({ _tag: "Stopped" })
    expect(pairingPhase({ eip155: { _tag: "Disconnected", because: null } }, link)).toEqual({
      _tag: "Stopped",
    })
  })

  it("returns the phase of an attempt while another wallet is connected", () => {
    const inUse = { ...connected, wallet: other }
    expect(pairingPhase({ eip155: { ...inUse, next: asking } }, link)).toMatchObject({ _tag: "Waiting" })
    const failed = { _tag: "Failed", wallet, problem } as const
    expect(pairingPhase({ eip155: { ...inUse, next: failed } }, link)).toEqual({ _tag: "Failed", problem })
    expect(pairingPhase({ eip155: inUse }, link)).toEqual({ _tag: "Stopped" })
  })

  it("ignores another wallet's attempt", () => {
    expect(pairingPhase({ eip155: { ...asking, wallet: other } }, link)).toEqual({ _tag: "Stopped" })
    expect(pairingPhase({ eip155: { _tag: "Failed", wallet: other, problem } }, link)).toEqual({
      _tag: "Stopped",
    })
  })

  it("prefers an attempt in progress on one chain to a finished one on another", () => {
    const failed = { _tag: "Failed", wallet, problem } as const
    expect(pairingPhase({ eip155: connected, solana: asking }, link)._tag).toBe("Waiting")
    expect(pairingPhase({ eip155: failed, solana: asking }, link)._tag).toBe("Waiting")
    expect(pairingPhase({ eip155: connected, solana: failed }, null)).toEqual({ _tag: "Failed", problem })
    expect(pairingPhase({ eip155: connected }, null)).toEqual({ _tag: "Connected", name: "Rainbow" })
  })
})
