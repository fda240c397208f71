import { getBalance, getHistory, type HistoryTransaction } from "@wmodal/api"
import {
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  erc721Abi,
  type Hex,
  keccak256,
  parseEther,
  stringToHex,
  toHex,
} from "viem"
import { beforeAll, describe, expect, it } from "vitest"
import { setupTestHandler } from "../../testing/setupTestHandler.ts"
import { makeWorldClient } from "../../testing/WorldClient.ts"
import { accounts } from "../accounts.ts"
import { collections } from "../collections.ts"
import { tokens } from "../tokens.ts"

const handler = setupTestHandler()

const polygon = "eip155:137"
const [vera, milo, ines, otto, juno] = accounts
const [usd, dai, tether, fee] = tokens
const [collection, spam] = collections
const nobody = "0x00000000000000000000000000000000000a11ce"

const client = (projectId: string) => {
  const { call, refusal, control, sent } = makeWorldClient(handler, projectId)
  const page = (address: string, query: Readonly<Record<string, string>> = { chainId: polygon }) =>
    call(getHistory, { address }, { query })
  return {
    control,
    page,
    refused: (address: string, query: Readonly<Record<string, string>>) =>
      refusal(getHistory, { address }, { query }),
    sent: (index: number, transaction: Parameters<typeof sent>[2], chainId = polygon) =>
      sent(index, chainId, transaction),
    last: async (address: string) => (await page(address)).data[0],
    balances: async (address: string) =>
      (await call(getBalance, { address }, { query: { currency: "usd", chainId: polygon } })).balances,
  }
}

const transfer = (to: Hex, amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, amount] })

const kinds = (transactions: readonly HistoryTransaction[]) =>
  transactions.map(({ metadata }) => metadata.operationType)

describe("EVM account history", { timeout: 30_000, tags: ["full"] }, () => {
  const { page, sent, last, control, balances } = client("history")

  it("starts with the genesis collectibles", async () => {
    const { data, next } = await page(vera)
    expect(next).toBeNull()
    expect(data).toMatchObject([
      { metadata: { operationType: "mint" }, transfers: [{ nft_info: { flags: { is_spam: true } } }] },
      {
        metadata: { operationType: "mint", status: "confirmed", minedAt: "2026-01-01T00:00:00.000Z" },
        transfers: [
          {
            nft_info: {
              contract_address: collection?.address,
              token_id: "1",
              name: "Mock Collectible #1",
              content: {
                preview: {
                  url: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
                  content_type: "image/svg+xml",
                },
              },
              flags: { is_spam: false },
            },
            direction: "in",
            quantity: { numeric: "1" },
          },
          { nft_info: { token_id: "2" } },
        ],
      },
    ])
    expect((await page(juno)).data).toEqual([])
    expect((await page(nobody)).data).toEqual([])
  })

  it("lists native transfers for sender and recipient", async () => {
    const { transactionHash } = await sent(0, { to: milo, value: parseEther("1.25") })
    const metadata = {
      hash: transactionHash,
      minedAt: expect.stringMatching(/^2026-01-01T/),
      sentFrom: vera.toLowerCase(),
      sentTo: milo.toLowerCase(),
      status: "confirmed",
      nonce: 0,
      chain: polygon,
    }
    const transfer = {
      fungible_info: {
        name: "POL",
        symbol: "POL",
        icon: { url: "http://localhost/public/getTokenImage/POL" },
      },
      quantity: { numeric: "1.25" },
      price: 0.5,
      value: 0.625,
    }
    const id = `${polygon}/${transactionHash}`
    expect(await last(vera)).toEqual({
      id,
      metadata: { operationType: "send", ...metadata },
      transfers: [{ ...transfer, direction: "out" }],
    })
    expect(await last(milo)).toEqual({
      id,
      metadata: { operationType: "receive", ...metadata },
      transfers: [{ ...transfer, direction: "in" }],
    })
    await sent(0, { to: vera, value: 1n })
    expect(await last(vera)).toMatchObject({
      metadata: { operationType: "send" },
      transfers: [{ direction: "self", quantity: { numeric: "0.000000000000000001" } }],
    })
  })

  it("lists token transfers by sender and recipient, whichever contract makes them", async () => {
    await sent(0, { to: usd.address, data: transfer(nobody, 5_500_000n) })
    const metadata = { sentFrom: vera.toLowerCase(), sentTo: nobody }
    const transfers = [
      { fungible_info: { symbol: "mUSDC" }, quantity: { numeric: "5.5" }, price: 1, value: 5.5 },
    ]
    expect(await last(vera)).toMatchObject({ metadata: { ...metadata, operationType: "send" }, transfers })
    expect(await last(nobody)).toMatchObject({
      metadata: { ...metadata, operationType: "receive" },
      transfers,
    })
  })

  it("lists transfers of a token without a return value, and the net amount of one with a fee", async () => {
    await sent(0, { to: tether.address, data: transfer(nobody, 2_000_000n) })
    expect((await last(nobody))?.transfers).toMatchObject([
      { fungible_info: { symbol: "mUSDT" }, direction: "in", quantity: { numeric: "2" }, value: 2 },
    ])
    await sent(0, { to: fee.address, data: transfer(nobody, parseEther("10")) })
    expect(await last(vera)).toMatchObject({
      metadata: { operationType: "send", sentTo: nobody },
      transfers: [
        { direction: "out", quantity: { numeric: "9.9" }, price: 2, value: 19.8 },
        { direction: "out", quantity: { numeric: "0.1" } },
      ],
    })
    expect((await last(nobody))?.transfers).toMatchObject([{ quantity: { numeric: "9.9" } }])
    const held = Object.fromEntries((await balances(nobody)).map((one) => [one.symbol, one.quantity.numeric]))
    expect(held).toMatchObject({ mUSDT: "2", mFEE: "9.9" })
  })

  it("lists collectible transfers, and flags spam", async () => {
    const move = (from: Hex, to: Hex, tokenId: bigint) =>
      encodeFunctionData({ abi: erc721Abi, functionName: "safeTransferFrom", args: [from, to, tokenId] })
    await sent(0, { to: collection?.address ?? nobody, data: move(vera, juno, 1n) })
    expect(await last(juno)).toMatchObject({
      metadata: { operationType: "receive", sentFrom: vera.toLowerCase(), sentTo: juno.toLowerCase() },
      transfers: [
        {
          nft_info: { name: "Mock Collectible #1", token_id: "1", flags: { is_spam: false } },
          direction: "in",
          quantity: { numeric: "1" },
        },
      ],
    })
    await sent(1, { to: spam?.address ?? nobody, data: move(milo, juno, 2n) })
    expect(await last(juno)).toMatchObject({ transfers: [{ nft_info: { flags: { is_spam: true } } }] })
    expect(await last(milo)).toMatchObject({
      metadata: { operationType: "send" },
      transfers: [{ direction: "out" }],
    })
  })

  it("lists failed transactions without movements", async () => {
    const data = transfer(vera, 10n ** 30n)
    const receipt = await sent(2, { to: dai.address, data, gas: 100_000n })
    expect(receipt.status).toBe("reverted")
    expect(await last(ines)).toMatchObject({
      metadata: { operationType: "send", status: "failed", hash: receipt.transactionHash, nonce: 0 },
      transfers: [],
    })
    expect((await last(vera))?.metadata.hash).not.toBe(receipt.transactionHash)
  })

  it("lists contract deployments and the value that they return", async () => {
    // CALL(gas, caller, callvalue, 0, 0, 0, 0): returns the whole value to the sender.
    const { contractAddress } = await sent(2, { data: "0x685f5f5f5f34335af1005f5260096017f3" })
    expect(await last(ines)).toMatchObject({
      metadata: { operationType: "deploy", sentTo: contractAddress, status: "confirmed" },
      transfers: [],
    })
    await sent(2, { to: contractAddress ?? nobody, value: 7n })
    expect(await last(ines)).toMatchObject({ transfers: [{ direction: "out" }, { direction: "in" }] })
  })

  it("lists approvals and calls without movements", async () => {
    const args = [milo, 1n] as const
    await sent(2, {
      to: dai.address,
      data: encodeFunctionData({ abi: erc20Abi, functionName: "approve", args }),
    })
    expect(await last(ines)).toMatchObject({ metadata: { operationType: "approve" }, transfers: [] })
    await sent(2, { to: dai.address, data: transfer(milo, 0n) })
    expect(await last(ines)).toMatchObject({ metadata: { operationType: "execute" }, transfers: [] })
  })

  it("lists pending transactions, then their outcome", async () => {
    await control(polygon, "evm_setAutomine", [false])
    const hash = await control(polygon, "eth_sendTransaction", [{ from: milo, to: juno, value: "0x5" }])
    const chain = polygon
    const waiting = {
      hash,
      status: "pending",
      sentFrom: milo.toLowerCase(),
      sentTo: juno.toLowerCase(),
      chain,
    }
    const transfers = [{ quantity: { numeric: "0.000000000000000005" } }]
    expect(await last(milo)).toMatchObject({ metadata: { ...waiting, operationType: "send" }, transfers })
    expect(await last(juno)).toMatchObject({ metadata: { ...waiting, operationType: "receive" }, transfers })
    await control(polygon, "evm_setAutomine", [true])
    expect(await last(juno)).toMatchObject({ metadata: { hash, status: "confirmed" } })
    expect((await page(juno)).data.filter(({ metadata }) => metadata.hash === hash)).toHaveLength(1)
  })

  it("finds an unknown token and adds it to the balance", async () => {
    const strange = "0x00000000000000000000000000000000005d7a6e"
    const slot = keccak256(encodeAbiParameters([{ type: "address" }, { type: "uint256" }], [otto, 2n]))
    const word = (value: bigint) => toHex(value, { size: 32 })
    const text = (value: string) => word(BigInt(stringToHex(value, { size: 32 })) + BigInt(value.length * 2))
    await control(polygon, "anvil_setCode", [
      strange,
      await control(polygon, "eth_getCode", [dai.address, "latest"]),
    ])
    await control(polygon, "anvil_setStorageAt", [strange, word(0n), text("Stranger")])
    await control(polygon, "anvil_setStorageAt", [strange, word(1n), text("STR")])
    await control(polygon, "anvil_setStorageAt", [strange, slot, word(parseEther("3"))])
    await sent(3, { to: strange, data: transfer(juno, parseEther("2.5")) })
    expect(await last(juno)).toMatchObject({
      metadata: { operationType: "receive" },
      transfers: [{ fungible_info: { name: "Stranger", symbol: "STR" }, quantity: { numeric: "2.5" } }],
    })
    expect((await last(juno))?.transfers[0]).not.toHaveProperty("price")
    expect((await balances(juno)).at(-1)).toEqual({
      name: "Stranger",
      symbol: "STR",
      chainId: polygon,
      address: `${polygon}:0x00000000000000000000000000000000005D7A6e`,
      value: 0,
      price: 0,
      quantity: { decimals: "18", numeric: "2.5" },
      iconUrl: "",
    })
  })

  it("removes reverted transactions", async () => {
    const before = await page(otto)
    const id = await control(polygon, "evm_snapshot")
    await sent(3, { to: nobody, value: 1n })
    expect((await page(otto)).data).toHaveLength(before.data.length + 1)
    await control(polygon, "evm_revert", [id])
    expect(await page(otto)).toEqual(before)
    await sent(3, { to: nobody, value: 2n })
    expect(await last(otto)).toMatchObject({ transfers: [{ quantity: { numeric: "0.000000000000000002" } }] })
  })
})

describe("history pages", { timeout: 30_000, tags: ["full"] }, () => {
  const { page, control, refused, sent } = client("pages")
  beforeAll(async () => {
    await control(polygon, "evm_setAutomine", [false])
    for (let value = 1; value <= 120; value += 1)
      await control(polygon, "eth_sendTransaction", [
        { from: milo, to: juno, value: toHex(value), gas: "0x5208" },
      ])
    await control(polygon, "anvil_mine", ["0x300"])
    await control(polygon, "evm_setAutomine", [true])
  })

  const wei = (transactions: readonly HistoryTransaction[]) =>
    transactions.map(({ transfers }) => Number(transfers[0]?.quantity.numeric) * 1e18)

  it("returns fifty entries each, newest first, without duplicates when new ones arrive", async () => {
    const first = await page(juno)
    expect(first.data).toHaveLength(50)
    await sent(1, { to: juno, value: 121n })
    const second = await page(juno, { chainId: polygon, cursor: first.next ?? "" })
    expect(second.data).toHaveLength(50)
    const third = await page(juno, { chainId: polygon, cursor: second.next ?? "" })
    expect([third.data.length, third.next]).toEqual([20, null])
    const all = [first, second, third].flatMap(({ data }) => wei(data)).map(Math.round)
    expect(all).toEqual(Array.from({ length: 120 }, (_, index) => 120 - index))
  })

  it("rejects a foreign cursor", async () => {
    for (const cursor of ["0", "nonsense", "%00", "=".repeat(5_000)])
      expect(await refused(juno, { chainId: polygon, cursor })).toEqual([400, "cursor"])
  })
})

describe("history networks", { timeout: 30_000, tags: ["full"] }, () => {
  const { page, refused, sent } = client("networks")

  it("returns all networks of the world, newest first, when the query names none", async () => {
    for (const chainId of ["eip155:10", "eip155:1", "eip155:10"])
      await sent(3, { to: juno, value: 1n }, chainId)
    const { data } = await page(juno, {})
    expect(data.map(({ metadata }) => metadata.chain)).toEqual(["eip155:10", "eip155:1", "eip155:10"])
    expect(new Set(data.map(({ id }) => id)).size).toBe(3)
    expect(kinds((await page(juno, { chainId: "eip155:1" })).data)).toEqual(["receive"])
  })

  it("rejects unknown networks and invalid addresses", async () => {
    expect(await refused(vera, { chainId: "eip155:424242" })).toEqual([400, "chainId"])
    expect(await refused(vera, { chainId: "near:mainnet" })).toEqual([400, "chainId"])
    expect(await refused("0x12", { chainId: polygon })).toEqual([400, "address"])
    expect(await refused("vera", {})).toEqual([400, "address"])
    expect(await refused(vera, { onramp: "moonpay" })).toEqual([400, "onramp"])
  })
})
