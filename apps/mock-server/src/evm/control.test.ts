import { getHistory } from "@wmodal/api"
import {
  createWalletClient,
  custom,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  parseEther,
  parseGwei,
  parseUnits,
} from "viem"
import { mnemonicToAccount } from "viem/accounts"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { setupTestHandler } from "../testing/setupTestHandler.ts"
import { makeWorldClient } from "../testing/WorldClient.ts"
import { accounts } from "./accounts.ts"
import { tokens } from "./tokens.ts"

const handler = setupTestHandler()
const [vera, milo] = accounts
const [usd, , tether, fee] = tokens
const mainnetId = "eip155:1"
const stranger = "0x1111111111111111111111111111111111111111"

const callControl = async (path: string, body?: unknown) => {
  const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }
  const response = await handler.fetch(new Request(`http://localhost/control/worlds/${path}`, init))
  return { status: response.status, body: JSON.parse(await response.text()) }
}

/** One world, with requests as from an app and by the control API. */
const world = (projectId: string) => {
  const client = makeWorldClient(handler, projectId)
  const wallet = createWalletClient({
    account: mnemonicToAccount("test test test test test test test test test test test junk"),
    transport: custom({
      request: ({ method, params }) => client.reader(mainnetId).request({ method, params }),
    }),
  })
  return {
    ...client,
    mining: async (change: unknown) =>
      (await callControl(`${projectId}/mining?chainId=${mainnetId}`, change)).body,
    state: async (query = "") => (await callControl(`${projectId}/state${query}`)).body.chains,
    reader: client.reader(mainnetId),
    /** Sends without waiting for the block. */
    give: (nonce: number, gwei: string, value = parseEther("1")) =>
      wallet.sendTransaction({
        chain: null,
        to: milo,
        value,
        nonce,
        gas: 21_000n,
        maxFeePerGas: parseGwei(gwei),
        maxPriorityFeePerGas: parseGwei("1"),
      }),
    history: async () =>
      (await client.call(getHistory, { address: vera }, { query: { chainId: mainnetId, projectId } })).data,
  }
}

describe("manual mining", { timeout: 30_000 }, () => {
  it("returns a send at once, shows it as pending, and mines it on request", async () => {
    const { mining, reader, give, history } = world("held")
    expect(await mining({ auto: false })).toMatchObject({ auto: false, waiting: 0, block: { number: 0 } })
    const hash = await give(0, "10")
    expect(await reader.getBlockNumber({ cacheTime: 0 })).toBe(0n)
    await expect(reader.getTransactionReceipt({ hash })).rejects.toThrow("could not be found")
    expect((await reader.getTransaction({ hash })).blockNumber).toBeNull()
    expect(await reader.getTransactionCount({ address: vera, blockTag: "pending" })).toBe(1)
    const pending = await reader.getBlock({ blockTag: "pending", includeTransactions: true })
    expect(pending.transactions.map((one) => one.hash)).toEqual([hash])
    expect((await history())[0]).toMatchObject({ metadata: { hash, status: "pending" } })

    expect(await mining({ mine: 2 })).toMatchObject({ auto: false, waiting: 0, block: { number: 2 } })
    expect((await reader.getTransactionReceipt({ hash })).blockNumber).toBe(1n)
    expect((await history())[0]).toMatchObject({ metadata: { hash, status: "confirmed" } })
  })

  it("replaces a nonce for a higher fee, and rejects the same fee", async () => {
    const { mining, reader, give, history } = world("replaced")
    await mining({ auto: false })
    const first = await give(0, "10")
    await expect(give(0, "10", 5n)).rejects.toThrow("underpriced")
    const second = await give(0, "20", 0n)
    expect(await mining({ auto: true })).toMatchObject({ auto: true, waiting: 0, block: { number: 1 } })
    expect((await reader.getTransactionReceipt({ hash: second })).status).toBe("success")
    await expect(reader.getTransaction({ hash: first })).rejects.toThrow("could not be found")
    expect((await history()).map(({ metadata }) => metadata.hash)).not.toContain(first)
  })

  it("stays off while the chain rests, and delays a rest until nothing is pending", async () => {
    const { mining, reader, give } = world("rested")
    await mining({ auto: false })
    await handler.fetch(new Request("http://localhost/control/rest", { method: "POST" }))
    const hash = await give(0, "10")
    await handler.fetch(new Request("http://localhost/control/rest", { method: "POST" }))
    expect((await reader.getTransaction({ hash })).blockNumber).toBeNull()
    expect(await mining({})).toMatchObject({ auto: false, waiting: 1 })
  })

  it.each([[{ mine: 0 }], [{ mine: 1001 }], [{ auto: "no" }], [{ halt: true }], [7]])(
    "rejects %j",
    async (change) => {
      expect((await callControl(`held/mining?chainId=${mainnetId}`, change)).status).toBe(400)
    },
  )

  it("rejects an unknown chain", async () => {
    expect((await callControl("held/mining", { auto: false })).status).toBe(400)
    expect((await callControl("held/mining?chainId=eip155:424242", { auto: false })).status).toBe(400)
    expect((await callControl("held/state?chainId=eip155:424242")).status).toBe(400)
  })
})

const Chains = z.array(
  z.object({ accounts: z.array(z.unknown()), chainId: z.string(), transactions: z.number() }),
)

const transfer = (token: Hex, amount: bigint, to: Hex = stranger) => ({
  to: token,
  data: encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, amount] }),
})

describe("world state", { timeout: 30_000 }, () => {
  it("omits unused chains and lists all test accounts of a used one", async () => {
    const { state, reader } = world("looked")
    expect(await state()).toEqual([])
    await reader.getBlockNumber()
    const [chain] = Chains.parse(await state())
    expect(chain).toMatchObject({ chainId: mainnetId, transactions: 0 })
    expect(chain?.accounts).toHaveLength(accounts.length)
    expect(chain?.accounts[0]).toEqual({
      address: vera,
      nonce: 0,
      native: "10000000000000000000000",
      tokens: {
        mUSDC: "10000000000",
        mDAI: "5000000000000000000000",
        mUSDT: "3000000000",
        mFEE: "1500000000000000000000",
      },
    })
  })

  it("lists received amounts: all of a token without a return value, the net amount of one with a fee", async () => {
    const { state, sent } = world("fees")
    await sent(0, mainnetId, transfer(tether.address, parseUnits("2.5", 6)))
    await sent(0, mainnetId, transfer(fee.address, parseEther("100")))
    await sent(0, mainnetId, { to: stranger, value: 7n })
    const [chain] = Chains.parse(await state())
    expect(chain?.accounts).toContainEqual({
      address: stranger,
      nonce: 0,
      native: "7",
      tokens: { mUSDC: "0", mDAI: "0", mUSDT: "2500000", mFEE: "99000000000000000000" },
    })
    expect(chain?.accounts[0]).toMatchObject({
      nonce: 3,
      tokens: { mUSDT: "2997500000", mFEE: "1400000000000000000000" },
    })
  })

  it("returns equal texts after equal calls only", async () => {
    const run = async (projectId: string, amount: bigint) => {
      const { sent, send, state } = world(projectId)
      await send("POST", "/v1", {
        query: { chainId: "eip155:137" },
        body: { jsonrpc: "2.0", id: 1, method: "eth_chainId" },
      })
      await sent(1, mainnetId, transfer(usd.address, amount))
      return JSON.stringify(await state())
    }
    const one = await run("one", 5n)
    expect(await run("other", 5n)).toBe(one)
    expect(await run("third", 6n)).not.toBe(one)
    const chains = Chains.parse(JSON.parse(one))
    expect(chains.map(({ chainId }) => chainId)).toEqual([mainnetId, "eip155:137"])
    expect(await world("one").state("?chainId=eip155:137")).toEqual(chains.slice(1))
  })
})
