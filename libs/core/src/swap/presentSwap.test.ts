import { ApiError } from "@wmodal/api"
import { ConnectorError, type ConnectorReason } from "@wmodal/chains"
import { describe, expect, it } from "vitest"
import { presentFlow } from "../flows/presentFlow.ts"
import { EngineError } from "../problems/EngineError.ts"
import type { FlowAction } from "../problems/FlowPresentation.ts"
import { formatFlowEnglish } from "../problems/FlowPresentation.ts"
import { SwapError, type SwapOperation, type SwapReason, type SwapRefusal } from "../swap/Swap.ts"

const silent = new ApiError({ host: "h", call: "/v1/convert", reason: { _tag: "Status", status: 503 } })
const wallet = (reason: ConnectorReason): SwapReason => ({
  _tag: "Wallet",
  error: new ConnectorError({ connectorId: "w", reason }),
})
const failed = (during: SwapOperation): SwapReason => ({ _tag: "Failed", during, problem: silent })
const refused = (because: SwapRefusal): SwapReason => ({ _tag: "Refused", because })

const cases: readonly (readonly [SwapReason, title: string, code: string, action: FlowAction])[] = [
  [{ _tag: "InvalidAmount" }, "Incorrect amount", "invalidAmount", "changeAmount"],
  [{ _tag: "Insufficient", of: "token" }, "Insufficient balance", "insufficientFunds", "changeAmount"],
  [{ _tag: "Insufficient", of: "gas" }, "Insufficient balance", "insufficientFunds", "changeAmount"],
  [{ _tag: "NoQuote" }, "No quote for this swap", "noQuote", "changeAmount"],
  [failed("initialize"), "Failed to initialize swap", "apiFailed", "tryAgain"],
  [failed("price"), "Failed to fetch network token price", "apiFailed", "reviewAgain"],
  [failed("quote"), "Failed to fetch a quote", "apiFailed", "reviewAgain"],
  [failed("allowance"), "Failed to check allowance", "apiFailed", "reviewAgain"],
  [failed("approval"), "Failed to create approval transaction", "apiFailed", "reviewAgain"],
  [failed("transaction"), "Failed to create transaction", "apiFailed", "reviewAgain"],
  [failed("send"), "Transaction error", "apiFailed", "reviewAgain"],
  [refused("spender"), "This swap is not what you requested", "swapRefused", "chooseToken"],
  [refused("sender"), "This swap is not what you requested", "swapRefused", "chooseToken"],
  [refused("recipient"), "This swap is not what you requested", "swapRefused", "chooseToken"],
  [refused("source"), "This swap is not what you requested", "swapRefused", "chooseToken"],
  [refused("minimum"), "This swap is not what you requested", "swapRefused", "chooseToken"],
  [refused("approval"), "This swap is not what you requested", "swapRefused", "chooseToken"],
  [refused("reverts"), "This swap would fail", "swapRefused", "changeAmount"],
  [{ _tag: "Stopped", stops: [{ _tag: "Untried" }] }, "Review this swap first", "stopped", "reviewAgain"],
  [{ _tag: "Stale" }, "This quote is out of date", "stale", "reviewAgain"],
  [{ _tag: "Duplicate", entry: "1" }, "This may already be pending", "twin", "checkAgain"],
  [{ _tag: "Changed" }, "The account or network has changed", "changed", "reviewAgain"],
  [{ _tag: "Unsupported" }, "No swaps on this network", "swapsNotSupported", "switchNetwork"],
  [wallet({ _tag: "Declined" }), "Signature declined", "declined", "tryAgain"],
  [wallet({ _tag: "Locked" }), "Transaction error", "walletLocked", "unlock"],
  [wallet({ _tag: "Failed", code: 1, text: "no" }), "Transaction error", "walletFailed", "tryAgain"],
  [{ _tag: "ApprovalFailed", entry: "1" }, "Transaction error", "approvalFailed", "reviewAgain"],
]

describe("presentSwap", () => {
  for (const [reason, title, code, action] of cases)
    it(`reports '${title}' (${code}, ${action}), with the safe outcome`, () => {
      const told = presentFlow(new SwapError({ reason }))
      expect([formatFlowEnglish(told.title), told.code, told.action]).toEqual([title, code, action])
      expect(told.retryable).toBe(told.kind === "transient")
      const body = formatFlowEnglish(told.body)
      expect(body).not.toMatch(/[{}]/)
      expect(body.length).toBeLessThan(160)
      expect(body).toMatch(/Nothing (new )?was (sent|swapped)|No tokens moved|Please enter a valid amount/)
    })

  it.each<SwapReason>([
    refused("spender"),
    refused("sender"),
    refused("recipient"),
    refused("source"),
    refused("minimum"),
    refused("approval"),
    refused("reverts"),
    { _tag: "NoQuote" },
    { _tag: "Stale" },
    { _tag: "Stopped", stops: [{ _tag: "Untried" }] },
    { _tag: "Changed" },
  ])("never reports an approved swap as unsigned: $_tag $because", (reason) => {
    expect(formatFlowEnglish(presentFlow(new SwapError({ reason })).body)).not.toMatch(/was (sent|signed)/)
  })

  it("describes the engine's error when that is the cause", () => {
    const reason: SwapReason = {
      _tag: "Failed",
      during: "transaction",
      problem: new EngineError({ reason: { _tag: "NotConnected" } }),
    }
    const told = presentFlow(new SwapError({ reason }))
    expect(formatFlowEnglish(told.title)).toBe("Failed to create transaction")
    expect(formatFlowEnglish(told.body)).toBe("No wallet is connected. Nothing was sent. Connect one first.")
  })
})
