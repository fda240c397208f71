import { base, mantle } from "@wmodal/protocol/networks"
import { createPublicClient, createWalletClient, custom, type Hex, parseAbi, size } from "viem"
import { mnemonicToAccount } from "viem/accounts"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Handler, makeHandler } from "../../index.ts"
import { accounts } from "../accounts.ts"
import { countDataGas, getDataFee, RollupTraits } from "./dataFee.ts"
import { countFastLz } from "./fastLz.ts"

const [, milo] = accounts
const vera = mnemonicToAccount("test test test test test test test test test test test junk")

/** Transactions of op-geth's own tests, core/types/rollup_cost_test.go, as are what is expected of them. */
const empty = "0xdd80808094095e7baea6a6c7c4c2dfeb977efac326af552d878080808080"
const contractCall =
  `0x02f901550a758302df1483be21b88304743f94f80e51afb613d764fa61751affd3313c190a86bb870151bd62fd12adb8e41ef24f3f${"0".repeat(62)}6e${"0".repeat(24)}af88d065e77c8cc2239327c5edb3a432268e5831${"0".repeat(59)}3c1e5${"0".repeat(126)}a${"0".repeat(63)}148c89ed219d02f1a5be012c689b4f5b731827bebe${"0".repeat(24)}c001a033fd89cb37c31b2cba46b6466e040c61fc9b2a3675a7f5f493ebd5ad77c497f8a07cdf65680e238392693019b4092f610222e71b7cec06449cb922b93b6a12744e` as const

describe("the length that FastLZ compresses to", () => {
  it.each([
    ["nothing", "0x", 0],
    ["a thousand ones", `0x${"01".repeat(1000)}`, 21],
    ["a thousand zeros", `0x${"00".repeat(1000)}`, 21],
    ["a payment of nothing", empty, 31],
    ["a call of a contract", contractCall, 202],
  ] as const)("counts as op-geth does: %s", (_, bytes, length) => {
    expect(countFastLz(bytes)).toBe(length)
  })
})

describe("a rollup's fee for data before Isthmus", () => {
  const terms = {
    l1BaseFee: 1_000_000_000,
    blobBaseFee: 10_000_000,
    baseFeeScalar: 2,
    blobBaseFeeScalar: 3,
  }
  it.each([
    ["ecotone", 480n, 960_900n],
    ["fjord", 1_600n, 3_203_000n],
  ] as const)("charges as op-geth does: %s", (form, gas, fee) => {
    expect(countDataGas(form, empty)).toBe(gas)
    expect(getDataFee({ traits: { ...RollupTraits.parse(terms), form }, currencyRatio: 1n }, empty)).toBe(fee)
  })
})

let handler: Handler
beforeAll(() => {
  handler = makeHandler({
    scenario: {
      worlds: {
        ecotone: { chains: { rollup: { form: "ecotone" } } },
        fjord: { chains: { rollup: { form: "fjord" } } },
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
  const client = createPublicClient({ transport, cacheTime: 0 })
  return {
    client,
    wallet: createWalletClient({ transport, account: vera }),
    receiptOf: (hash: Hex) =>
      client.request({ method: "eth_getTransactionReceipt", params: [hash] }) as unknown as Promise<
        Record<string, Hex>
      >,
    /** Asks the oracle. @returns `null` for a revert */
    ask: (signature: string, ...args: readonly unknown[]) =>
      client
        .readContract({
          address: "0x420000000000000000000000000000000000000F",
          abi: parseAbi([`function ${signature}`] as readonly string[]) as never,
          functionName: signature.slice(0, signature.indexOf("(")) as never,
          args: args as never,
        })
        .catch((cause: unknown) => {
          expect(`${cause}`).toMatch(/revert/)
          return null
        }) as Promise<bigint | boolean | null>,
  }
}

const fees = { maxFeePerGas: 3_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n }
const forms = [
  ["ecotone", "Base", base, 1n],
  ["ecotone", "Mantle", mantle, 3_000n],
  ["fjord", "Base", base, 1n],
  ["fjord", "Mantle", mantle, 3_000n],
] as const

describe("a world with the fees of an older rollup", () => {
  it.each(forms)(
    "charges and reports data alone, and refuses who cannot pay: %s on %s",
    { timeout: 30_000 },
    async (form, _, network, ratio) => {
      const { ask, client, receiptOf, wallet } = connect(form, network.caipNetworkId)
      const before = await client.getBalance({ address: vera.address })
      const unsigned = {
        to: milo as Hex,
        value: 5n,
        gas: 21_000n,
        nonce: 0,
        chainId: Number(network.id),
        ...fees,
      }
      const signed = await vera.signTransaction({ ...unsigned, type: "eip1559" })
      const hash = await client.sendRawTransaction({ serializedTransaction: signed })
      const receipt = await receiptOf(hash)
      const data = BigInt(receipt["l1Fee"] ?? 0)
      const paid = BigInt(receipt["gasUsed"] ?? 0) * BigInt(receipt["effectiveGasPrice"] ?? 0)
      const after = await client.getBalance({ address: vera.address })
      expect(before - after).toBe(5n + paid + data)
      expect(data).toBeGreaterThan(1_000_000_000n * ratio)
      expect(receipt).toMatchObject({
        status: "0x1",
        l1GasPrice: "0x2540be400",
        l1BaseFeeScalar: "0x146b",
        l1BlobBaseFee: "0x3b9aca00",
        l1BlobBaseFeeScalar: "0xf79c5",
      })
      expect(BigInt(receipt["l1GasUsed"] ?? 0)).toBe(countDataGas(form, signed))
      expect(Object.keys(receipt).filter((field) => field.startsWith("operator"))).toEqual([])
      expect(
        await client.request({ method: "eth_getBlockReceipts" as never, params: ["latest"] as never }),
      ).toEqual([receipt])
      // The oracle tells about what the chain takes, and in Fjord no less.
      const told = ((await ask(
        "getL1Fee(bytes) view returns (uint256)",
        `0x${"ff".repeat(size(signed) - 68)}`,
      )) ?? 0n) as bigint
      expect(told * ratio).toBeGreaterThanOrEqual(data)
      expect(told * ratio).toBeLessThan(2n * data)

      const most = 21_000n * fees.maxFeePerGas
      const send = (value: bigint) =>
        wallet.sendTransaction({ to: milo, value, gas: 21_000n, chain: null, ...fees })
      await expect(send(after - most)).rejects.toThrow(/insufficient funds/)
      expect(await client.getBalance({ address: vera.address })).toBe(after)
      // Twice what it was, since another value has other bytes.
      const rest = await receiptOf(await send(after - most - 2n * data))
      expect(rest).toMatchObject({ status: "0x1" })
      const refund = most - BigInt(rest["gasUsed"] ?? 0) * BigInt(rest["effectiveGasPrice"] ?? 0)
      expect(await client.getBalance({ address: vera.address })).toBe(
        refund + 2n * data - BigInt(rest["l1Fee"] ?? 0),
      )
    },
  )

  it.each([
    ["ecotone", null],
    ["fjord", true],
  ] as const)("has the oracle of its upgrade: %s", { timeout: 30_000 }, async (form, isFjord) => {
    const { ask } = connect(form, base.caipNetworkId)
    expect(await ask("getOperatorFee(uint256) view returns (uint256)", 21_000n)).toBe(null)
    expect(await ask("isIsthmus() view returns (bool)")).toBe(null)
    expect(await ask("isEcotone() view returns (bool)")).toBe(true)
    expect(await ask("isFjord() view returns (bool)")).toBe(isFjord)
    expect((await ask("getL1FeeUpperBound(uint256) view returns (uint256)", 100n)) !== null).toBe(
      isFjord === true,
    )
    expect(await ask("l1BaseFee() view returns (uint256)")).toBe(10_000_000_000n)
    expect(await ask("blobBaseFee() view returns (uint256)")).toBe(1_000_000_000n)
    expect(await ask("baseFeeScalar() view returns (uint256)")).toBe(5_227n)
    expect(await ask("blobBaseFeeScalar() view returns (uint256)")).toBe(1_014_213n)
  })
})
