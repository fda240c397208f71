import { describe, expect, it } from "vitest"
import { makeToSendOutcome } from "../solana/solanaSendOutcome.ts"

const feature = "solana:signAndSendTransaction"
const came = (thrown: unknown) => makeToSendOutcome("wallet")(thrown, feature)._tag

describe("toFeatureSendOutcome", () => {
  it.each([
    { code: 4001, message: "User rejected the request." },
    { code: 4100, message: "This account is not shared with this dApp." },
    { code: -32002, message: "A request of this kind is already pending." },
    { code: -32003, message: "Insufficient funds for the amount and the fee." },
  ])("returns NotSent for: $message", (thrown) => {
    expect(came(thrown)).toBe("NotSent")
  })

  // Nodes use the code of a busy wallet for failed simulations, possibly of a second attempt.
  it.each([
    { code: -32002, message: "Transaction simulation failed: This transaction has already been processed" },
    { code: -32002, message: "Transaction simulation failed: Blockhash not found" },
    { code: -32002, message: "failed to send transaction: Blockhash not found" },
    { code: -32002, message: "request timed out" },
    { code: -32603, message: "The transaction may have been sent." },
    {},
  ])("returns Unknown for: $message", (thrown) => {
    expect(came(thrown)).toBe("Unknown")
  })
})
