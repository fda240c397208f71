import type { RpcReason } from "@wmodal/protocol"
import { encode, from as parameters } from "ox/AbiParameters"
import { keccak256 } from "ox/Hash"
import { describe, expect, it } from "vitest"
import { toRpcErrorResponse } from "../testing/scriptedRpc.ts"
import { decodeRevertText, isInsufficientFunds, toRevertReason } from "./revertReason.ts"

const errorString = (text: string) => `0x08c379a0${encode(parameters("string"), [text]).slice(2)}`
const toSelector = (signature: string) =>
  keccak256(new TextEncoder().encode(signature), { as: "Hex" }).slice(2, 10)

describe("toRevertReason", () => {
  it.each([
    [toRpcErrorResponse(3, "execution reverted: too late", errorString("too late")), "too late"],
    [toRpcErrorResponse(3, "execution reverted: too late"), "too late"],
    [toRpcErrorResponse(-32000, "execution reverted"), ""],
    [toRpcErrorResponse(-32000, "execution reverted", "0x"), ""],
    [toRpcErrorResponse(-32015, "VM execution error.", `Reverted ${errorString("no")}`), "no"],
    [toRpcErrorResponse(-32603, "Internal error", { data: errorString("deep") }), "deep"],
    [toRpcErrorResponse(-32603, "VM Exception while processing transaction: revert not yours"), "not yours"],
    [toRpcErrorResponse(3, "execution reverted", `0x4e487b71${"11".padStart(64, "0")}`), "Panic 0x11"],
    [toRpcErrorResponse(3, "execution reverted", "0x12345678"), "custom error 0x12345678"],
    [toRpcErrorResponse(-32000, "invalid opcode: INVALID"), ""],
    [toRpcErrorResponse(3, "execution reverted", errorString(`\u202E${"x".repeat(500)}\n`)), "x".repeat(200)],
  ])("decodes the reason of %j", (reason, text) => {
    expect(toRevertReason(reason)).toEqual({ text })
  })

  it("names the common token errors", () => {
    for (const signature of [
      "ERC20InsufficientBalance(address,uint256,uint256)",
      "ERC20InvalidSender(address)",
      "ERC20InvalidReceiver(address)",
      "ERC20InsufficientAllowance(address,uint256,uint256)",
      "InsufficientBalance(uint256,uint256)",
      "InsufficientBalance(address,uint256,uint256)",
      "InsufficientBalance()",
      "EnforcedPause()",
    ]) {
      const words = "0".repeat(64 * signature.split(",").length)
      expect(decodeRevertText(`0x${toSelector(signature)}${words}`)).toBe(signature.replace(/\(.*/, ""))
    }
    expect([toSelector("Error(string)"), toSelector("Panic(uint256)")]).toEqual(["08c379a0", "4e487b71"])
  })

  it("takes the node's text when the data of a known error is cut off", () => {
    for (const cut of ["0x08c379a0", "0x4e487b71", `0x${toSelector("ERC20InvalidSender(address)")}`])
      expect(toRevertReason(toRpcErrorResponse(3, "execution reverted: too late", cut))).toEqual({
        text: "too late",
      })
  })

  it.each([
    toRpcErrorResponse(-32000, "insufficient funds for gas * price + value"),
    toRpcErrorResponse(-32601, "Method not found"),
    toRpcErrorResponse(-32005, "limit exceeded"),
    { _tag: "NoEndpoint" } satisfies RpcReason,
  ])("returns null for %j", (reason) => {
    expect(toRevertReason(reason)).toBe(null)
  })

  it.each([["0x"], ["0x1234"], [null], [5]])("decodes no text from %j", (returned) => {
    expect(decodeRevertText(returned)).toBe("")
  })
})

it.each([
  ["geth", -32000, "insufficient funds for gas * price + value: balance 1, tx cost 2, overshot 1"],
  ["erigon", -32000, "INTERNAL_ERROR: insufficient funds"],
  ["nethermind", -32010, "InsufficientFunds, Account balance: 1, cumulative cost: 2"],
  ["nethermind's estimates", -32000, "insufficient sender balance"],
  ["nethermind's estimates with a price", -32000, "insufficient MaxFeePerGas for sender balance"],
  ["besu", -32004, "Upfront cost exceeds account balance"],
  ["reth", -32003, "insufficient funds for gas * price + value: have 1 want 2"],
  [
    "OpenEthereum",
    -32010,
    "Insufficient funds. The account you tried to send transaction from does not have enough funds.",
  ],
  ["ganache", -32000, "sender doesn't have enough funds to send tx. The upfront cost is: 2"],
])("reads insufficient funds of the sender in the words of %s", (_, code, text) => {
  expect(isInsufficientFunds(toRpcErrorResponse(code, text))).toBe(true)
})

it("distinguishes insufficient funds of the sender from a token's error", () => {
  expect(isInsufficientFunds(toRpcErrorResponse(-32000, "insufficient funds for transfer"))).toBe(true)
  expect(isInsufficientFunds(toRpcErrorResponse(-32003, "Insufficient funds for gas * price + value"))).toBe(
    true,
  )
  expect(isInsufficientFunds(toRpcErrorResponse(3, "execution reverted: insufficient balance"))).toBe(false)
  expect(isInsufficientFunds({ _tag: "NoEndpoint" })).toBe(false)
})
