import fc from "fast-check"
import { expect, it } from "vitest"
import { isPolkadotAddress } from "./PolkadotAddress.ts"

it.each([
  "15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5",
  "5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY",
  "HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F",
  "5hmuyxw9xdgbpptgypokw4thfyoe3ryenebr381z9iaegmfy",
])("takes %s", (input) => expect(isPolkadotAddress(input)).toBe(true))

it.each([
  "",
  "1",
  "15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr",
  "15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp55",
  "15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp0",
  "128Lkh3S7CkDTBZ8W7BbpsN3YYizJMp8p6",
  "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
  "0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb",
])("refuses %j", (input) => expect(isPolkadotAddress(input)).toBe(false))

it("answers for any text", () => {
  fc.assert(
    fc.property(
      fc.uint16Array().map((codes) => String.fromCharCode(...codes)),
      (text) => {
        expect(isPolkadotAddress(text)).toBe(false)
      },
    ),
  )
})
