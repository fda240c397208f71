import { keccak256 } from "viem"
import { describe, expect, it } from "vitest"
import { connectWallet, encodeTransfer } from "../testing/connectedWallet.ts"
import { setupTestHandler } from "../testing/setupTestHandler.ts"
import { accounts } from "./accounts.ts"
import { batchExecutorAddress } from "./batchExecutor.ts"

const handler = setupTestHandler()
const [vera] = accounts
const stranger = "0x1111111111111111111111111111111111111111"
const calls = [encodeTransfer(stranger, 5n)]

describe("dev wallet batch store", { timeout: 30_000 }, () => {
  it("finds a batch by the dApp's id or by the hash, for the sending dApp only", async () => {
    const { broadcasts, page, request, sendCalls, status } = await connectWallet(handler, "ids")
    expect(await sendCalls(calls, { id: "mine" })).toBe("mine")
    await expect(sendCalls(calls, { id: "mine" })).rejects.toMatchObject({ code: 5720 })
    expect((await status("mine")).status).toBe(200)
    const id = await sendCalls(calls)
    expect(id).toBe(keccak256(broadcasts[1] ?? "0x"))
    expect((await status(id)).receipts).toMatchObject([{ transactionHash: id }])
    expect(broadcasts).toHaveLength(2)

    const other = page("https://other.example")
    await other("eth_requestAccounts")
    for (const method of ["wallet_getCallsStatus", "wallet_showCallsStatus"]) {
      await expect(other(method, "mine")).rejects.toMatchObject({ code: 5730 })
      await expect(request(method, "another")).rejects.toMatchObject({ code: 5730 })
      await expect(request(method, 7)).rejects.toMatchObject({ code: -32602 })
    }
  })

  it("prompts once for the same id sent twice at once", async () => {
    const { asked, broadcasts, sendCalls } = await connectWallet(handler, "at-once")
    const both = await Promise.allSettled([1, 2].map(() => sendCalls(calls, { id: "one" })))
    expect(both.map((one) => (one.status === "fulfilled" ? one.value : one.reason.code)).toSorted()).toEqual([
      5720,
      "one",
    ])
    expect([asked.length, broadcasts.length]).toEqual([2, 1])
  })

  it("keeps batches across a restart", async () => {
    const before = await connectWallet(handler, "restart")
    await before.sendCalls(calls, { id: "kept" })
    const snapshot = JSON.parse(JSON.stringify(before.snapshot()))
    const after = await connectWallet(handler, "restart", { snapshot })
    expect((await after.status("kept")).status).toBe(200)
    await expect(after.sendCalls(calls, { id: "kept" })).rejects.toMatchObject({ code: 5720 })
  })

  it("forgets a batch that the node rejected, so that its id is free again", async () => {
    const { broadcasts, sendCalls, snapshot, status } = await connectWallet(handler, "refused", {
      broadcast: "refused",
    })
    await expect(sendCalls(calls, { id: "again" })).rejects.toMatchObject({ code: -32000 })
    await expect(status("again")).rejects.toMatchObject({ code: 5730 })
    expect(snapshot().bundles).toEqual([])
    await expect(sendCalls(calls, { id: "again" })).rejects.toMatchObject({ code: -32000 })
    expect(broadcasts).toHaveLength(2)
  })

  it("keeps a batch of unknown outcome, searches for it and does not send it again", async () => {
    const { broadcasts, sendCalls, status } = await connectWallet(handler, "lost", { broadcast: "lost" })
    await expect(sendCalls(calls, { id: "lost" })).rejects.toMatchObject({
      code: -32603,
      data: { hash: expect.stringMatching(/^0x/) },
    })
    expect(await status("lost")).toEqual({ status: 100 })
    await expect(sendCalls(calls, { id: "lost" })).rejects.toMatchObject({ code: 5720 })
    expect(new Set(broadcasts).size).toBe(1)
  })

  it("shows the batch in the wallet's own window", async () => {
    const { asked, request, sendCalls, willAnswer } = await connectWallet(handler, "shown")
    const id = await sendCalls(calls)
    expect(await request("wallet_showCallsStatus", id)).toBeNull()
    willAnswer("decline")
    expect(await request("wallet_showCallsStatus", id)).toBeNull()
    expect(asked).toHaveLength(4)
    expect(asked.at(-1)).toMatchObject({ _tag: "ShowCalls", outcome: "confirmed", hash: id })
  })
})

describe("dev wallet delegation", { timeout: 30_000 }, () => {
  const without = { "0x1": { atomic: { status: "unsupported" } } }

  it("rejects other code at the executor's address", async () => {
    const { broadcasts, capabilities, control, sendCalls } = await connectWallet(handler, "decoy")
    await control("anvil_setCode", [batchExecutorAddress, "0x6001600155"])
    expect(await capabilities()).toMatchObject(without)
    await expect(sendCalls(calls)).rejects.toMatchObject({ code: 5760 })
    await expect(sendCalls(calls, { atomicRequired: false })).rejects.toMatchObject({ code: 5710 })
    await control("anvil_setCode", [batchExecutorAddress, "0x"])
    await expect(sendCalls(calls)).rejects.toMatchObject({ code: 5760 })
    expect(broadcasts).toEqual([])
  })

  it("keeps another delegation of the account", async () => {
    const { broadcasts, capabilities, control, sendCalls } = await connectWallet(handler, "other-code")
    await control("anvil_setCode", [vera, `0xef0100${"22".repeat(20)}`])
    expect(await capabilities()).toMatchObject(without)
    await expect(sendCalls(calls)).rejects.toMatchObject({ code: 5760 })
    expect(broadcasts).toEqual([])
  })
})

describe("invalid batches", { timeout: 30_000 }, () => {
  it.each([
    [{ version: "1.0" }, -32000],
    [{ calls: [] }, -32602],
    [{ calls: [{ data: "0x60" }] }, -32602],
    [{ calls: [{ to: stranger, value: "1 ether" }] }, -32602],
    [{ chainId: 1 }, -32602],
    [{ atomicRequired: undefined }, -32602],
    [{ id: "x".repeat(4097) }, -32602],
    [{ capabilities: { paymasterService: { url: "https://pay.example" } } }, 5700],
    [{ calls: [{ ...calls[0], capabilities: { permissions: {} } }] }, 5700],
    [{ chainId: "0x89" }, 5710],
    [{ calls: Array.from({ length: 51 }, () => calls[0]) }, 5740],
    [{ from: stranger }, 4100],
  ])("rejects a batch before the prompt: %j gets %i", async (more, code) => {
    const { asked, broadcasts, sendCalls } = await connectWallet(handler, "cannot")
    await expect(sendCalls(calls, more)).rejects.toMatchObject({ code })
    expect([asked.length, broadcasts]).toEqual([1, []])
  })

  it("accepts an unknown optional capability", async () => {
    const { sendCalls, status } = await connectWallet(handler, "optional")
    const id = await sendCalls(calls, { capabilities: { paymasterService: { optional: true } } })
    expect((await status(id)).status).toBe(200)
  })
})
