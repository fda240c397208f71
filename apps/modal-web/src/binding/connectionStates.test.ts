import { describe, expect, it } from "vitest"
import { getConnected, getHostStatus, overallStatus } from "./connectionStates.ts"

const wallet = { connectorId: "a", name: "A", icon: null }
const connected = {
  _tag: "Connected",
  wallet,
  accounts: ["eip155:1:0x1"],
  account: "eip155:1:0x1",
  walletNetwork: null,
} as const

describe("overallStatus, listConnected and getConnected", () => {
  it("counts a restore as connecting and a failed attempt as disconnected", () => {
    expect(getHostStatus(undefined)).toBe("disconnected")
    expect(getHostStatus({ _tag: "Restoring", wallet })).toBe("connecting")
    expect(getHostStatus({ _tag: "Connecting", wallet, slow: true })).toBe("connecting")
    expect(getHostStatus({ _tag: "Disconnected", because: null })).toBe("disconnected")
    expect(getHostStatus(connected)).toBe("connected")
  })

  it("returns connected as soon as one namespace is connected", () => {
    const states = { eip155: { _tag: "Connecting", wallet, slow: false }, solana: connected } as const
    expect(overallStatus({})).toBe("disconnected")
    expect(overallStatus({ eip155: states.eip155 })).toBe("connecting")
    expect(overallStatus(states)).toBe("connected")
  })

  it("returns the wallet of each namespace and of no other", () => {
    const states = { eip155: { _tag: "Connecting", wallet, slow: false }, solana: connected } as const
    expect(getConnected(states, "solana")).toBe(connected)
    expect(getConnected(states, "eip155")).toBeNull()
    expect(getConnected(states, "bip122")).toBeNull()
  })
})
