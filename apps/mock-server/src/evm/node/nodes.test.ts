import { mainnet } from "@wmodal/protocol/networks"
import { parseEther, parseGwei } from "viem"
import { mnemonicToAccount } from "viem/accounts"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { type Handler, makeHandler } from "../../index.ts"
import { accounts } from "../accounts.ts"
import { clientNames } from "./clientWords.ts"

const [, milo] = accounts
const vera = mnemonicToAccount("test test test test test test test test test test test junk")

const Reply = z.object({
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ code: z.number(), message: z.string() })),
})
const Fields = z.record(z.string(), z.unknown())

let handler: Handler
beforeAll(() => {
  const clients = clientNames.map((client) => [client, { chains: { nodes: [{ client }] } }] as const)
  handler = makeHandler({
    scenario: {
      worlds: {
        ...Object.fromEntries(clients),
        ...Object.fromEntries(
          (["infura", "alchemy", "quicknode"] as const).map((client) => [
            client,
            { chains: { nodes: [{ client, lacks: ["eth_simulateV1"], limitEvery: 2 }] } },
          ]),
        ),
        bare: {
          chains: {
            nodes: [
              {
                lacks: ["eth_simulateV1", "eth_feeHistory", "eth_maxPriorityFeePerGas"],
                hasPending: false,
              },
            ],
          },
        },
        legacy: { chains: { nodes: [{ isLegacy: true }] } },
        two: { chains: { nodes: [{ lagSeconds: 20 }, {}] } },
        limited: { chains: { nodes: [{ client: "quicknode", limitEvery: 3 }] } },
      },
    },
  })
})
afterAll(() => handler.close())

const connect = (world: string, node = "") => {
  const post = async (path: string, method: string, params: readonly unknown[]) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })
    const reply = await handler.fetch(new Request(`http://localhost/${path}`, { method: "POST", body }))
    return Reply.parse(await reply.json())
  }
  return {
    ask: (method: string, ...params: readonly unknown[]) =>
      post(`w/${world}/rpc/${mainnet.caipNetworkId}${node}`, method, params),
    control: (method: string, ...params: readonly unknown[]) =>
      post(`control/worlds/${world}/rpc?chainId=${mainnet.caipNetworkId}`, method, params),
  }
}

const sign = (change: { readonly nonce: number; readonly value?: bigint; readonly price?: bigint }) =>
  vera.signTransaction({
    chainId: 1,
    type: "eip1559",
    to: milo,
    gas: 21_000n,
    value: 5n,
    maxFeePerGas: change.price ?? parseGwei("10"),
    maxPriorityFeePerGas: change.price ?? parseGwei("1"),
    ...change,
  })

describe("a node in the words of another client", () => {
  it.each([
    [
      "geth",
      -32_000,
      /^insufficient funds for gas \* price \+ value: balance \d+, tx cost \d+, overshot \d+$/,
    ],
    ["erigon", -32_000, /^INTERNAL_ERROR: insufficient funds$/],
    ["nethermind", -32_010, /^InsufficientFunds, Account balance: \d+, cumulative cost: \d+$/],
    ["besu", -32_004, /^Upfront cost exceeds account balance$/],
    ["reth", -32_003, /^insufficient funds for gas \* price \+ value: have \d+ want \d+$/],
    ["openethereum", -32_010, /^Insufficient funds\. /],
  ])("refuses what it cannot take: %s", { timeout: 30_000 }, async (world, code, funds) => {
    const { ask, control } = connect(world)
    const poor = await ask("eth_sendRawTransaction", await sign({ nonce: 0, value: parseEther("99999") }))
    expect(poor.error?.code).toBe(code)
    expect(poor.error?.message).toMatch(funds)

    await control("evm_setAutomine", false)
    const first = await sign({ nonce: 0 })
    expect((await ask("eth_sendRawTransaction", first)).result).toMatch(/^0x/)
    expect((await ask("eth_sendRawTransaction", first)).error?.message).toMatch(
      /already ?known|known transaction|same hash/i,
    )
    const dearer = await sign({ nonce: 0, price: parseGwei("1.01") })
    expect((await ask("eth_sendRawTransaction", dearer)).error?.message).toMatch(/repla|price is too low/i)
    await control("evm_setAutomine", true)
    expect((await ask("eth_sendRawTransaction", await sign({ nonce: 0, value: 6n }))).error?.message).toMatch(
      /nonce (?:is )?too low|OldNonce, Current nonce: 1, nonce of rejected tx: 0/i,
    )
  })

  it.each([
    ["infura", -32_005, /^project ID request rate exceeded$/, -32_601],
    ["alchemy", 429, /^Your app has exceeded its compute units/, -32_600],
    ["quicknode", -32_007, /^50\/second request limit reached/, -32_601],
  ] as const)("has the codes of a host: %s", async (host, code, text, unknownMethod) => {
    const { ask } = connect(host)
    expect((await ask("eth_simulateV1")).error).toMatchObject({ code: unknownMethod })
    const limited = (await ask("eth_chainId")).error
    expect(limited?.code).toBe(code)
    expect(limited?.message).toMatch(text)
  })
})

it("lacks methods and a pending block", async () => {
  const { ask, control } = connect("bare")
  for (const method of ["eth_simulateV1", "eth_feeHistory", "eth_maxPriorityFeePerGas"])
    expect((await ask(method)).error).toEqual({
      code: -32_601,
      message: `the method ${method} does not exist/is not available`,
    })
  expect((await ask("eth_getBlockByNumber", "pending", false)).result).toBe(null)
  await control("evm_setAutomine", false)
  await ask("eth_sendRawTransaction", await sign({ nonce: 0 }))
  expect((await ask("eth_getTransactionCount", vera.address, "pending")).result).toBe("0x0")
  // The chain itself has them.
  expect((await control("eth_maxPriorityFeePerGas")).error).toBeUndefined()
})

it("serves a chain as it was before Byzantium", async () => {
  const { ask } = connect("legacy")
  expect((await ask("eth_sendRawTransaction", await sign({ nonce: 0 }))).error?.message).toBe(
    "transaction type not supported",
  )
  const { result: price } = await ask("eth_gasPrice")
  const raw = await vera.signTransaction({
    type: "legacy",
    chainId: 1,
    nonce: 0,
    to: milo,
    gas: 21_000n,
    gasPrice: BigInt(String(price)),
  })
  const { result: hash } = await ask("eth_sendRawTransaction", raw)
  const receipt = Fields.parse((await ask("eth_getTransactionReceipt", hash)).result)
  expect(Object.keys(receipt)).not.toEqual(expect.arrayContaining(["status"]))
  expect(receipt).toMatchObject({ transactionHash: hash, root: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
  for (const name of ["status", "type", "effectiveGasPrice"]) expect(receipt).not.toHaveProperty(name)
  const block = Fields.parse((await ask("eth_getBlockByNumber", "latest", false)).result)
  expect(block).not.toHaveProperty("baseFeePerGas")
  expect((await ask("eth_feeHistory", "0x1", "latest", [])).error?.code).toBe(-32_601)
})

it("knows blocks later than another node of the same chain", { timeout: 30_000 }, async () => {
  const late = connect("two")
  const other = connect("two", "/2")
  const before = await late.ask("eth_blockNumber")
  const { result: hash } = await late.ask("eth_sendRawTransaction", await sign({ nonce: 0, value: 7n }))
  expect(await late.ask("eth_getTransactionReceipt", hash)).toEqual({ result: null })
  expect((await late.ask("eth_getTransactionByHash", hash)).result).toMatchObject({ blockNumber: null })
  expect((await other.ask("eth_getTransactionReceipt", hash)).result).toMatchObject({ status: "0x1" })
  const count = (node: ReturnType<typeof connect>, block: string) =>
    node.ask("eth_getTransactionCount", vera.address, block)
  expect(await late.ask("eth_blockNumber")).toEqual(before)
  const { result: newest } = await other.ask("eth_blockNumber")
  expect(BigInt(String(newest))).toBe(BigInt(String(before.result)) + 1n)
  expect((await late.ask("eth_getBlockByNumber", newest, false)).result).toBe(null)
  expect((await late.ask("eth_getBalance", milo, newest)).error?.message).toBe("header not found")
  expect([(await count(late, "latest")).result, (await count(late, "pending")).result]).toEqual([
    "0x0",
    "0x1",
  ])
  expect((await count(other, "latest")).result).toBe("0x1")

  const advance = new Request("http://localhost/control/worlds/two/clock", {
    method: "POST",
    body: JSON.stringify({ advance: 30_000 }),
  })
  await handler.fetch(advance)
  expect((await late.ask("eth_getTransactionReceipt", hash)).result).toMatchObject({ status: "0x1" })
  expect((await connect("two", "/3").ask("eth_blockNumber")).result).toBeUndefined()
})

it("refuses each call of a number as over its limit", async () => {
  const { ask } = connect("limited")
  const codes: (number | undefined)[] = []
  for (let call = 0; call < 6; call++) codes.push((await ask("eth_chainId")).error?.code)
  expect(codes).toEqual([undefined, undefined, -32_007, undefined, undefined, -32_007])
})
