import { base, mainnet, mantle } from "@wmodal/protocol/networks"
import {
  createPublicClient,
  createWalletClient,
  custom,
  encodeFunctionData,
  type Hex,
  parseAbi,
  parseEther,
} from "viem"
import { mnemonicToAccount } from "viem/accounts"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Handler, makeHandler } from "../index.ts"
import { accounts } from "./accounts.ts"
import { exchangeAbi, exchangeAddress, nativeAddress } from "./exchange.ts"
import { tokens } from "./tokens.ts"

const [, milo] = accounts
const [, dai] = tokens
const vera = mnemonicToAccount("test test test test test test test test test test test junk")
const oracle = "0x420000000000000000000000000000000000000F"
const oracleAbi = parseAbi([
  "function getL1Fee(bytes) view returns (uint256)",
  "function getOperatorFee(uint256) view returns (uint256)",
  "function tokenRatio() view returns (uint256)",
])

const rollup = { operatorFeeScalar: 500_000_000, operatorFeeConstant: 400_000_000_000_000 }
let handler: Handler
beforeAll(() => {
  handler = makeHandler({
    scenario: {
      worlds: {
        long: { chains: { routeGas: 600_000 } },
        short: { chains: { routeGas: 60_000 } },
        rollup: { chains: { rollup } },
      },
    },
  })
})
afterAll(() => handler.close())

const connect = (world: string, chain: string) => {
  const transport = custom({
    request: async ({ method, params }) => {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })
      const url = `http://localhost/w/${world}/rpc/${chain}`
      const reply = await (await handler.fetch(new Request(url, { method: "POST", body }))).json()
      if (reply.error !== undefined) throw Object.assign(new Error(reply.error.message), reply.error)
      return reply.result
    },
  })
  return {
    client: createPublicClient({ transport, cacheTime: 0 }),
    wallet: createWalletClient({ transport, account: vera }),
  }
}

const makeSwap = (value: bigint) => ({
  account: vera.address,
  to: exchangeAddress as Hex,
  value,
  data: encodeFunctionData({
    abi: exchangeAbi,
    functionName: "swap",
    args: [nativeAddress, dai.address, value, 0n, vera.address, 2n ** 63n],
  }),
})

describe("a world with long routes", () => {
  it.each([
    ["long", 600_000],
    ["short", 60_000],
  ])(
    "takes the gas of a route for a swap, and fails with less: %s",
    { timeout: 30_000 },
    async (world, gas) => {
      const { client, wallet } = connect(world, mainnet.caipNetworkId)
      const swap = makeSwap(parseEther("1"))
      const estimate = await client.estimateGas(swap)
      expect(Number(estimate)).toBeGreaterThan(gas * 0.9)
      expect(Number(estimate)).toBeLessThan(gas * 1.1 + 15_000)
      await expect(client.call({ ...swap, gas: (estimate * 9n) / 10n })).rejects.toThrow(
        /gas|InvalidFEOpcode|revert/i,
      )
      const hash = await wallet.sendTransaction({ ...swap, account: vera, chain: null, gas: estimate })
      const { gasUsed, status } = await client.getTransactionReceipt({ hash })
      expect(status).toBe("success")
      expect(Number(gasUsed)).toBeGreaterThan(gas * 0.9)
    },
  )
})

describe("a world with the fees of a rollup", () => {
  it.each([
    ["Base", base],
    ["Mantle", mantle],
  ])(
    "charges and reports data and operator on %s, and refuses who cannot pay",
    { timeout: 30_000 },
    async (_, network) => {
      const { client, wallet } = connect("rollup", network.caipNetworkId)
      const fees = { maxFeePerGas: 3_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n }
      const before = await client.getBalance({ address: vera.address })
      const asked = (
        functionName: "getL1Fee" | "getOperatorFee" | "tokenRatio",
        ...args: readonly unknown[]
      ) => client.readContract({ address: oracle, abi: oracleAbi, functionName, args: args as never })
      const operator = await asked("getOperatorFee", 21_000n)
      expect(operator).toBe(400_000_000_000_000n + 10_500_000n)
      const ratio = await asked("tokenRatio").catch(() => 1n)
      expect(ratio).toBe(network === mantle ? 3_000n : 1n)

      const hash = await wallet.sendTransaction({ to: milo, value: 5n, gas: 21_000n, chain: null, ...fees })
      const receipt = (await client.request({
        method: "eth_getTransactionReceipt",
        params: [hash],
      })) as Record<string, Hex>
      expect(receipt).toMatchObject({ status: "0x1", operatorFeeScalar: "0x1dcd6500" })
      const paid = BigInt(receipt["gasUsed"] ?? 0) * BigInt(receipt["effectiveGasPrice"] ?? 0)
      const data = BigInt(receipt["l1Fee"] ?? 0)
      const after = await client.getBalance({ address: vera.address })
      expect(before - after).toBe(5n + paid + data + operator)
      // The oracle tells no less than the chain takes.
      const told = await asked("getL1Fee", `0x${"ff".repeat(50)}`)
      expect(told * ratio).toBeGreaterThanOrEqual(data)
      expect(data).toBeGreaterThan(0n)

      const most = 21_000n * fees.maxFeePerGas
      const send = (value: bigint) =>
        wallet.sendTransaction({ to: milo, value, gas: 21_000n, chain: null, ...fees })
      await expect(send(after - most - data - operator + 1n)).rejects.toThrow(/insufficient funds/)
      await send(after - most - data - operator)
    },
  )

  it("has none on other networks, nor in other worlds", { timeout: 30_000 }, async () => {
    for (const [world, chain] of [
      ["rollup", mainnet.caipNetworkId],
      ["plain", base.caipNetworkId],
    ] as const)
      expect(await connect(world, chain).client.getCode({ address: oracle })).toBeUndefined()
  })
})
