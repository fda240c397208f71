import { crypto, Transaction } from "bitcoinjs-lib"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { bitcoinAccounts } from "../bitcoinAccounts.ts"
import { getWtxid } from "../ledger/LedgerState.ts"
import {
  beginning,
  paymentHex as hex,
  paidFrom as large,
  mainnetApi,
  makeRestClient,
  payee as other,
  payer as own,
  payment,
  firstTip as tip,
  paymentId as txid,
} from "../testing/rest.ts"
import { getUtxos, makePayment, signWithBitcoinjs, signWithScure } from "../testing/transactions.ts"
import { fromHex, toHashHex } from "../transaction/bytes.ts"

const [alice] = bitcoinAccounts.mainnet
const hash = expect.stringMatching(/^[0-9a-f]{64}$/)
const Proof = z.object({ block_height: z.number(), merkle: z.array(z.string()), pos: z.number() })
const reverseBytes = (text: string): Uint8Array => (fromHex(text) ?? new Uint8Array()).toReversed()

describe("transaction routes", () => {
  it("returns all Esplora fields", async () => {
    const { json, post, control } = makeRestClient()
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

  it("returns inner scripts, and marks a coinbase", async () => {
    const { json, post } = makeRestClient()
    const coins = getUtxos(beginning, "nested").slice(0, 1)
    const nested = signWithScure(makePayment(coins, { value: 1_000_000n, fee: 300n, change: "legacy" }))
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

  it("returns the bytes and the spending transactions", async () => {
    const { ask, get, json, post } = makeRestClient()
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

  it("proves inclusion in a block", async () => {
    const { get, json, post, control } = makeRestClient()
    const sends = (["segwit", "taproot", "nested", "legacy"] as const).map((kind) =>
      signWithBitcoinjs(makePayment(getUtxos(beginning, kind).slice(0, 1), payment)),
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
      return crypto.hash256(
        Buffer.concat(isRight ? [reverseBytes(partner), node] : [node, reverseBytes(partner)]),
      )
    }, reverseBytes(id))
    expect(await json(`/block/${body.hash}`)).toMatchObject({ merkle_root: toHashHex(root) })
  })

  it.each([
    ["/tx/nonsense", 400, "Invalid hex string"],
    [`/tx/${"11".repeat(32)}`, 404, "Transaction not found"],
    [`/tx/${"11".repeat(32)}/hex`, 404, "Transaction not found"],
    [`/tx/${"11".repeat(32)}/outspends`, 404, "Transaction not found"],
    [`/tx/${"11".repeat(32)}/outspend/x`, 400, "Invalid number"],
  ])("returns an error for an unknown transaction: %s", async (path, status, text) => {
    expect(await makeRestClient().get(path)).toMatchObject({ status, text })
  })

  it("returns an unknown transaction as unconfirmed", async () => {
    expect(await makeRestClient().json(`/tx/${"11".repeat(32)}/status`)).toEqual({ confirmed: false })
  })
})

describe("transaction broadcast", () => {
  it("returns bitcoind's error text in the format of mempool.space", async () => {
    const { post } = makeRestClient()
    const cheap = signWithBitcoinjs(
      makePayment(large === undefined ? [] : [large], { ...payment, fee: 100n }),
    )
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
        message: `mempool-script-verify-flag-failed (Signature must be zero for failed CHECK(MULTI)SIG operation), input 0 of ${id} (wtxid ${getWtxid(flipped)}), spending ${large?.txid}:0`,
      })}`,
    )
    for (const junk of ["", "junk", hex.slice(2), "{}"])
      expect(await post(junk)).toEqual({
        status: 400,
        text: 'sendrawtransaction RPC error: {"code":-22,"message":"TX decode failed. Make sure the tx has at least one input."}',
      })
  })

  it("ignores surrounding white space and a repeated broadcast", async () => {
    const { post } = makeRestClient()
    expect(await post(`\n${hex}  \n`)).toEqual({ status: 200, text: txid })
    expect(await post(hex)).toEqual({ status: 200, text: txid })
  })
})
