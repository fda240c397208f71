import { oddValues, unresponsiveProvider } from "@wmodal/dev-wallet/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { announcementFrom } from "./announcement.ts"

const provider = unresponsiveProvider
const info = {
  uuid: "350670db-19fa-4704-a166-e52e178b59d2",
  name: "Wallet",
  icon: "data:image/png;base64,AA==",
  rdns: "com.example.wallet",
}

describe("an announcement", () => {
  it("keeps what is well formed, and the provider itself", () => {
    const found = announcementFrom({ info, provider })
    expect(found).toEqual({ ...info, provider })
    expect(found?.provider).toBe(provider)
  })

  it("loses the control, bidi and invisible characters of its name, and all beyond 64", () => {
    const name = `\u202eEvil\u0000\n  \u200bWallet\u2066\ud800${"!".repeat(100)}`
    expect(announcementFrom({ info: { ...info, name }, provider })?.name).toBe(`Evil Wallet${"!".repeat(53)}`)
  })

  it.each([
    ["without a name", { info: { ...info, name: " \u200b\u202e " }, provider }],
    ["without a uuid", { info: { ...info, uuid: undefined }, provider }],
    ["with a name that is no text", { info: { ...info, name: 7 }, provider }],
    ["without a provider", { info }],
    ["with a provider that cannot be asked", { info, provider: { request: "no" } }],
  ])("%s is none", (_, detail) => {
    expect(announcementFrom(detail)).toBeNull()
  })

  it.each([undefined, "", "not a name!", "a..b", `${"a.".repeat(200)}b`, 7])("has no rdns in %j", (rdns) => {
    expect(announcementFrom({ info: { ...info, rdns }, provider })).toMatchObject({
      rdns: null,
      name: "Wallet",
    })
  })

  it("never throws", () => {
    const odd = fc.constantFrom(...oddValues.map(([, value]) => value))
    const value = fc.oneof(fc.anything({ withNullPrototype: true, withBigInt: true }), odd)
    const hostileGetter = value.map((inner) =>
      Object.defineProperty({ provider }, "info", {
        get: () => {
          throw inner
        },
      }),
    )
    const detail = fc.oneof(
      value,
      hostileGetter,
      fc.record({ info: value, provider: value }),
      fc.record({
        info: fc.record({ uuid: value, name: value, icon: value, rdns: value }),
        provider: fc.oneof(value, fc.constant(provider)),
      }),
    )
    fc.assert(
      fc.property(detail, (announced) => {
        const found = announcementFrom(announced)
        expect(found === null || found.name.length > 0).toBe(true)
      }),
    )
  })
})
