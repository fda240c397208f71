import { describe, expect, it } from "vitest"
import { isConnectorOf } from "./connectorMatch.ts"

const entry = { id: "1ae92b26", name: "Rainbow", rdns: "me.rainbow" }
const connector = { type: "ANNOUNCED", name: "Another", rdns: null, explorerId: null } as const

describe("isConnectorOf", () => {
  it("matches a wallet by its reverse domain name, in any case, or by its id", () => {
    expect(isConnectorOf({ ...connector, rdns: "ME.rainbow" }, entry)).toBe(true)
    expect(isConnectorOf({ ...connector, explorerId: entry.id }, entry)).toBe(true)
    expect(isConnectorOf({ ...connector, rdns: "me.rain" }, entry)).toBe(false)
  })

  it("matches a wallet without a reverse domain name by its name, in any case", () => {
    expect(isConnectorOf({ ...connector, name: "rainbow " }, entry)).toBe(true)
    expect(isConnectorOf({ ...connector, name: "rainbow" }, { ...entry, rdns: null })).toBe(true)
    expect(isConnectorOf(connector, { ...entry, rdns: null })).toBe(false)
  })

  it("does not match a wallet that has another reverse domain name but the same name", () => {
    expect(isConnectorOf({ ...connector, name: "Rainbow", rdns: "evil.example" }, entry)).toBe(false)
  })

  it("ignores connectors of wallets that are not on this device", () => {
    for (const type of ["WALLET_CONNECT", "AUTH"] as const)
      expect(isConnectorOf({ ...connector, type, rdns: "me.rainbow" }, entry)).toBe(false)
  })
})
