import { Block, crypto, Transaction } from "bitcoinjs-lib"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { bitcoinAccounts, bitcoinMiner, startingCoins } from "../bitcoinAccounts.ts"
import { wtxidOf } from "../ledger/LedgerState.ts"
import { beginning, mainnetApi, restClient, testnetApi } from "../testing/rest.ts"
import { coinsAt, paying, signedByBitcoinjs, signedByScure } from "../testing/sending.ts"
import { fromHex, hashHex } from "../transaction/bytes.ts"

const [alice, , carol] = bitcoinAccounts.mainnet
const own = alice?.segwit ?? ""
const other = carol?.segwit ?? ""
const [large] = coinsAt(beginning, "segwit")
const payment = { value: 30_000_000n, fee: 1410n }
const hex = signedByBitcoinjs(paying(large === undefined ? [] : [large], payment))
const txid = Transaction.fromHex(hex).getId()
const hash = expect.stringMatching(/^[0-9a-f]{64}$/)
const tip = 105
const Proof = z.object({ block_height: z.number(), merkle: z.array(z.string()), pos: z.number() })
const turned = (text: string): Uint8Array => (fromHex(text) ?? new Uint8Array()).toReversed()

describe("an address", () => {
  it("has its coins, as mempool.space lists them", async () => {
    const { json } = restClient()
    const coins = await json(`/address/${own}/utxo`)
    expect(coins).toHaveLength(startingCoins.length)
    expect(coins).toContainEqual({
      txid: large?.txid,
      vout: large?.vout,
      status: { confirmed: true, block_height: 1, block_hash: hash, block_time: expect.any(Number) },
      value: 100_000_000,
    })
  })

  it("has sums of what it was paid and what it paid, in blocks and in the mempool", async () => {
    const { json, post, control } = restClient()
    const total = Number(startingCoins.reduce((sum, coin) => sum + coin, 0n))
    const none = { funded_txo_count: 0, funded_txo_sum: 0, spent_txo_count: 0, spent_txo_sum: 0, tx_count: 0 }
    const start = {
      ...none,
      funded_txo_count: startingCoins.length,
      funded_txo_sum: total,
      tx_count: 1,
    }
    expect(await json(`/address/${own}`)).toEqual({ address: own, chain_stats: start, mempool_stats: none })
    await post(hex)
    const change = 100_000_000 - 30_000_000 - 1410
    const moved = {
      funded_txo_count: 1,
      funded_txo_sum: change,
      spent_txo_count: 1,
      spent_txo_sum: 100_000_000,
      tx_count: 1,
    }
    expect(await json(`/address/${own}`)).toEqual({ address: own, chain_stats: start, mempool_stats: moved })
    await control("mine")
    expect(await json(`/address/${own}`)).toMatchObject({
      chain_stats: {
        funded_txo_count: startingCoins.length + 1,
        funded_txo_sum: total + change,
        spent_txo_count: 1,
        spent_txo_sum: 100_000_000,
        tx_count: 2,
      },
      mempool_stats: none,
    })
  })

  it("has its coins of the mempool, and no more those that the mempool spends", async () => {
    const { json, post } = restClient()
    await post(hex)
    const coins = await json(`/address/${own}/utxo`)
    expect(coins).toHaveLength(startingCoins.length)
    expect(coins).toContainEqual({ txid, vout: 1, status: { confirmed: false }, value: 69_998_590 })
    expect(coins).not.toContainEqual(expect.objectContaining({ txid: large?.txid, vout: large?.vout }))
    expect(await json(`/address/${other}/utxo`)).toContainEqual({
      txid,
      vout: 0,
      status: { confirmed: false },
      value: 30_000_000,
    })
  })

  it("has its transactions, the newest first, by pages of 25", async () => {
    const { json, post } = restClient()
    const miner = bitcoinMiner.mainnet
    const ids = (value: unknown) => (Array.isArray(value) ? value.map((entry) => entry.txid) : [])
    const heights = (value: unknown) =>
      Array.isArray(value) ? value.map(({ status }) => status.block_height) : []
    const first = await json(`/address/${miner}/txs`)
    expect(heights(first)).toEqual(Array.from({ length: 25 }, (_, n) => tip - n))
    const second = await json(`/address/${miner}/txs/chain/${ids(first).at(-1)}`)
    expect(heights(second)).toEqual(Array.from({ length: 25 }, (_, n) => tip - 25 - n))
    expect(await json(`/address/${miner}/txs?after_txid=${ids(first).at(-1)}`)).toEqual(second)
    expect(await json(`/address/${miner}/txs/chain`)).toEqual(first)

    await post(hex)
    expect(ids(await json(`/address/${own}/txs`))).toEqual([txid, large?.txid])
    expect(ids(await json(`/address/${own}/txs/mempool`))).toEqual([txid])
    expect(ids(await json(`/address/${own}/txs/chain`))).toEqual([large?.txid])
  })

  it.each([
    ["/address/nonsense", "Invalid Bitcoin address"],
    [`/address/${own.slice(0, -1)}q/utxo`, "Invalid Bitcoin address"],
    [`/address/${bitcoinAccounts.testnet[0]?.segwit}/txs`, "Address on invalid network"],
    [`/address/${bitcoinAccounts.testnet[0]?.legacy}`, "Address on invalid network"],
    [`/address/${own}/txs/chain/nonsense`, "Invalid hex string"],
  ])("that is none is refused: %s", async (path, text) => {
    expect(await restClient().get(path)).toMatchObject({ status: 400, text })
  })

  it("does not know a page after what it never had", async () => {
    const answer = await restClient().get(`/address/${own}/txs?after_txid=${"11".repeat(32)}`)
    expect(answer).toMatchObject({ status: 422, text: "after_txid not found" })
  })

  it("is looked at by v1/validate-address", async () => {
    const { json } = restClient()
    expect(await json(`/v1/validate-address/${own}`)).toEqual({
      isvalid: true,
      address: own,
      scriptPubKey: "0014a81d55416d14810a14ccf8fe619e8ad6633e4dde",
      isscript: false,
      iswitness: true,
      witness_version: 0,
      witness_program: "a81d55416d14810a14ccf8fe619e8ad6633e4dde",
    })
    expect(await json(`/v1/validate-address/${alice?.legacy}`)).toEqual({
      isvalid: true,
      address: alice?.legacy,
      scriptPubKey: expect.stringMatching(/^76a914[0-9a-f]{40}88ac$/),
      isscript: false,
      iswitness: false,
    })
    expect(await json(`/v1/validate-address/${alice?.taproot}`)).toMatchObject({
      isscript: true,
      witness_version: 1,
    })
    expect(await json("/v1/validate-address/nonsense")).toEqual({
      isvalid: false,
      error: "Invalid or unsupported Segwit (Bech32) or Base58 encoding.",
      error_locations: [],
    })
  })
})

describe("a transaction", () => {
  it("has the whole of what Esplora tells", async () => {
    const { json, post, control } = restClient()
    expect(await post(hex)).toEqual({ status: 200, text: txid })
    const read = Transaction.fromHex(hex)
    const [input] = read.ins
    const expected = {
      txid,
      version: 2,
      locktime: 0,
      vin: [
        {
          txid: large?.txid,
          vout: 0,
          prevout: {
            scriptpubkey: "0014a81d55416d14810a14ccf8fe619e8ad6633e4dde",
            scriptpubkey_asm: "OP_0 OP_PUSHBYTES_20 a81d55416d14810a14ccf8fe619e8ad6633e4dde",
            scriptpubkey_type: "v0_p2wpkh",
            scriptpubkey_address: own,
            value: 100_000_000,
          },
          scriptsig: "",
          scriptsig_asm: "",
          witness: input?.witness.map((item) => Buffer.from(item).toString("hex")),
          is_coinbase: false,
          sequence: 4_294_967_293,
        },
      ],
      vout: [
        {
          scriptpubkey: expect.stringMatching(/^0014[0-9a-f]{40}$/),
          scriptpubkey_asm: expect.stringMatching(/^OP_0 OP_PUSHBYTES_20 [0-9a-f]{40}$/),
          scriptpubkey_type: "v0_p2wpkh",
          scriptpubkey_address: other,
          value: 30_000_000,
        },
        expect.objectContaining({ scriptpubkey_address: own, value: 69_998_590 }),
      ],
      size: read.byteLength(),
      weight: read.weight(),
      fee: 1410,
      status: { confirmed: false },
    }
    expect(await json(`/tx/${txid}`)).toEqual(expected)
    expect(await json(`/tx/${txid}/status`)).toEqual({ confirmed: false })
    await control("mine")
    const status = {
      confirmed: true,
      block_height: tip + 1,
      block_hash: hash,
      block_time: expect.any(Number),
    }
    expect(await json(`/tx/${txid}`)).toEqual({ ...expected, status })
    expect(await json(`/tx/${txid}/status`)).toEqual(status)
  })

  it("tells its inner scripts, and a coinbase as one", async () => {
    const { json, post } = restClient()
    const coins = coinsAt(beginning, "nested").slice(0, 1)
    const nested = signedByScure(paying(coins, { value: 1_000_000n, fee: 300n, change: "legacy" }))
    const { text } = await post(nested)
    expect(await json(`/tx/${text}`)).toMatchObject({
      vin: [
        {
          scriptsig_asm: expect.stringMatching(/^OP_PUSHBYTES_22 0014[0-9a-f]{40}$/),
          inner_redeemscript_asm: expect.stringMatching(/^OP_0 OP_PUSHBYTES_20 [0-9a-f]{40}$/),
          prevout: {
            scriptpubkey_type: "p2sh",
            scriptpubkey_asm: expect.stringMatching(/^OP_HASH160 OP_PUSHBYTES_20 [0-9a-f]{40} OP_EQUAL$/),
          },
        },
      ],
      vout: [
        { scriptpubkey_type: "v0_p2wpkh" },
        {
          scriptpubkey_type: "p2pkh",
          scriptpubkey_asm: expect.stringMatching(
            /^OP_DUP OP_HASH160 OP_PUSHBYTES_20 [0-9a-f]{40} OP_EQUALVERIFY OP_CHECKSIG$/,
          ),
        },
      ],
    })
    const coinbase = await json(`/tx/${large?.txid}`)
    expect(coinbase).toMatchObject({
      vin: [{ txid: "0".repeat(64), vout: 4_294_967_295, prevout: null, is_coinbase: true }],
      fee: 0,
    })
    expect(coinbase).toMatchObject({
      vout: expect.arrayContaining([
        expect.objectContaining({ scriptpubkey_type: "v1_p2tr", scriptpubkey_address: alice?.taproot }),
        expect.objectContaining({
          scriptpubkey_type: "op_return",
          scriptpubkey_asm: expect.stringMatching(/^OP_RETURN OP_PUSHBYTES_36 aa21a9ed/),
        }),
      ]),
    })
  })

  it("has its bytes, and those who spend it", async () => {
    const { ask, get, json, post } = restClient()
    await post(hex)
    expect(await get(`/tx/${txid}/hex`)).toMatchObject({ status: 200, text: hex })
    const raw = await ask(`/w/p${mainnetApi}/tx/${txid}/raw`)
    expect(raw.headers.get("content-type")).toBe("application/octet-stream")
    expect(Buffer.from(await raw.arrayBuffer()).toString("hex")).toBe(hex)
    expect(await json(`/tx/${txid}/outspends`)).toEqual([{ spent: false }, { spent: false }])
    expect(await json(`/tx/${large?.txid}/outspend/0`)).toEqual({
      spent: true,
      txid,
      vin: 0,
      status: { confirmed: false },
    })
    expect(await json(`/tx/${txid}/outspend/9`)).toEqual({ spent: false })
  })

  it("proves that it is in its block", async () => {
    const { get, json, post, control } = restClient()
    const sends = (["segwit", "taproot", "nested", "legacy"] as const).map((kind) =>
      signedByBitcoinjs(paying(coinsAt(beginning, kind).slice(0, 1), payment)),
    )
    for (const send of sends) await post(send)
    const [id = ""] = sends.map((send) => Transaction.fromHex(send).getId()).slice(2)
    expect(await get(`/tx/${id}/merkle-proof`)).toMatchObject({
      status: 404,
      text: "Transaction not found or is unconfirmed",
    })
    const { body } = await control("mine")
    const proof = Proof.parse(await json(`/tx/${id}/merkle-proof`))
    expect(proof).toEqual({ block_height: tip + 1, merkle: [hash, hash, hash], pos: 3 })
    const { merkle, pos } = proof
    const root = merkle.reduce((node, partner, level) => {
      const isRight = Math.floor(pos / 2 ** level) % 2 === 1
      return crypto.hash256(Buffer.concat(isRight ? [turned(partner), node] : [node, turned(partner)]))
    }, turned(id))
    expect(await json(`/block/${body.hash}`)).toMatchObject({ merkle_root: hashHex(root) })
  })

  it.each([
    ["/tx/nonsense", 400, "Invalid hex string"],
    [`/tx/${"11".repeat(32)}`, 404, "Transaction not found"],
    [`/tx/${"11".repeat(32)}/hex`, 404, "Transaction not found"],
    [`/tx/${"11".repeat(32)}/outspends`, 404, "Transaction not found"],
    [`/tx/${"11".repeat(32)}/outspend/x`, 400, "Invalid number"],
  ])("that nobody knows: %s", async (path, status, text) => {
    expect(await restClient().get(path)).toMatchObject({ status, text })
  })

  it("that nobody knows is not confirmed", async () => {
    expect(await restClient().json(`/tx/${"11".repeat(32)}/status`)).toEqual({ confirmed: false })
  })
})

describe("a broadcast", () => {
  it("is refused in bitcoind's words and mempool.space's frame", async () => {
    const { post } = restClient()
    const cheap = signedByBitcoinjs(paying(large === undefined ? [] : [large], { ...payment, fee: 100n }))
    expect(await post(cheap)).toEqual({
      status: 400,
      text: 'sendrawtransaction RPC error: {"code":-26,"message":"min relay fee not met, 100 < 141"}',
    })
    const flipped = Transaction.fromHex(hex)
    flipped.outs.reverse()
    const id = flipped.getId()
    expect((await post(flipped.toHex())).text).toBe(
      `sendrawtransaction RPC error: ${JSON.stringify({
        code: -26,
        message: `mempool-script-verify-flag-failed (Signature must be zero for failed CHECK(MULTI)SIG operation), input 0 of ${id} (wtxid ${wtxidOf(flipped)}), spending ${large?.txid}:0`,
      })}`,
    )
    for (const junk of ["", "junk", hex.slice(2), "{}"])
      expect(await post(junk)).toEqual({
        status: 400,
        text: 'sendrawtransaction RPC error: {"code":-22,"message":"TX decode failed. Make sure the tx has at least one input."}',
      })
  })

  it("does not mind white space around it, nor to hear it twice", async () => {
    const { post } = restClient()
    expect(await post(`\n${hex}  \n`)).toEqual({ status: 200, text: txid })
    expect(await post(hex)).toEqual({ status: 200, text: txid })
  })
})

describe("the chain", () => {
  it("has blocks by height and by hash", async () => {
    const { ask, get, json } = restClient()
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
    ["/nowhere", 404, `endpoint does not exist "/w/p${mainnetApi}/nowhere"`],
  ])("does not have %s", async (path, status, text) => {
    expect(await restClient().get(path)).toMatchObject({ status, text })
  })

  it("recommends fees, by one market in every shape", async () => {
    const { json } = restClient()
    expect(await json("/v1/fees/recommended")).toEqual({
      fastestFee: 12,
      halfHourFee: 7,
      hourFee: 4,
      economyFee: 2,
      minimumFee: 1,
    })
    expect(await json("/fee-estimates")).toMatchObject({ 1: 12, 3: 7, 6: 4, 144: 2, 1008: 1 })
  })

  it("shows its mempool", async () => {
    const { json, post } = restClient()
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

describe("the server", () => {
  it("is open to every page, and lets nothing be kept", async () => {
    const { ask } = restClient()
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

  it("takes the world from the path or from the query, and needs one", async () => {
    const { ask, post } = restClient("one")
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

  it("has the testnet's own addresses and first block", async () => {
    const { ask } = restClient()
    const [own_] = bitcoinAccounts.testnet
    const coins = await (await ask(`/w/p${testnetApi}/address/${own_?.segwit}/utxo`)).json()
    expect(coins).toHaveLength(startingCoins.length)
    expect(await (await ask(`/w/p${testnetApi}/block-height/0`)).text()).toBe(
      "000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943",
    )
  })

  it("answers whatever it is asked", async () => {
    const { ask } = restClient()
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

  it("answers whatever it is sent", async () => {
    const { ask } = restClient()
    const raw = Buffer.from(hex, "hex")
    const piece = fc.oneof(
      fc.subarray([...raw]),
      fc.array(fc.integer({ min: 0, max: 255 })),
      fc.constant([...raw]),
    )
    const body = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(piece, { maxLength: 3 }).map((pieces) => Buffer.from(pieces.flat()).toString("hex")),
    )
    await fc.assert(
      fc.asyncProperty(body, async (text) => {
        const { status } = await ask(`/w/p${mainnetApi}/tx`, { method: "POST", body: text })
        expect([200, 400]).toContain(status)
      }),
    )
  })
})
