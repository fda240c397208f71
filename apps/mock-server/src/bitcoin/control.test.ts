import { Transaction } from "bitcoinjs-lib"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { beginning, mainnetApi, makeRestClient, testnetApi } from "./testing/rest.ts"
import { getUtxos, makePayment, signWithBitcoinjs } from "./testing/transactions.ts"

const hex = signWithBitcoinjs(
  makePayment(getUtxos(beginning, "taproot").slice(0, 1), { value: 30_000_000n, fee: 1000n }),
)
const txid = Transaction.fromHex(hex).getId()
const Mined = z.object({ body: z.object({ hash: z.string() }) })
const makeMinedReply = (height: number) => ({
  status: 200,
  body: { height, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
})

describe("Bitcoin control API", () => {
  it("mines blocks on the named network", async () => {
    const { ask, control, get } = makeRestClient()
    expect(await control("mine")).toEqual(makeMinedReply(106))
    expect(await control("mine", { blocks: 5 })).toEqual(makeMinedReply(111))
    expect(await control("mine?chainId=bip122:000000000933ea01ad0ee984209779ba", {})).toEqual(
      makeMinedReply(106),
    )
    expect(await get("/blocks/tip/height")).toMatchObject({ text: "111" })
    const response = await ask(`/w/p${testnetApi}/blocks/tip/height`)
    expect(await response.text()).toBe("106")
  })

  it("drops a pending transaction with its descendants and frees their inputs", async () => {
    const { control, json, post } = makeRestClient()
    await control("patience", { seconds: null })
    expect(await control("drop", { txid })).toEqual({ status: 200, body: { dropped: false } })
    await post(hex)
    const { ins } = Transaction.fromHex(hex)
    expect(await control("drop", { txid })).toEqual({ status: 200, body: { dropped: true } })
    expect(await json("/mempool/txids")).toEqual([])
    const spent = ins.map(
      ({ hash, index }) => `${Buffer.from(hash.toReversed()).toString("hex")}/outspend/${index}`,
    )
    for (const path of spent) expect(await json(`/tx/${path}`)).toEqual({ spent: false })
    expect(await post(hex)).toEqual({ status: 200, text: txid })
    await control("mine")
    expect(await control("drop", { txid })).toEqual({ status: 200, body: { dropped: false } })
  })

  it("rejects invalid parameters", async () => {
    const { control } = makeRestClient()
    for (const [path, body] of [
      ["mine", { blocks: 0 }],
      ["mine", { blocks: 1001 }],
      ["mine", { block: 1 }],
      ["mine?chainId=eip155:1", {}],
      ["drop", {}],
      ["drop", { txid: "00" }],
      ["patience", {}],
      ["patience", { seconds: -1 }],
      ["patience?chainId=bip122:1", { seconds: 1 }],
    ] as const)
      expect(await control(path, body)).toMatchObject({ status: 400, body: { status: "FAILED" } })
  })

  it("sets the block delay by the clock of the world", async () => {
    const { ask, control, get, json, post } = makeRestClient()
    const confirmed = async () => json(`/tx/${txid}/status`)
    const later = (seconds: number) =>
      ask("/control/worlds/p/clock", { method: "POST", body: JSON.stringify({ advance: seconds * 1000 }) })
    expect(await control("patience", { seconds: null })).toEqual({ status: 200, body: { seconds: null } })
    await post(hex)
    await later(86_400)
    expect(await confirmed()).toEqual({ confirmed: false })
    await control("patience", { seconds: 100_000 })
    expect(await confirmed()).toEqual({ confirmed: false })
    await later(100_000)
    expect(await confirmed()).toMatchObject({ confirmed: true, block_height: 106 })
    expect(await get("/blocks/tip/height")).toMatchObject({ text: "106" })
  })

  it("accepts requests from this machine only", async () => {
    const { ask } = makeRestClient()
    const response = await ask("/control/worlds/p/bitcoin/mine", {
      method: "POST",
      headers: { origin: "https://a.example" },
    })
    expect(response.status).toBe(403)
  })

  it("appears in the API description", async () => {
    const { ask } = makeRestClient()
    const { calls } = await (await ask("/control")).json()
    expect(Object.keys(calls)).toEqual(
      expect.arrayContaining([
        expect.stringContaining("/bitcoin/mine"),
        expect.stringContaining("/bitcoin/patience"),
      ]),
    )
  })
})

describe("two servers with the same requests", () => {
  it("returns the same responses and logs, with each new block", async () => {
    const run = async () => {
      const client = makeRestClient()
      const bodies = [
        await client.post(hex),
        await client.post("junk"),
        await client.get(`/tx/${txid}`),
        await client.control("mine"),
        await client.get(`/tx/${txid}`),
        await client.get("/blocks"),
      ]
      const log = await (await client.ask("/control/worlds/p/log")).text()
      await client.close()
      return { bodies, log }
    }
    const [one, other] = [await run(), await run()]
    expect(one).toEqual(other)
    const { requests } = JSON.parse(one.log)
    const { body: tip } = Mined.parse(one.bodies[3])
    expect(requests.map(({ chains }: { readonly chains: unknown }) => chains)).toEqual([
      { "bip122:000000000019d6689c085ae165831e93": expect.any(String) },
      {},
      {},
      { "bip122:000000000019d6689c085ae165831e93": tip.hash },
      {},
    ])
    expect(requests[0]).toMatchObject({ path: `${mainnetApi}/tx`, body: hex })
  })
})
