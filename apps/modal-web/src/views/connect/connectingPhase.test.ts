import { type ConnectionAttempt, EngineError, type WalletRow } from "@wmodal/core"
import { describe, expect, it } from "vitest"
import { connectingPhase } from "./connectingPhase.ts"

const row: WalletRow = {
  key: "io.metamask",
  group: "announced",
  name: "MetaMask",
  icon: null,
  installed: true,
  recent: false,
  connectors: [{ id: "io.metamask", namespace: "eip155" }],
  getUrl: null,
  entry: null,
}
const wallet = { connectorId: "io.metamask", name: "MetaMask", icon: null }
const other = { connectorId: "app.phantom", name: "Phantom", icon: null }
const problem = new EngineError({ reason: { _tag: "Unknown", detail: "odd" } })

describe("connectingPhase", () => {
  it("distinguishes a wallet that disappeared from one that is not installed", () => {
    expect(connectingPhase(undefined, {})).toEqual({ _tag: "Gone" })
    const missing = { ...row, installed: false, connectors: [], getUrl: "https://example.org" }
    expect(connectingPhase(missing, {})).toEqual({ _tag: "NotInstalled", getUrl: "https://example.org" })
  })

  it("returns the pending phase, then the slow one", () => {
    const at = (slow: boolean) => connectingPhase(row, { eip155: { _tag: "Connecting", wallet, slow } })
    expect(at(false)).toEqual({ _tag: "Asking" })
    expect(at(true)).toEqual({ _tag: "Slow" })
  })

  it("returns the failure's cause, or success", () => {
    expect(connectingPhase(row, { eip155: { _tag: "Failed", wallet, problem } })).toEqual({
      _tag: "Failed",
      problem,
    })
    expect(
      connectingPhase(row, {
        eip155: {
          _tag: "Connected",
          wallet,
          accounts: ["eip155:1:0x1"],
          account: "eip155:1:0x1",
          walletNetwork: null,
        },
      }),
    ).toEqual({ _tag: "Connected" })
  })

  it("returns the phase of an attempt while another wallet, or this one, is connected", () => {
    const states = (connected: typeof wallet, next: ConnectionAttempt) =>
      ({
        eip155: {
          _tag: "Connected",
          wallet: connected,
          accounts: ["eip155:1:0x1"],
          account: "eip155:1:0x1",
          walletNetwork: null,
          next,
        },
      }) as const
    for (const connected of [other, wallet]) {
      const asking = states(connected, { _tag: "Connecting", wallet, slow: false })
      expect(connectingPhase(row, asking)).toEqual({ _tag: "Asking" })
      const failed = states(connected, { _tag: "Failed", wallet, problem })
      expect(connectingPhase(row, failed)).toEqual({ _tag: "Failed", problem })
    }
    const another = states(other, { _tag: "Connecting", wallet: other, slow: false })
    expect(connectingPhase(row, another)).toEqual({ _tag: "Stopped" })
  })

  it("ignores another wallet's attempt", () => {
    expect(connectingPhase(row, { eip155: { _tag: "Connecting", wallet: other, slow: false } })).toEqual({
      _tag: "Stopped",
    })
    expect(connectingPhase(row, { eip155: { _tag: "Disconnected", because: problem } })).toEqual({
      _tag: "Stopped",
    })
  })

  it("reads the requested chain, because the same wallet may be connected on another", () => {
    const both = {
      ...row,
      connectors: [
        { id: "io.metamask", namespace: "eip155" },
        { id: "io.metamask", namespace: "solana" },
      ],
    } as const
    const states = {
      eip155: {
        _tag: "Connected",
        wallet,
        accounts: ["eip155:1:0x1"],
        account: "eip155:1:0x1",
        walletNetwork: null,
      },
      solana: { _tag: "Connecting", wallet, slow: false },
    } as const
    expect(connectingPhase(both, states, "solana")).toEqual({ _tag: "Asking" })
    expect(connectingPhase(both, states, "eip155")).toEqual({ _tag: "Connected" })
    expect(connectingPhase(row, { solana: states.solana })).toEqual({ _tag: "Stopped" })
  })
})
