import { Block } from "bitcoinjs-lib"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { anyText } from "../../testing/anyText.ts"
import { bitcoinAccounts, startingUtxoValues } from "../bitcoinAccounts.ts"
import {
  paymentHex as hex,
  paidFrom as large,
  mainnetApi,
  makeRestClient,
  payer as own,
  testnetApi,
  firstTip as tip,
  paymentId as txid,
} from "../testing/rest.ts"

const hash = expect.stringMatching(/^[0-9a-f]{64}$/)

describe("block and fee routes", () => {
  it("returns blocks by height and by hash", async () => {
    const { ask, get, json } = makeRestClient()
    expect(await get("/blocks/tip/height")).toMatchObject({ text: String(tip), type: "text/plain" })
    const { text } = await get("/blocks/tip/hash")
    expect(await get(`/block-height/${tip}`)).toMatchObject({ text })
    expect(await get("/block-height/0")).toMatchObject({
      text: "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f",
    })
    const block = await json(`/block/${text}`)
    expect(block).toEqual({
      id: text,
      height: tip,
      version: 0x2000_0000,
      timestamp: expect.any(Number),
      tx_count: 1,
      size: expect.any(Number),
      weight: expect.any(Number),
      merkle_root: hash,
      previousblockhash: hash,
      mediantime: expect.any(Number),
      nonce: expect.any(Number),
      bits: 0x207f_ffff,
      difficulty: expect.closeTo(4.656542373906925e-10, 20),
    })
    const raw = Buffer.from(await (await ask(`/w/p${mainnetApi}/block/${text}/raw`)).arrayBuffer())
    expect(block).toMatchObject({ size: raw.length, id: Block.fromBuffer(raw).getId() })
    expect(await get(`/block/${text}/header`)).toMatchObject({ text: raw.subarray(0, 80).toString("hex") })
    const txids = await json(`/block/${text}/txids`)
    expect(txids).toEqual([hash])
    const [id] = z.array(z.string()).parse(txids)
    expect(await get(`/block/${text}/txid/0`)).toMatchObject({ text: id })
    expect(await json(`/block/${text}/txs`)).toEqual([await json(`/tx/${id}`)])
    expect(await json(`/block/${text}/txs/0`)).toEqual([await json(`/tx/${id}`)])
    expect(await json(`/block/${text}/status`)).toEqual({ in_best_chain: true, height: tip })
    const listed = await json("/blocks")
    expect(listed).toMatchObject(Array.from({ length: 10 }, (_, n) => ({ height: tip - n })))
    expect(await json("/blocks/3")).toMatchObject([
      { height: 3 },
      { height: 2 },
      { height: 1 },
      { height: 0 },
    ])
  })

  it.each([
    ["/block/nonsense", 400, "Invalid hex string"],
    [`/block/${"11".repeat(32)}`, 404, "Block not found"],
    ["/block-height/1000", 404, "Block not found"],
    ["/block-height/-1", 400, "Invalid number"],
    ["/blocks/1000", 404, "Block not found"],
    ["/nowhere", 404, 'endpoint does not exist "/nowhere"'],
  ])("returns an error for %s", async (path, status, text) => {
    expect(await makeRestClient().get(path)).toMatchObject({ status, text })
  })

  it("returns the same fee rates in every format", async () => {
    const { json } = makeRestClient()
    expect(await json("/v1/fees/recommended")).toEqual({
      fastestFee: 12,
      halfHourFee: 7,
      hourFee: 4,
      economyFee: 2,
      minimumFee: 1,
    })
    expect(await json("/fee-estimates")).toMatchObject({ 1: 12, 3: 7, 6: 4, 144: 2, 1008: 1 })
  })

  it("returns the mempool", async () => {
    const { json, post } = makeRestClient()
    expect(await json("/mempool")).toEqual({ count: 0, vsize: 0, total_fee: 0, fee_histogram: [] })
    expect(await json("/v1/fees/mempool-blocks")).toEqual([])
    await post(hex)
    expect(await json("/mempool")).toEqual({
      count: 1,
      vsize: 141,
      total_fee: 1410,
      fee_histogram: [[10, 141]],
    })
    expect(await json("/mempool/txids")).toEqual([txid])
    expect(await json("/mempool/recent")).toEqual([{ txid, fee: 1410, vsize: 141, value: 99_998_590 }])
    expect(await json("/v1/fees/mempool-blocks")).toEqual([
      {
        blockSize: hex.length / 2,
        blockVSize: 141,
        nTx: 1,
        totalFees: 1410,
        medianFee: 10,
        feeRange: [10, 10, 10, 10, 10, 10, 10],
      },
    ])
  })
})

describe("Bitcoin REST server", () => {
  it("allows all origins and disables caching", async () => {
    const { ask } = makeRestClient()
    const response = await ask(`/w/p${mainnetApi}/blocks/tip/height`, {
      headers: { origin: "https://a.example" },
    })
    expect(response.headers.get("access-control-allow-origin")).toBe("*")
    expect(response.headers.get("cache-control")).toBe("no-store")
    const preflight = await ask(`/w/p${mainnetApi}/tx`, {
      method: "OPTIONS",
      headers: { origin: "https://a.example", "access-control-request-method": "POST" },
    })
    expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([204, "*"])
  })

  it("takes the world from the path or the query, and requires one", async () => {
    const { ask, post } = makeRestClient("one")
    await post(hex)
    const count = async (path: string) => {
      const response = await ask(path)
      return response.status === 200 ? JSON.parse(await response.text()).length : response.status
    }
    expect(await count(`/w/one${mainnetApi}/mempool/txids`)).toBe(1)
    expect(await count(`${mainnetApi}/mempool/txids?projectId=one`)).toBe(1)
    expect(await count(`/w/two${mainnetApi}/mempool/txids`)).toBe(0)
    expect(await count(`/w/one${testnetApi}/mempool/txids`)).toBe(0)
    expect(await count(`${mainnetApi}/mempool/txids`)).toBe(401)
    expect(await count("/w/one/bitcoin/nonsense/api/mempool/txids")).toBe(400)
  })

  it("serves testnet with its own addresses and genesis block", async () => {
    const { ask } = makeRestClient()
    const [own_] = bitcoinAccounts.testnet
    const coins = await (await ask(`/w/p${testnetApi}/address/${own_?.segwit}/utxo`)).json()
    expect(coins).toHaveLength(startingUtxoValues.length)
    expect(await (await ask(`/w/p${testnetApi}/block-height/0`)).text()).toBe(
      "000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943",
    )
  })

  it("returns a response to any path", async () => {
    const { ask } = makeRestClient()
    const word = fc.oneof(
      fc.constantFrom(
        "address",
        "tx",
        "block",
        "blocks",
        "block-height",
        "v1",
        "fees",
        "txs",
        "chain",
        "utxo",
      ),
      fc.constantFrom(
        own,
        txid,
        large?.txid ?? "",
        "tip",
        "hex",
        "raw",
        "outspend",
        "mempool",
        "0",
        "-1",
        "1e99",
      ),
      fc.string({ unit: "grapheme" }).map(encodeURIComponent),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 5 }), async (words) => {
        const { status } = await ask(`/w/p${mainnetApi}/${words.join("/")}`)
        expect([200, 400, 404, 422]).toContain(status)
      }),
    )
  })

  it("returns a response to any body", async () => {
    const { ask } = makeRestClient()
    // The payment with a few bytes replaced at a random offset.
    const mutated = fc
      .tuple(fc.nat(hex.length), fc.nat(6), fc.stringMatching(/^[0-9a-f]{0,6}$/))
      .map(([at, count, put]) => hex.slice(0, at) + put + hex.slice(at + count))
    const body = fc.oneof(anyText(), mutated, mutated)
    await fc.assert(
      fc.asyncProperty(body, async (text) => {
        const { status } = await ask(`/w/p${mainnetApi}/tx`, { method: "POST", body: text })
        expect([200, 400]).toContain(status)
      }),
    )
  })
})
