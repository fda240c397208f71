import { type Approval, type ApprovalRequest, makeDevWallet, testSigner } from "@wmodal/chains/dev"
import { RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import { encodeFunctionData, erc20Abi, type Hex, numberToHex, parseTransaction } from "viem"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { testHandler } from "../testing/testHandler.ts"
import { makeWorldClient } from "../testing/WorldClient.ts"
import { accounts } from "./accounts.ts"
import { batchExecutorAddress } from "./batchExecutor.ts"
import { tokens } from "./tokens.ts"

const handler = testHandler()
const [vera, milo] = accounts
const [usd] = tokens
const stranger: Hex = "0x1111111111111111111111111111111111111111"
const origin = "https://shop.example"

const Sent = z.object({ id: z.string() })
const Status = z.object({
  status: z.number(),
  receipts: z.optional(z.array(z.object({ transactionHash: z.string(), status: z.string() }))),
})

/** A dev wallet that is connected, on the chain of a world of its own. */
const connected = async (projectId: string, features = { smartAccount: true }) => {
  const { control, reader } = makeWorldClient(handler, projectId)
  const asked: ApprovalRequest[] = []
  const broadcasts: Hex[] = []
  let answer: Approval = "approve"
  const wallet = makeDevWallet({
    signers: [testSigner(0)],
    networks: [{ chainId: 1, name: "Ethereum", rpcUrls: [] }],
    approve: (request) =>
      Effect.sync(() => {
        asked.push(request)
        return answer
      }),
    rpc: ({ chainId }, method, params) => {
      if (method === "eth_sendRawTransaction") broadcasts.push(z.parse(z.custom<Hex>(), params[0]))
      return Effect.tryPromise({
        try: () => control(`eip155:${chainId}`, method, params),
        catch: (cause) =>
          new RpcError({ method, host: "", reason: { _tag: "Answered", code: 3, text: String(cause) } }),
      })
    },
    tokens: { 1: [usd] },
    features,
  })
  const provider = wallet.provider(origin)
  const request = (method: string, ...params: unknown[]) => provider.request({ method, params })
  await request("eth_requestAccounts")
  const status = async (id: string) => Status.parse(await request("wallet_getCallsStatus", id))
  return {
    asked,
    broadcasts,
    control: (method: string, params: unknown = []) => control("eip155:1", method, params),
    reader: reader("eip155:1"),
    willAnswer: (next: Approval) => {
      answer = next
    },
    request,
    status,
    sendCalls: async (calls: readonly object[], more: object = {}) =>
      Sent.parse(
        await request("wallet_sendCalls", {
          version: "2.0.0",
          from: vera,
          chainId: "0x1",
          atomicRequired: true,
          calls,
          ...more,
        }),
      ).id,
    atomic: async () => await request("wallet_getCapabilities", vera, ["0x1"]),
    holds: (owner: Hex) =>
      reader("eip155:1").readContract({
        address: usd.address,
        abi: erc20Abi,
        functionName: "balanceOf",
        args: [owner],
      }),
  }
}

const transfer = (to: Hex, amount: bigint) => ({
  to: usd.address,
  data: encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, amount] }),
})

describe("calls that a wallet sends as one", { timeout: 30_000 }, () => {
  it("all happen, in one transaction that the first time upgrades the account", async () => {
    const { asked, atomic, broadcasts, holds, reader, sendCalls, status } = await connected("calls-all")
    expect(await atomic()).toEqual({
      "0x1": { atomic: { status: "ready" }, assetDiscovery: { supported: true } },
    })
    const id = await sendCalls([transfer(stranger, 5n), { to: stranger, value: numberToHex(9n) }])
    expect(await holds(stranger)).toBe(5n)
    expect(await reader.getBalance({ address: stranger })).toBe(9n)
    const [raw, ...others] = broadcasts
    if (raw === undefined) throw new Error("Nothing was sent")
    expect(others).toEqual([])
    expect(parseTransaction(raw)).toMatchObject({ type: "eip7702", to: vera.toLowerCase() })
    const { receipts, status: code } = await status(id)
    expect([code, receipts?.length]).toEqual([200, 1])
    expect(asked.slice(1)).toMatchObject([{ _tag: "SendCalls", upgrade: batchExecutorAddress }])
    expect(await atomic()).toMatchObject({ "0x1": { atomic: { status: "supported" } } })

    const next = await sendCalls([transfer(stranger, 5n)])
    expect(parseTransaction(broadcasts[1] ?? "0x")).toMatchObject({ type: "eip1559" })
    expect((await status(next)).status).toBe(200)
    expect(await holds(stranger)).toBe(10n)
    expect(asked.at(-1)).toMatchObject({ upgrade: null })
  })

  it("leave nothing behind where the second reverts: neither happens, and one hash says so", async () => {
    const { broadcasts, control, holds, reader, request, sendCalls, status } = await connected("calls-none")
    await control("evm_setAutomine", [false])
    // When the batch is asked about, the account still has enough: by the time it is done, it has not.
    const all = await holds(vera)
    await request("eth_sendTransaction", { from: vera, gas: "0x186a0", ...transfer(milo, all - 5n) })
    const id = await sendCalls([
      { to: stranger, value: numberToHex(9n) },
      transfer(stranger, 3n),
      transfer(stranger, 3n),
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

  it("are refused before anybody is asked, where they would revert now", async () => {
    const { asked, broadcasts, sendCalls } = await connected("calls-refused")
    const calls = [transfer(stranger, 5n), transfer(stranger, 10n ** 18n)]
    await expect(sendCalls(calls)).rejects.toMatchObject({ code: 3 })
    expect([asked.length, broadcasts]).toEqual([1, []])
  })

  it("do not happen where the person declines the upgrade, nor where another took their place", async () => {
    const { broadcasts, control, holds, request, sendCalls, status, willAnswer } = await connected("calls-no")
    willAnswer("decline")
    await expect(sendCalls([transfer(stranger, 5n)])).rejects.toMatchObject({ code: 5750 })
    expect(broadcasts).toEqual([])
    willAnswer("approve")
    await control("evm_setAutomine", [false])
    const id = await sendCalls([transfer(stranger, 5n)])
    const fees = { maxFeePerGas: "0x2540be400", maxPriorityFeePerGas: "0x2540be400" }
    await request("eth_sendTransaction", { from: vera, to: vera, nonce: "0x0", gas: "0x5208", ...fees })
    await control("evm_mine")
    expect(await status(id)).toEqual({ status: 400 })
    expect(await holds(stranger)).toBe(0n)
  })

  it("are no part of a wallet whose switch is off, which says so", async () => {
    const { atomic, sendCalls } = await connected("calls-off", { smartAccount: false })
    expect(await atomic()).toEqual({ "0x1": { atomic: { status: "unsupported" } } })
    await expect(sendCalls([transfer(stranger, 5n)])).rejects.toMatchObject({ code: 4200 })
  })
})

describe("what a wallet does beside", { timeout: 30_000 }, () => {
  it("signs without sending: the node takes it later", async () => {
    const { asked, broadcasts, reader, request } = await connected("sign-only")
    const raw = await request("eth_signTransaction", { from: vera, to: stranger, value: "0x7" })
    expect(broadcasts).toEqual([])
    expect(asked.at(-1)).toMatchObject({ _tag: "SignTransaction", to: stranger, value: "7" })
    expect(await reader.getBalance({ address: stranger })).toBe(0n)
    await reader.request({ method: "eth_sendRawTransaction", params: [z.parse(z.custom<Hex>(), raw)] })
    expect(await reader.getBalance({ address: stranger })).toBe(7n)
  })

  it("says what the account has of what it knows", async () => {
    const { request } = await connected("assets")
    const metadata = { name: "Mock USD Coin", symbol: "mUSDC", decimals: 6, price: 0, iconUrl: "" }
    expect(await request("wallet_getAssets", { account: vera, chainFilter: ["0x1"] })).toEqual({
      "0x1": [
        {
          address: "native",
          balance: "0x21e19e0c9bab2400000",
          type: "NATIVE",
          metadata: { name: "ETH", symbol: "ETH", decimals: 18, price: 0, iconUrl: "" },
        },
        { address: usd.address, balance: "0x2540be400", type: "ERC20", metadata },
      ],
    })
  })
})
