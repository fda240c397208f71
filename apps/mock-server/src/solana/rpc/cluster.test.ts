import { address as toAddress } from "@solana/kit"
import { getTransferSolInstruction } from "@solana-program/system"
import { describe, expect, it } from "vitest"
import { genesisTimestamp } from "../../evm/genesis.ts"
import { setupTestHandler } from "../../testing/setupTestHandler.ts"
import { devnet, mainnet, makeSolanaNode, testnet } from "../testing/SolanaNode.ts"
import { getTestSigner } from "../testing/signToText.ts"

const handler = setupTestHandler()

const slot = 400_000_000
const computeBudget = toAddress("ComputeBudget111111111111111111111111111111")
const context = { apiVersion: "2.1.21", slot }

describe("cluster methods", () => {
  it.each([
    [mainnet, "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d"],
    [devnet, "EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG"],
    [testnet, "4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY"],
  ])("identifies the network %s by its genesis hash", async (chainId, hash) => {
    const { call } = makeSolanaNode(handler, { chainId })
    expect(await call("getGenesisHash")).toBe(hash)
  })

  it("reports health, slot and height", async () => {
    const { call } = makeSolanaNode(handler, { world: "cluster" })
    expect(await call("getHealth")).toBe("ok")
    expect(await call("getVersion")).toEqual({ "feature-set": 1_416_569_292, "solana-core": "2.1.21" })
    expect(await call("getSlot", { commitment: "finalized" })).toBe(slot)
    expect(await call("getBlockHeight")).toBe(378_000_000)
    expect(await call("getTransactionCount")).toBe(0)
    expect(await call("getFirstAvailableBlock")).toBe(slot)
    expect(await call("minimumLedgerSlot")).toBe(slot)
    expect(await call("getEpochInfo")).toEqual({
      absoluteSlot: slot,
      blockHeight: 378_000_000,
      epoch: 925,
      slotIndex: 400_000,
      slotsInEpoch: 432_000,
      transactionCount: 0,
    })
    expect(await call("getEpochSchedule")).toMatchObject({ slotsPerEpoch: 432_000, warmup: false })
    expect(await call("getMinimumBalanceForRentExemption", 165)).toBe(2_039_280)
    expect(await call("getRecentPrioritizationFees")).toEqual([{ prioritizationFee: 0, slot }])
  })

  it("returns blockhashes that are valid for 150 blocks", async () => {
    const { call, advance } = makeSolanaNode(handler, { world: "blockhash" })
    const blockhash = "EpYSY4N8MAWHGT1Bikm8Bcgm95tX5zgBMBFd932GZSqz"
    expect(await call("getLatestBlockhash", { commitment: "confirmed" })).toEqual({
      context,
      value: { blockhash, lastValidBlockHeight: 378_000_150 },
    })
    expect(await call("isBlockhashValid", blockhash)).toEqual({ context, value: true })
    await advance(150 * 400)
    expect(await call("isBlockhashValid", blockhash)).toMatchObject({ value: true })
    await advance(400)
    expect(await call("isBlockhashValid", blockhash)).toMatchObject({ value: false })
    expect(await call("getSlot")).toBe(slot + 151)
  })

  it("serves the proxy path, and answers a batch in its order", async () => {
    const response = await handler.fetch(
      new Request(`http://localhost/v1/?chainId=${encodeURIComponent(devnet)}&projectId=proxy`, {
        method: "POST",
        headers: { "content-type": "text/plain" },
        body: JSON.stringify([
          { jsonrpc: "2.0", id: "b", method: "getHealth" },
          { jsonrpc: "2.0", id: 1, method: "getNothing" },
          { jsonrpc: "2.0", id: 1, method: "getSlot", params: [] },
        ]),
      }),
    )
    expect(await response.json()).toEqual([
      { jsonrpc: "2.0", id: "b", result: "ok" },
      { jsonrpc: "2.0", id: 1, error: { code: -32601, message: "Method not found" } },
      { jsonrpc: "2.0", id: 1, result: slot },
    ])
  })

  it("returns a different blockhash on every network", async () => {
    const latest = await Promise.all(
      [mainnet, devnet, testnet].map((chainId) =>
        makeSolanaNode(handler, { chainId }).call("getLatestBlockhash"),
      ),
    )
    expect(new Set(latest.map((one) => JSON.stringify(one))).size).toBe(3)
  })

  it("returns the time of existing slots", async () => {
    const { call, ask, advance } = makeSolanaNode(handler, { world: "time" })
    await advance(3_600_000)
    expect(await call("getSlot")).toBe(slot + 9_000)
    expect(await call("getBlockTime", slot)).toBe(genesisTimestamp)
    expect(await call("getBlockTime", slot + 9_000)).toBe(genesisTimestamp + 3_601)
    expect((await ask("getBlockTime", slot + 9_001)).error).toMatchObject({ code: -32004 })
    expect((await ask("getBlockTime", 1)).error).toMatchObject({ code: -32001 })
  })

  it("rejects a read before `minContextSlot`", async () => {
    const { ask, call } = makeSolanaNode(handler, { world: "slots" })
    expect(await call("getSlot", { minContextSlot: slot })).toBe(slot)
    expect((await ask("getSlot", { minContextSlot: slot + 1 })).error).toEqual({
      code: -32016,
      message: "Minimum context slot has not been reached",
      data: { contextSlot: slot },
    })
  })

  it("returns recent priority fees", async () => {
    const { call, send } = makeSolanaNode(handler, { world: "priority" })
    const payer = await getTestSigner(0)
    const data = new Uint8Array(9)
    data[0] = 3
    new DataView(data.buffer).setBigUint64(1, 12_345n, true)
    const price = { programAddress: computeBudget, data }
    await send(payer, [
      price,
      getTransferSolInstruction({ source: payer, destination: payer.address, amount: 1n }),
    ])
    expect(await call("getRecentPrioritizationFees", [payer.address])).toEqual([
      { prioritizationFee: 0, slot },
      { prioritizationFee: 12_345, slot: slot + 1 },
    ])
    const { address } = await getTestSigner(1)
    expect(await call("getRecentPrioritizationFees", [address])).toEqual([
      { prioritizationFee: 0, slot },
      { prioritizationFee: 0, slot: slot + 1 },
    ])
  })

  it.each(["getNothing", "litesvm_airdrop", "signatureSubscribe", "constructor", "__proto__", ""])(
    "rejects the unknown method %s",
    async (method) => {
      const { ask } = makeSolanaNode(handler, { world: "unknown" })
      expect((await ask(method)).error).toMatchObject({ code: -32601 })
    },
  )

  it("allows airdrops on test networks, and on all networks through the control API", async () => {
    const { address } = await getTestSigner(9)
    const lamports = 5_000_000_000
    const main = makeSolanaNode(handler, { chainId: mainnet, world: "faucet" })
    expect((await main.ask("requestAirdrop", address, lamports)).error).toEqual({
      code: -32601,
      message: "Method not found",
    })
    expect((await main.control("litesvm_airdrop", address, lamports)).result).toEqual(expect.any(String))
    expect(await main.call("getBalance", address)).toMatchObject({ value: 1_005_000_000_000 })
    for (const chainId of [devnet, testnet]) {
      const { ask, call } = makeSolanaNode(handler, { chainId, world: "faucet" })
      const first = await call("requestAirdrop", address, lamports)
      expect(await call("requestAirdrop", address, lamports)).not.toBe(first)
      expect(await call("getBalance", address)).toMatchObject({ value: 1_010_000_000_000 })
      expect((await ask("requestAirdrop", "1".repeat(32), 5)).error).toMatchObject({ code: -32602 })
      expect((await ask("requestAirdrop", address, 1e17)).error).toMatchObject({ code: -32602 })
      expect((await ask("requestAirdrop", address, 9e16)).error).toMatchObject({ code: -32602 })
      expect((await ask("requestAirdrop", address, 9e15)).result).toEqual(expect.any(String))
    }
  })
})
