import { Transaction } from "bitcoinjs-lib"
import { describe, expect, it } from "vitest"
import { bitcoinAccounts } from "../bitcoinAccounts.ts"
import { getWtxid } from "../ledger/LedgerState.ts"
import { beginning, makeRestClient } from "../testing/rest.ts"
import { getUtxos, kinds, makePayment, signWithBitcoinjs } from "../testing/transactions.ts"
import { bitcoinMethods } from "./bitcoinMethods.ts"
import { bitcoinMethodNames } from "./bitcoinRpc.ts"

const chainId = "bip122:000000000019d6689c085ae165831e93"
const hex = signWithBitcoinjs(
  makePayment(getUtxos(beginning, "segwit").slice(0, 1), { value: 30_000_000n, fee: 1410n }),
)
const txid = Transaction.fromHex(hex).getId()
const wtxid = getWtxid(Transaction.fromHex(hex))
const hash = expect.stringMatching(/^[0-9a-f]{64}$/)

const setup = () => {
  const client = makeRestClient()
  const call = async (method: string, params?: unknown) => {
    const response = await client.ask(`/v1?chainId=${chainId}&projectId=p`, {
      method: "POST",
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    })
    const { result, error } = await response.json()
    return error ?? result
  }
  return { ...client, call }
}

describe("Bitcoin JSON-RPC", () => {
  it("accepts the methods that it implements", () => {
    expect([...bitcoinMethods.keys()].toSorted()).toEqual([...bitcoinMethodNames])
  })

  it("returns chain information", async () => {
    const { call } = setup()
    const best = await call("getbestblockhash")
    expect(await call("getblockcount", [])).toBe(105)
    expect(await call("getblockhash", [105])).toBe(best)
    expect(await call("getblockhash", { height: 0 })).toBe(
      "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f",
    )
    expect(await call("getblockchaininfo", [])).toEqual({
      chain: "main",
      blocks: 105,
      headers: 105,
      bestblockhash: best,
      bits: "207fffff",
      difficulty: expect.closeTo(4.656542373906925e-10, 20),
      time: expect.any(Number),
      mediantime: expect.any(Number),
      verificationprogress: 1,
      initialblockdownload: false,
      pruned: false,
      warnings: [],
    })
    expect(await call("estimatesmartfee", [1])).toEqual({ feerate: 0.00012, blocks: 2 })
    expect(await call("estimatesmartfee", [6])).toEqual({ feerate: 0.00004, blocks: 6 })
  })

  it("tests, sends and finds a transaction", async () => {
    const { call, control } = setup()
    expect(await call("testmempoolaccept", [[hex]])).toEqual([
      {
        txid,
        wtxid,
        allowed: true,
        vsize: 141,
        fees: { base: 0.0000141, "effective-feerate": 0.0001, "effective-includes": [wtxid] },
      },
    ])
    expect(await call("getrawmempool")).toEqual([])
    expect(await call("sendrawtransaction", [hex])).toBe(txid)
    expect(await call("getrawmempool")).toEqual([txid])
    expect(await call("getrawtransaction", [txid])).toBe(hex)
    const verbose = await call("getrawtransaction", [txid, true])
    expect(verbose).toMatchObject({
      txid,
      hash: wtxid,
      vsize: 141,
      hex,
      vin: [{ scriptSig: { asm: "", hex: "" }, txinwitness: [expect.any(String), expect.any(String)] }],
      vout: [
        {
          value: 0.3,
          n: 0,
          scriptPubKey: {
            asm: expect.stringMatching(/^0 [0-9a-f]{40}$/),
            type: "witness_v0_keyhash",
            address: bitcoinAccounts.mainnet[2]?.segwit,
          },
        },
        { value: 0.6999859, n: 1 },
      ],
    })
    expect(verbose).not.toHaveProperty("confirmations")
    await control("mine", { blocks: 2 })
    expect(await call("getrawtransaction", { txid, verbosity: 1 })).toMatchObject({
      blockhash: hash,
      confirmations: 2,
    })
  })

  it("describes inputs of every kind and coinbases", async () => {
    const { call } = setup()
    const coins = kinds.flatMap((kind) => getUtxos(beginning, kind).slice(0, 1))
    const id = await call("sendrawtransaction", [
      signWithBitcoinjs(makePayment(coins, { value: 1_000_000n, fee: 9000n })),
    ])
    expect(await call("getrawtransaction", [id, 1])).toMatchObject({
      vin: [
        { scriptSig: { asm: "" } },
        { scriptSig: { asm: "" }, txinwitness: [expect.stringMatching(/^[0-9a-f]{128}$/)] },
        { scriptSig: { asm: expect.stringMatching(/^0014[0-9a-f]{40}$/) } },
        { scriptSig: { asm: expect.stringMatching(/^30[0-9a-f]+\[ALL\] 0[23][0-9a-f]{64}$/) } },
      ],
    })
    const [coin] = coins
    const coinbase = await call("getrawtransaction", [coin?.txid, 2])
    expect(coinbase).toMatchObject({ vin: [{ coinbase: expect.any(String), sequence: 4_294_967_295 }] })
    expect(
      coinbase.vout.map(({ scriptPubKey }: { scriptPubKey: { type: string } }) => scriptPubKey.type),
    ).toEqual(expect.arrayContaining(["witness_v1_taproot", "scripthash", "pubkeyhash", "nulldata"]))
  })

  it.each([
    ["getblockhash", [106], -8, "Block height out of range"],
    ["getblockhash", [-1], -8, "Block height out of range"],
    ["getblockhash", ["x"], -3, "JSON value of type string is not of expected type number"],
    ["getblockhash", [], -3, "JSON value of type null is not of expected type number"],
    ["getrawtransaction", ["ab"], -8, "txid must be of length 64 (not 2, for 'ab')"],
    [
      "getrawtransaction",
      ["11".repeat(32)],
      -5,
      "No such mempool or blockchain transaction. Use gettransaction for wallet transactions.",
    ],
    ["sendrawtransaction", ["junk"], -22, "TX decode failed. Make sure the tx has at least one input."],
    ["sendrawtransaction", [hex, 1], -8, "Fee rates larger than or equal to 1BTC/kvB are not accepted"],
    ["sendrawtransaction", [hex, "x"], -3, "Invalid amount"],
    [
      "sendrawtransaction",
      [hex, 0.00001],
      -25,
      "Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)",
    ],
    ["testmempoolaccept", [[]], -8, "Array must contain between 1 and 25 transactions."],
    ["testmempoolaccept", [["junk"]], -22, "TX decode failed. Make sure the tx has at least one input."],
    ["estimatesmartfee", [0], -8, "Invalid conf_target, must be between 1 and 1008"],
    ["dumpprivkey", [], -32601, expect.stringContaining("dumpprivkey")],
    ["getblockhash", "x", -3, expect.any(String)],
  ])("rejects %s %j", async (method, params, code, message) => {
    expect(await setup().call(method, params)).toEqual({ code, message })
  })

  it("returns the reason when it rejects a transaction", async () => {
    const { call, post } = setup()
    const flipped = Transaction.fromHex(hex)
    flipped.outs.reverse()
    const orphan = Transaction.fromHex(hex)
    orphan.ins.forEach((input) => input.hash.fill(1))
    await post(hex)
    const answers = await call("testmempoolaccept", [[hex, flipped.toHex(), orphan.toHex()]])
    expect(answers).toMatchObject([
      { txid, allowed: false, "reject-reason": "txn-already-in-mempool" },
      { allowed: false, "reject-reason": expect.stringMatching(/^(?:insufficient fee|mempool-script)/) },
      { allowed: false, "reject-reason": "missing-inputs" },
    ])
    const fresh = setup()
    expect(await fresh.call("testmempoolaccept", [[flipped.toHex()]])).toMatchObject([
      {
        allowed: false,
        "reject-reason":
          "mempool-script-verify-flag-failed (Signature must be zero for failed CHECK(MULTI)SIG operation)",
        "reject-details": expect.stringContaining(", input 0 of "),
      },
    ])
    expect(await fresh.call("testmempoolaccept", [[hex], 0.00001])).toMatchObject([
      { allowed: false, "reject-reason": "max-fee-exceeded" },
    ])
  })
})
