import type { Explanation } from "@wmodal/chains"
import { describe, expect, it } from "vitest"
import { toCallDocument } from "./explanation.ts"

const explanation: Explanation = {
  intent: "Send",
  interpolatedIntent: "Send 1 ETH to vera.eth",
  owner: null,
  contractName: null,
  contract: "0x0000000000000000000000000000000000000001",
  value: 1n,
  fields: [],
  digest: "0x00",
}

describe("toCallDocument", () => {
  it("keeps the public keys of the JSON when the engine names them differently", () => {
    expect(toCallDocument(explanation)).toEqual({
      intent: "Send",
      sentence: "Send 1 ETH to vera.eth",
      owner: null,
      contractName: null,
      contract: "0x0000000000000000000000000000000000000001",
      sends: 1n,
      fields: [],
      digest: "0x00",
    })
  })
})
