import { oddValues } from "@wmodal/dev-wallet/testing"
import { describe, expect, it } from "vitest"
import { isApprovalPrompt } from "./isApprovalPrompt.ts"

const toPromptRecord = (method: unknown) => ({
  id: 1,
  topic: "topic",
  request: { method: "wc_sessionRequest", params: { chainId: "eip155:1", request: { method, params: [] } } },
})

describe("isApprovalPrompt", () => {
  it.each([
    "personal_sign",
    "eth_sendTransaction",
    "wallet_sendCalls",
    "wallet_switchEthereumChain",
    "solana_signMessage",
    "signPsbt",
  ])("returns true for %s", (method) => {
    expect(isApprovalPrompt(toPromptRecord(method))).toBe(true)
  })

  it.each(["wallet_getCapabilities", "wallet_getCallsStatus", "wallet_getAssets"])(
    "returns false for %s",
    (method) => {
      expect(isApprovalPrompt(toPromptRecord(method))).toBe(false)
    },
  )

  it("returns false for other records", () => {
    expect(isApprovalPrompt({ request: { method: "wc_sessionPing", params: {} } })).toBe(false)
    for (const [, value] of oddValues) {
      expect(isApprovalPrompt(value)).toBe(false)
      expect(isApprovalPrompt({ request: value })).toBe(false)
      expect(isApprovalPrompt(toPromptRecord({ method: value }))).toBe(false)
    }
  })
})
