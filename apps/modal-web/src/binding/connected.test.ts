import { describe, expect, it } from "vitest"
import { connectedOn, overall, statusOf } from "./connected.ts"

const wallet = { connectorId: "a", name: "A", icon: null }
const connected = {
  _tag: "Connected",
  wallet,
  accounts: ["eip155:1:0x1"],
  account: "eip155:1:0x1",
  walletNetwork: null,
} as const

describe("what a host is told", () => {
  it("counts a restore as connecting and a failed attempt as disconnected", () => {
    expect(statusOf(undefined)).toBe("disconnected")
    expect(statusOf({ _tag: "Restoring", wallet })).toBe("connecting")
    expect(statusOf({ _tag: "Connecting", wallet, slow: true })).toBe("connecting")
    expect(statusOf({ _tag: "Disconnected", because: null })).toBe("disconnected")
    expect(statusOf(connected)).toBe("connected")
  })

  it("is connected as soon as one namespace is", () => {
    const states = { eip155: { _tag: "Connecting", wallet, slow: false }, solana: connected } as const
    expect(overall({})).toBe("disconnected")
    expect(overall({ eip155: states.eip155 })).toBe("connecting")
    expect(overall(states)).toBe("connected")
  })

  it("knows the wallet of each namespace, and takes none for another's", () => {
    const states = { eip155: { _tag: "Connecting", wallet, slow: false }, solana: connected } as const
    expect(connectedOn(states, "solana")).toBe(connected)
    expect(connectedOn(states, "eip155")).toBeNull()
    expect(connectedOn(states, "bip122")).toBeNull()
  })
})
