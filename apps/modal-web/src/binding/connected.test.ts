import { describe, expect, it } from "vitest"
import { connectedIn, statusOf } from "./connected.ts"

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
    expect(statusOf({})).toBe("disconnected")
    expect(statusOf({ eip155: { _tag: "Restoring", wallet } })).toBe("connecting")
    expect(statusOf({ eip155: { _tag: "Connecting", wallet, slow: true } })).toBe("connecting")
    expect(statusOf({ eip155: { _tag: "Disconnected", because: null } })).toBe("disconnected")
  })

  it("is connected as soon as one namespace is", () => {
    const states = { eip155: { _tag: "Connecting", wallet, slow: false }, solana: connected } as const
    expect(statusOf(states)).toBe("connected")
    expect(connectedIn(states)).toBe(connected)
  })
})
