import { describe, expect, it } from "vitest"
import type { AddressRules } from "./AddressRules.ts"
import { parsePsbtRequest } from "./PsbtRequest.ts"
import { readMessageParams } from "./paymentParams.ts"

const rules: AddressRules = { isShared: () => true, usual: "address" }

describe("Bitcoin params of a hostile page", () => {
  it.each([
    ["a symbol", Symbol("ecdsa")],
    ["an object", { toString: () => "ecdsa" }],
    [
      "an object that throws",
      {
        toString: () => {
          throw new Error("of the page")
        },
      },
    ],
  ])("throws invalid params when the protocol is %s", (_, protocol) => {
    expect(() => readMessageParams({ message: "hi", protocol }, rules)).toThrow(
      expect.objectContaining({ code: -32602 }),
    )
  })

  it("reads no more inputs than one list may have when many lists of them are given", () => {
    const signingIndexes = Array.from({ length: 10_000 }, (_, index) => index)
    let reads = 0
    const entry = {
      address: "address",
      get signingIndexes() {
        reads += 1
        return signingIndexes
      },
    }
    const signInputs = Array.from({ length: 100 }, () => entry)
    expect(() => parsePsbtRequest({ psbt: "cHNidP8=", signInputs }, rules)).toThrow(
      expect.objectContaining({ code: -32602 }),
    )
    expect(reads).toBe(2)
  })
})
