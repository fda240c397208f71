import { getBalance } from "@wmodal/api"
import { type Hex, numberToHex, parseTransaction, parseUnits } from "viem"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { connectWallet, encodeTransfer } from "../testing/connectedWallet.ts"
import { setupTestHandler } from "../testing/setupTestHandler.ts"
import { makeWorldClient } from "../testing/WorldClient.ts"
import { accounts } from "./accounts.ts"
import { batchExecutorAddress } from "./batchExecutor.ts"
import { tokens } from "./tokens.ts"

const handler = setupTestHandler()
const [vera, milo] = accounts
const [usd] = tokens
const stranger: Hex = "0x1111111111111111111111111111111111111111"
const Assets = z.record(z.string(), z.array(z.object({ metadata: z.object({ symbol: z.string() }) })))

describe("wallet_sendCalls", { timeout: 30_000 }, () => {
  it("executes all calls in one transaction, which upgrades the account the first time", async () => {
    const { asked, capabilities, broadcasts, holds, reader, sendCalls, status } = await connectWallet(
      handler,
      "calls-all",
    )
    expect(await capabilities()).toEqual({
      "0x1": { atomic: { status: "ready" }, assetDiscovery: { supported: true } },
    })
    const id = await sendCalls([encodeTransfer(stranger, 5n), { to: stranger, value: numberToHex(9n) }])
    expect(await holds(stranger)).toBe(5n)
    expect(await reader.getBalance({ address: stranger })).toBe(9n)
    const [raw, ...others] = broadcasts
    if (raw === undefined) throw new Error("Nothing was sent")
    expect(others).toEqual([])
    expect(parseTransaction(raw)).toMatchObject({ type: "eip7702", to: vera.toLowerCase() })
    const { receipts, status: code } = await status(id)
    expect([code, receipts?.length]).toEqual([200, 1])
    expect(asked.slice(1)).toMatchObject([{ _tag: "SendCalls", upgrade: batchExecutorAddress }])
    expect(await capabilities()).toMatchObject({ "0x1": { atomic: { status: "supported" } } })

    const next = await sendCalls([encodeTransfer(stranger, 5n)])
    expect(parseTransaction(broadcasts[1] ?? "0x")).toMatchObject({ type: "eip1559" })
    expect((await status(next)).status).toBe(200)
    expect(await holds(stranger)).toBe(10n)
    expect(asked.at(-1)).toMatchObject({ upgrade: null })
  })

  it("reverts all calls when the second fails, with one hash", async () => {
    const { broadcasts, control, holds, reader, request, sendCalls, status } = await connectWallet(
      handler,
      "calls-none",
    )
    await control("evm_setAutomine", [false])
    // The account has enough when the batch is requested, but not when it is executed.
    const all = await holds(vera)
    await request("eth_sendTransaction", { from: vera, gas: "0x186a0", ...encodeTransfer(milo, all - 5n) })
    const id = await sendCalls([
      { to: stranger, value: numberToHex(9n) },
      encodeTransfer(stranger, 3n),
      encodeTransfer(stranger, 3n),
    ])
    expect(await status(id)).toEqual({ status: 100 })
    await control("evm_mine")
    const { receipts, status: code } = await status(id)
    expect(code).toBe(500)
    expect(receipts).toMatchObject([{ status: "0x0" }])
    expect(broadcasts).toHaveLength(2)
    expect(await holds(stranger)).toBe(0n)
    expect(await reader.getBalance({ address: stranger })).toBe(0n)
    expect(await holds(vera)).toBe(5n)
  })

  it("rejects calls before the prompt when they would revert", async () => {
    const { asked, broadcasts, sendCalls } = await connectWallet(handler, "calls-refused")
    const calls = [encodeTransfer(stranger, 5n), encodeTransfer(stranger, 10n ** 18n)]
    await expect(sendCalls(calls)).rejects.toMatchObject({ code: 3 })
    expect([asked.length, broadcasts]).toEqual([1, []])
  })

  it("executes nothing when the user declines the upgrade or the delegation changes", async () => {
    const { broadcasts, control, holds, request, sendCalls, status, willAnswer } = await connectWallet(
      handler,
      "calls-no",
    )
    willAnswer("decline")
    await expect(sendCalls([encodeTransfer(stranger, 5n)])).rejects.toMatchObject({ code: 5750 })
    expect(broadcasts).toEqual([])
    willAnswer("approve")
    await control("evm_setAutomine", [false])
    const id = await sendCalls([encodeTransfer(stranger, 5n)])
    const fees = { maxFeePerGas: "0x2540be400", maxPriorityFeePerGas: "0x2540be400" }
    await request("eth_sendTransaction", { from: vera, to: vera, nonce: "0x0", gas: "0x5208", ...fees })
    await control("evm_mine")
    expect(await status(id)).toEqual({ status: 400 })
    expect(await holds(stranger)).toBe(0n)
  })

  it("reports no support when the option is off", async () => {
    const { capabilities, sendCalls } = await connectWallet(handler, "calls-off", { smartAccount: false })
    expect(await capabilities()).toEqual({ "0x1": { atomic: { status: "unsupported" } } })
    await expect(sendCalls([encodeTransfer(stranger, 5n)])).rejects.toMatchObject({ code: 4200 })
  })
})

describe("other dev wallet methods", { timeout: 30_000 }, () => {
  it("signs without sending: the node accepts the transaction later", async () => {
    const { asked, broadcasts, reader, request } = await connectWallet(handler, "sign-only")
    const raw = await request("eth_signTransaction", { from: vera, to: stranger, value: "0x7" })
    expect(broadcasts).toEqual([])
    expect(asked.at(-1)).toMatchObject({ _tag: "SignTransaction", to: stranger, value: "7" })
    expect(await reader.getBalance({ address: stranger })).toBe(0n)
    await reader.request({ method: "eth_sendRawTransaction", params: [z.parse(z.custom<Hex>(), raw)] })
    expect(await reader.getBalance({ address: stranger })).toBe(7n)
  })

  it("reports the account's assets as the balance API does", async () => {
    const { request } = await connectWallet(handler, "assets")
    const { balances } = await makeWorldClient(handler, "assets").call(
      getBalance,
      { address: vera },
      { query: { currency: "usd", chainId: "eip155:1" } },
    )
    expect(await request("wallet_getAssets", { account: vera, chainFilter: ["0x1"] })).toEqual({
      "0x1": balances.map(({ address, iconUrl, name, price, quantity, symbol }) => {
        const decimals = Number(quantity.decimals)
        return {
          address: address?.split(":").at(-1) ?? "native",
          balance: numberToHex(parseUnits(quantity.numeric, decimals)),
          type: address === undefined ? "NATIVE" : "ERC20",
          metadata: { name, symbol, decimals, price, iconUrl },
        }
      }),
    })
  })

  it.each([
    [{ assetTypeFilter: ["native"] }, ["ETH"]],
    [{ assetTypeFilter: ["erc20"] }, ["mUSDC", "mDAI", "mUSDT", "mFEE"]],
    [{ assetFilter: { "0x1": [{ address: usd.address.toLowerCase(), type: "ERC20" }] } }, ["mUSDC"]],
    [
      { assetFilter: { "0x1": [{ address: "native", type: "native" }] }, assetTypeFilter: ["erc20"] },
      ["ETH"],
    ],
  ])("filters its assets: %j", async (filter, symbols) => {
    const { request } = await connectWallet(handler, "assets")
    const held = Assets.parse(await request("wallet_getAssets", { account: vera, ...filter }))
    expect(held["0x1"]?.map(({ metadata }) => metadata.symbol)).toEqual(symbols)
  })

  it("reports nothing about an account that it does not share", async () => {
    const { page, request } = await connectWallet(handler, "assets")
    for (const asking of [
      page("https://other.example")("wallet_getAssets", { account: vera }),
      page("https://other.example")("wallet_getCapabilities", vera),
      request("wallet_getAssets", { account: milo }),
    ])
      await expect(asking).rejects.toMatchObject({ code: 4100 })
    expect(await request("wallet_getAssets", { account: vera, chainFilter: ["0x89"] })).toEqual({})
  })
})
