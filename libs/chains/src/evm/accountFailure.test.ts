import type { ScriptedNodeOptions } from "@wmodal/dev-wallet/testing"
import { toEventSelector } from "viem"
import { describe, expect, it } from "vitest"
import { bob, eve, looking, ours } from "../testing/soughtEvm.ts"

// The account is a contract whose transaction another account sends.
const safe = eve
const emits = (event: string, address: string = safe) => ({
  address,
  topics: [toEventSelector(event)],
  data: `0x${"00".repeat(64)}`,
})
const failed = "ExecutionFailure(bytes32,uint256)"
const succeeded = "ExecutionSuccess(bytes32,uint256)"

const minedWith = async (
  logs: readonly unknown[],
  query: { readonly from?: string; readonly account?: string } = { from: safe },
  receipt: Partial<ScriptedNodeOptions["receipt"]> = {},
) => {
  const { look, node } = await looking({ receipt: { logs, ...receipt } })
  const { hash } = node.send({ ...ours, to: safe, input: "0x6a761202" }, 0n)
  node.mine()
  const status = await look({ from: "", transaction: null, mark: null, hash, ...query })
  if (status._tag !== "Mined") return status._tag
  return status.accountFailed ? "account failed" : status.succeeded
}

describe("findTransaction of a contract account's transaction that succeeded", () => {
  it.each([
    ["ExecutionFailure(bytes32,uint256)"],
    ["ExecutionFailed(bytes32)"],
    ["ExecutionFromModuleFailure(address)"],
  ])("reports a failure when the account itself says %s", async (event) => {
    expect(await minedWith([emits(event)])).toBe(false)
  })

  it("reports the failure of a batch, whose sender may be anyone, by the log of its account", async () => {
    expect(await minedWith([emits(failed)], { account: safe.toUpperCase().replace("0X", "0x") })).toBe(false)
    expect(await minedWith([emits(succeeded)], { account: safe })).toBe(true)
  })

  it.each([
    ["one of its executions failed and another did not", [emits(failed), emits(succeeded)]],
    [
      "a module's execution failed in one that succeeded",
      [emits("ExecutionFromModuleFailure(address)"), emits(succeeded)],
    ],
    ["one of its calls was allowed to fail", [emits("TryExecuteUnsuccessful(uint256,bytes)")]],
    [
      "one of its calls was allowed to fail",
      [emits("TryExecuteUnsuccessful(bytes,bytes)"), emits(succeeded)],
    ],
  ])("reports no result, and that the account says so, when %s", async (_, logs) => {
    expect(await minedWith(logs)).toBe("account failed")
    expect(await minedWith(logs, { from: safe }, { status: undefined })).toBe("account failed")
    expect(await minedWith(logs, { from: safe }, { status: "0x0" })).toBe(false)
  })

  it.each([
    ["no log of its own", []],
    ["logs of success alone", [emits(succeeded), emits("ExecutionFromModuleSuccess(address)")]],
    ["another contract's word", [emits(failed, bob)]],
    ["a log without topics", [{ address: safe, topics: [], data: "0x" }]],
    ["a log that is none", [null, { address: safe }]],
  ])("reports success with %s", async (_, logs) => {
    expect(await minedWith(logs)).toBe(true)
  })

  it("reports the failure also without a status in the receipt", async () => {
    expect(await minedWith([emits(failed)], { from: safe }, { status: undefined })).toBe(false)
  })

  it("reports the network's own failure whatever the logs say", async () => {
    expect(await minedWith([emits(succeeded)], { from: safe }, { status: "0x0" })).toBe(false)
  })
})
