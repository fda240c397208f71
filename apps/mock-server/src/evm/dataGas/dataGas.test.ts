import { arbitrum, mainnet } from "@wmodal/protocol/networks"
import {
  createPublicClient,
  createWalletClient,
  custom,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  parseEther,
} from "viem"
import { mnemonicToAccount } from "viem/accounts"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Handler, makeHandler } from "../../index.ts"
import { accounts } from "../accounts.ts"
import { tokens } from "../tokens.ts"

const [, milo] = accounts
const [usdc] = tokens
const vera = mnemonicToAccount("test test test test test test test test test test test junk")

let handler: Handler
beforeAll(() => {
  handler = makeHandler({ scenario: { worlds: { charging: { chains: { arbitrum: {} } } } } })
})
afterAll(() => handler.close())

const post = async (path: string, method: string, params: unknown) => {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })
  const reply = await (
    await handler.fetch(new Request(`http://localhost${path}`, { method: "POST", body }))
  ).json()
  if (reply.error !== undefined) throw Object.assign(new Error(reply.error.message), reply.error)
  return reply.result
}

const connect = (world: string, chain: string) => {
  const transport = custom({
    request: ({ method, params }) => post(`/w/${world}/rpc/${chain}`, method, params),
  })
  return {
    client: createPublicClient({ transport, cacheTime: 0 }),
    wallet: createWalletClient({ transport, account: vera }),
  }
}

const fees = { maxFeePerGas: 30_000_000n, maxPriorityFeePerGas: 10_000_000n }

describe("a world with Arbitrum's fees", () => {
  const { client, wallet } = connect("charging", arbitrum.caipNetworkId)
  const pay = (value: bigint, gas: bigint) =>
    wallet.sendTransaction({ to: milo, value, gas, chain: null, ...fees })
  const receiptOf = (hash: Hex) =>
    client.request({ method: "eth_getTransactionReceipt", params: [hash] }) as unknown as Promise<
      Record<string, Hex>
    >

  it("charges gas for data at the base fee alone, by another L1 price in each block", {
    timeout: 30_000,
  }, async () => {
    const gas = await client.estimateGas({ account: vera, to: milo, value: 5n })
    const parts = new Set<bigint>()
    for (let nth = 0; nth < 4; nth++) {
      const before = await client.getBalance({ address: vera.address })
      const receipt = await receiptOf(await pay(5n, gas))
      const used = BigInt(receipt["gasUsed"] ?? 0)
      const data = BigInt(receipt["gasUsedForL1"] ?? 0)
      expect(receipt).toMatchObject({ status: "0x1", effectiveGasPrice: "0x989680" })
      expect(receipt["l1BlockNumber"]).toMatch(/^0x[0-9a-f]+$/)
      expect([used - data, data > 100_000n, used < gas]).toEqual([21_000n, true, true])
      expect(before - (await client.getBalance({ address: vera.address }))).toBe(5n + used * 10_000_000n)
      parts.add(data)
    }
    expect(parts.size).toBeGreaterThan(1)
  })

  it("tells no priority fee, and the same price for each block", async () => {
    expect(await client.request({ method: "eth_maxPriorityFeePerGas" })).toBe("0x0")
    expect(await client.getGasPrice()).toBe(10_000_000n)
    const { baseFeePerGas, reward } = await client.getFeeHistory({ blockCount: 2, rewardPercentiles: [50] })
    expect([...new Set(baseFeePerGas)]).toEqual([10_000_000n])
    expect(reward?.flat().every((tip) => tip === 0n)).toBe(true)
  })

  it("refuses gas that does not suffice for both parts", { timeout: 30_000 }, async () => {
    const before = await client.getBalance({ address: vera.address })
    await expect(pay(5n, 21_000n)).rejects.toThrow(/intrinsic gas too low/)
    const data = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [milo as Hex, 1n] })
    const call = { to: usdc.address as Hex, data }
    const gas = await client.estimateGas({ account: vera, ...call })
    await expect(
      wallet.sendTransaction({ ...call, gas: (gas * 7n) / 10n, chain: null, ...fees }),
    ).rejects.toThrow(/intrinsic gas too low/)
    expect(await client.getBalance({ address: vera.address })).toBe(before)
    expect(
      await receiptOf(await wallet.sendTransaction({ ...call, gas, chain: null, ...fees })),
    ).toMatchObject({
      status: "0x1",
    })
  })

  it("settles each transaction of a block that the control API mines", { timeout: 30_000 }, async () => {
    const mining = (body: object) =>
      handler.fetch(
        new Request(`http://localhost/control/worlds/charging/mining?chainId=${arbitrum.caipNetworkId}`, {
          method: "POST",
          body: JSON.stringify(body),
        }),
      )
    const gas = await client.estimateGas({ account: vera, to: milo, value: 5n })
    const before = await client.getBalance({ address: vera.address })
    await mining({ auto: false })
    const nonce = await client.getTransactionCount({ address: vera.address })
    const hashes = [
      await wallet.sendTransaction({ to: milo, value: 1n, gas, nonce, chain: null, ...fees }),
      await wallet.sendTransaction({ to: milo, value: 2n, gas, nonce: nonce + 1, chain: null, ...fees }),
    ]
    await mining({ mine: 1 })
    await mining({ auto: true })
    const receipts = await Promise.all(hashes.map(receiptOf))
    expect(new Set(receipts.map(({ blockNumber }) => blockNumber)).size).toBe(1)
    const used = receipts.reduce((sum, { gasUsed }) => sum + BigInt(gasUsed ?? 0), 0n)
    expect(before - (await client.getBalance({ address: vera.address }))).toBe(3n + used * 10_000_000n)
  })

  it("leaves what other networks and other worlds charge", { timeout: 30_000 }, async () => {
    for (const [world, chain] of [
      ["charging", mainnet.caipNetworkId],
      ["plain", arbitrum.caipNetworkId],
    ] as const)
      expect(
        await connect(world, chain).client.estimateGas({ account: vera, to: milo, value: parseEther("1") }),
      ).toBe(21_000n)
  })
})
