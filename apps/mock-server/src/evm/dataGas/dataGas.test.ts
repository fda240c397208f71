import { arbitrum, celo, mainnet, zksync } from "@wmodal/protocol/networks"
import {
  createPublicClient,
  createWalletClient,
  custom,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  parseAbi,
  parseEther,
  parseEventLogs,
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
  handler = makeHandler({
    scenario: { worlds: { charging: { chains: { arbitrum: {}, zksync: {}, celo: true } } } },
  })
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
      ["plain", zksync.caipNetworkId],
    ] as const)
      expect(
        await connect(world, chain).client.estimateGas({ account: vera, to: milo, value: parseEther("1") }),
      ).toBe(21_000n)
  })
})

describe("a world with ZKsync's fees", () => {
  const { client, wallet } = connect("charging", zksync.caipNetworkId)
  const token = "0x000000000000000000000000000000000000800a"
  const bootloader = "0x0000000000000000000000000000000000008001"
  const baseFee = 45_250_000n

  it("takes the whole fee, gives back what was not used, and logs both with the payment", {
    timeout: 30_000,
  }, async () => {
    const gas = await client.estimateGas({ account: vera, to: milo, value: 5n })
    const before = await client.getBalance({ address: vera.address })
    const hash = await wallet.sendTransaction({
      to: milo,
      value: 5n,
      gas,
      chain: null,
      maxFeePerGas: 2n * baseFee,
      maxPriorityFeePerGas: 1_000n,
    })
    const receipt = await client.getTransactionReceipt({ hash })
    const { effectiveGasPrice, gasUsed } = receipt
    expect(effectiveGasPrice).toBe(baseFee)
    expect(gasUsed).toBeGreaterThan(200_000n)
    expect(gas * 10n).toBeGreaterThan(gasUsed * 11n)
    expect(before - (await client.getBalance({ address: vera.address }))).toBe(5n + gasUsed * baseFee)
    expect(receipt.logs.map(({ address, logIndex }) => [address, logIndex])).toEqual([
      [token, 0],
      [token, 1],
      [token, 2],
    ])
    const moves = parseEventLogs({ abi: erc20Abi, logs: receipt.logs }).map(({ args }) => args)
    expect(moves).toEqual([
      { from: vera.address, to: bootloader, value: gas * baseFee },
      { from: vera.address, to: getAddress(milo as Hex), value: 5n },
      { from: bootloader, to: vera.address, value: (gas - gasUsed) * baseFee },
    ])
  })

  it("tells the native balance as a token's, and refuses the EVM's gas", { timeout: 30_000 }, async () => {
    const abi = parseAbi(["function balanceOf(uint256) view returns (uint256)"])
    const args = [BigInt(vera.address)] as const
    expect(await client.readContract({ address: token, abi, functionName: "balanceOf", args })).toBe(
      await client.getBalance({ address: vera.address }),
    )
    await expect(
      wallet.sendTransaction({
        to: milo,
        value: 5n,
        gas: 21_000n,
        chain: null,
        ...fees,
        maxFeePerGas: baseFee,
      }),
    ).rejects.toThrow(/intrinsic gas too low/)
  })
})

describe("a world with Celo's token", () => {
  const { client, wallet } = connect("charging", celo.caipNetworkId)
  const token = "0x471EcE3750Da237f93B8E339c536989b8978a438"

  it("moves the native currency by the token, whose balance falls with each fee", {
    timeout: 30_000,
  }, async () => {
    const held = (address: Hex) =>
      client.readContract({ address: token, abi: erc20Abi, functionName: "balanceOf", args: [address] })
    const [before, gotBefore] = [await held(vera.address), await held(milo as Hex)]
    expect(before).toBe(await client.getBalance({ address: vera.address }))
    const data = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [milo as Hex, 7n] })
    const hash = await wallet.sendTransaction({ to: token, data, chain: null })
    const { effectiveGasPrice, gasUsed, status } = await client.getTransactionReceipt({ hash })
    expect(status).toBe("success")
    expect(await client.getBalance({ address: milo as Hex })).toBe(gotBefore + 7n)
    expect(await held(vera.address)).toBe(before - 7n - gasUsed * effectiveGasPrice)
  })

  it("has none in other worlds", { timeout: 30_000 }, async () => {
    expect(await connect("plain", celo.caipNetworkId).client.getCode({ address: token })).toBeUndefined()
  })
})
