import type { Explanation } from "@wmodal/chains"
import { mainnet } from "@wmodal/protocol/networks"
import { describe, expect, it } from "vitest"
import { makeExplained } from "../testing/explained.ts"
import { toCallDocument, toExplanationDocument, toReviewFields } from "./explanation.ts"

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

describe("notes of a review", () => {
  const noted = makeExplained({ dangers: [], notes: [{ _tag: "Unread", value: 5n * 10n ** 15n }] })
  const text =
    "Could not be read. As the node expects, nothing leaves your account but 0.005 ETH and the fee."

  it("adds them to the JSON, with what the calls send", () => {
    expect(toExplanationDocument(noted, mainnet)).toMatchObject({
      dangers: [],
      notes: [{ type: "Unread", sends: 5n * 10n ** 15n, text }],
    })
    expect(toExplanationDocument(makeExplained(), mainnet)).not.toHaveProperty("notes")
  })

  it("shows them as rows, and names the fee alone when nothing is sent", () => {
    expect(toReviewFields(noted, mainnet).at(-1)).toEqual({ label: "Note", text })
    const [note] = toReviewFields({ ...noted, notes: [{ _tag: "Unread", value: 0n }] }, mainnet).slice(-1)
    expect(note?.text).toBe(
      "Could not be read. As the node expects, nothing leaves your account but the fee.",
    )
  })
})
