import { oddValues } from "@wmodal/dev-wallet/testing"
import { describe, expect, it } from "vitest"
import { isApprovalPrompt } from "./isApprovalPrompt.ts"

const toPromptRecord = (method: unknown) => ({
  id: 1,
  topic: "topic",
  request: { method: "wc_sessionRequest", params: { chainId: "eip155:1", request: { method, params: [] } } },
})

describe("a question to a wallet that is an app here", () => {
  it.each([
    "personal_sign",
    "eth_sendTransaction",
    "wallet_sendCalls",
    "wallet_switchEthereumChain",
    "solana_signMessage",
    "signPsbt",
  ])("takes its person there: %s", (method) => {
    expect(isApprovalPrompt(toPromptRecord(method))).toBe(true)
  })

  it.each(["wallet_getCapabilities", "wallet_getCallsStatus", "wallet_getAssets"])(
    "takes nobody there that the wallet answers by itself: %s",
    (method) => {
      expect(isApprovalPrompt(toPromptRecord(method))).toBe(false)
    },
  )

  it("is none where the client writes something else down", () => {
    expect(isApprovalPrompt({ request: { method: "wc_sessionPing", params: {} } })).toBe(false)
    for (const [, value] of oddValues) {
      expect(isApprovalPrompt(value)).toBe(false)
      expect(isApprovalPrompt({ request: value })).toBe(false)
      expect(isApprovalPrompt(toPromptRecord({ method: value }))).toBe(false)
    }
  })
})
