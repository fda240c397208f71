import { makeDevProviderFixture } from "@wmodal/dev-wallet/testing"
import { describe, expect, it } from "vitest"
import { everywhere } from "../../gallery/phoneScenes.ts"
import { isInstalledIn } from "./isInstalledIn.ts"

const { connector } = makeDevProviderFixture()

describe("isInstalledIn", () => {
  it("matches a wallet of this browser by its reverse domain name, in any case, or by its id", () => {
    expect(isInstalledIn([{ ...connector, rdns: "ME.rainbow" }], everywhere)).toBe(true)
    expect(isInstalledIn([{ ...connector, rdns: null, explorerId: everywhere.id }], everywhere)).toBe(true)
    expect(isInstalledIn([{ ...connector, rdns: "me.rain", explorerId: null }], everywhere)).toBe(false)
    expect(isInstalledIn([], everywhere)).toBe(false)
  })

  it("does not match two wallets that both lack a reverse domain name", () => {
    expect(
      isInstalledIn([{ ...connector, rdns: null, explorerId: null }], { ...everywhere, rdns: null }),
    ).toBe(false)
  })

  it("ignores connectors that use a relay", () => {
    expect(isInstalledIn([{ ...connector, type: "WALLET_CONNECT", rdns: "me.rainbow" }], everywhere)).toBe(
      false,
    )
  })
})
