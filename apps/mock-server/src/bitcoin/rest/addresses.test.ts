import { describe, expect, it } from "vitest"
import { bitcoinAccounts, bitcoinMiner, startingUtxoValues } from "../bitcoinAccounts.ts"
import {
  paymentHex as hex,
  paidFrom as large,
  makeRestClient,
  payee as other,
  payer as own,
  firstTip as tip,
  paymentId as txid,
} from "../testing/rest.ts"

const [alice] = bitcoinAccounts.mainnet
const hash = expect.stringMatching(/^[0-9a-f]{64}$/)

describe("address routes", () => {
  it("returns UTXOs in the format of mempool.space", async () => {
    const { json } = makeRestClient()
    const coins = await json(`/address/${own}/utxo`)
    expect(coins).toHaveLength(startingUtxoValues.length)
    expect(coins).toContainEqual({
      txid: large?.txid,
      vout: large?.vout,
      status: { confirmed: true, block_height: 1, block_hash: hash, block_time: expect.any(Number) },
      value: 100_000_000,
    })
  })

  it("returns totals of received and spent amounts, in blocks and in the mempool", async () => {
    const { json, post, control } = makeRestClient()
    const total = Number(startingUtxoValues.reduce((sum, coin) => sum + coin, 0n))
    const none = { funded_txo_count: 0, funded_txo_sum: 0, spent_txo_count: 0, spent_txo_sum: 0, tx_count: 0 }
    const start = {
      ...none,
      funded_txo_count: startingUtxoValues.length,
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
        funded_txo_count: startingUtxoValues.length + 1,
        funded_txo_sum: total + change,
        spent_txo_count: 1,
        spent_txo_sum: 100_000_000,
        tx_count: 2,
      },
      mempool_stats: none,
    })
  })

  it("returns mempool UTXOs, without those that the mempool spends", async () => {
    const { json, post } = makeRestClient()
    await post(hex)
    const coins = await json(`/address/${own}/utxo`)
    expect(coins).toHaveLength(startingUtxoValues.length)
    expect(coins).toContainEqual({ txid, vout: 1, status: { confirmed: false }, value: 69_998_590 })
    expect(coins).not.toContainEqual(expect.objectContaining({ txid: large?.txid, vout: large?.vout }))
    expect(await json(`/address/${other}/utxo`)).toContainEqual({
      txid,
      vout: 0,
      status: { confirmed: false },
      value: 30_000_000,
    })
  })

  it("returns transactions in pages of 25, newest first", async () => {
    const { json, post } = makeRestClient()
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
  ])("rejects an invalid address: %s", async (path, text) => {
    expect(await makeRestClient().get(path)).toMatchObject({ status: 400, text })
  })

  it("rejects a page after an unknown transaction", async () => {
    const answer = await makeRestClient().get(`/address/${own}/txs?after_txid=${"11".repeat(32)}`)
    expect(answer).toMatchObject({ status: 422, text: "after_txid not found" })
  })

  it("validates addresses in v1/validate-address", async () => {
    const { json } = makeRestClient()
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
