import { bitcoin as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { makeEsploraNode } from "../testing/esploraNode.ts"
import { estimatePayment } from "./estimatePayment.ts"
import { fetchSpendableBalance } from "./utxos.ts"

const vera = "bc1q4qw42stdzjqs59xvlrlxr8526e3nunw7mp73te"
const milo = "bc1qt3az9lwpqfvr466mezsewuzdc4d379ldv83d4c"
/** An address of one key, from BIP-86. */
const taproot = "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr"

const txid = (at: number) => at.toString(16).padStart(64, "0")
const output = (address: string, value: number) => ({
  scriptpubkey: "",
  scriptpubkey_address: address,
  value,
})

interface InputFixture {
  readonly value: number
  readonly owner?: string
  /** The number of the transaction that it comes from. */
  readonly of?: number
}

interface CoinFixture {
  readonly value: number
  readonly isPending?: boolean
  /** What paid for it. Without any, its transaction is unknown. */
  readonly inputs?: readonly InputFixture[]
  /** Hex of a script of another output of its transaction. */
  readonly note?: string
}

/** The coins of an address, each of a transaction of its own, numbered from 1. */
const nodeOf = (address: string, coins: readonly CoinFixture[], isListed = true) => {
  const status = ({ isPending = false }: CoinFixture) =>
    isPending ? { confirmed: false } : { confirmed: true, block_height: 1 }
  const transactions = coins.flatMap((coin, at) => {
    const { inputs, note, value } = coin
    if (inputs === undefined) return []
    const vin = inputs.map(({ of = 999, owner = address, value: spent }, vout) => ({
      txid: txid(of),
      vout,
      prevout: output(owner, spent),
      is_coinbase: false,
    }))
    const noted = note === undefined ? [] : [{ scriptpubkey: note, value: 0 }]
    return [
      {
        txid: txid(at + 1),
        vin,
        vout: [output(address, value), ...noted],
        weight: 500,
        fee: 100,
        status: status(coin),
      },
    ]
  })
  return makeEsploraNode({
    [`/address/${address}/utxo`]: coins.map((coin, at) => ({
      txid: txid(at + 1),
      vout: 0,
      value: coin.value,
      status: status(coin),
    })),
    [`/address/${address}/txs`]: isListed ? transactions : [],
    ...Object.fromEntries(transactions.map((one) => [`/tx/${one.txid}`, one])),
    "/blocks/tip/height": "900000",
    "/v1/fees/recommended": { halfHourFee: 2, minimumFee: 1 },
  }).rpc
}

const spendable = (address: string, coins: readonly CoinFixture[], isListed = true) =>
  Effect.runPromise(
    fetchSpendableBalance({ network, rpc: nodeOf(address, coins, isListed), address, token: null }),
  )

const estimating = (from: string, coins: readonly CoinFixture[], amount: bigint) =>
  Effect.runPromise(
    Effect.result(
      estimatePayment({
        network,
        rpc: nodeOf(from, coins),
        transfer: { from, to: milo, token: null, amount },
      }),
    ),
  )

/** The values of the selected coins, in their order. */
const selecting = async (...payment: Parameters<typeof estimating>) => {
  const outcome = await estimating(...payment)
  if (outcome._tag === "Failure") throw outcome.failure
  const coins = outcome.success.transactionFields["coins"] ?? ""
  return { fee: outcome.success.most, values: coins.split(" ").map((coin) => Number(coin.split(":")[2])) }
}

describe("small coins of a taproot address", () => {
  const change: CoinFixture = { value: 8_714, inputs: [{ value: 60_000 }] }

  it("spends own change of 8,714 satoshis, which only money paid for", async () => {
    expect(await spendable(taproot, [change])).toBe(8_714n)
    expect(await spendable(taproot, [{ ...change, isPending: true }])).toBe(8_714n)
    expect(await estimating(taproot, [change], 5_000n)).toMatchObject({ _tag: "Success" })
  })

  it("finds such change also in a transaction that the history does not list any more", async () => {
    expect(await spendable(taproot, [change], false)).toBe(8_714n)
  })

  it("spends change of change, as far as its origin is known", async () => {
    const next: CoinFixture = { value: 7_500, inputs: [{ value: 60_000 }, { value: 8_714, of: 1 }] }
    expect(await spendable(taproot, [change, next])).toBe(16_214n)
    const unknown: CoinFixture = { value: 7_500, inputs: [{ value: 60_000 }, { value: 8_714, of: 77 }] }
    expect(await spendable(taproot, [change, unknown])).toBe(8_714n)
  })

  it.each<[string, CoinFixture]>([
    ["someone else paid", { value: 9_900, inputs: [{ value: 60_000, owner: milo }] }],
    ["someone else paid a part of", { value: 9_900, inputs: [{ value: 60_000 }, { value: 9, owner: milo }] }],
    ["a coin that may be inscribed paid for", { value: 546, inputs: [{ value: 60_000 }, { value: 10_000 }] }],
    [
      "a transaction with a note made, by which runes are minted",
      { value: 9_900, inputs: [{ value: 60_000 }], note: "6a5d0414011400" },
    ],
    ["an unknown transaction made", { value: 9_900 }],
    ["a node's circle of transactions made", { value: 9_900, inputs: [{ value: 9_900, of: 1 }] }],
  ])("keeps a coin that %s", async (_, coin) => {
    expect(await spendable(taproot, [coin])).toBe(0n)
    expect(await estimating(taproot, [coin], 500n)).toMatchObject({
      failure: { reason: { _tag: "Kept", amount: BigInt(coin.value) } },
    })
  })

  it("refuses a payment of 20 received coins by how much is kept", async () => {
    const received = Array.from({ length: 20 }, () => ({
      value: 9_900,
      inputs: [{ value: 50_000, owner: milo }],
    }))
    expect(await estimating(taproot, received, 100_000n)).toMatchObject({
      failure: { reason: { _tag: "Kept", amount: 198_000n } },
    })
  })

  it("adds a coin to a payment whose change would look like an inscribed one", async () => {
    const coins = [{ value: 60_000 }, { value: 30_000 }]
    expect((await selecting(taproot, coins, 51_000n)).values).toEqual([60_000, 30_000])
    expect((await selecting(taproot, coins, 45_000n)).values).toEqual([60_000])
    expect((await selecting(vera, coins, 51_000n)).values).toEqual([60_000])
    // One coin more, but not all of them.
    const small = [{ value: 60_000 }, ...Array.from({ length: 9 }, () => ({ value: 600 }))]
    expect((await selecting(vera, small, 59_172n)).values).toEqual([60_000, 600])
  })

  it("pays with such change where no coin can be added", async () => {
    expect((await selecting(taproot, [{ value: 60_000 }], 51_000n)).values).toEqual([60_000])
  })
})

describe("estimatePayment of many confirmed coins and of large pending change", () => {
  const pending: CoinFixture = { value: 100_000_000, isPending: true, inputs: [{ value: 100_000_100 }] }

  it("pays from the change when confirmed coins cost more than twice the fee", async () => {
    const small = Array.from({ length: 480 }, () => ({ value: 11_000 }))
    const { fee, values } = await selecting(vera, [...small, pending], 5_000_000n)
    expect(values).toEqual([100_000_000])
    expect(fee).toBe(282n)
  })

  it("pays from confirmed coins when they cost less than twice the fee", async () => {
    const { values } = await selecting(vera, [{ value: 50_000 }, { value: 40_000 }, pending], 60_000n)
    expect(values).toEqual([50_000, 40_000])
  })

  it("pays from confirmed coins at any fee when there is no change", async () => {
    const small = Array.from({ length: 480 }, () => ({ value: 11_000 }))
    expect((await selecting(vera, small, 5_000_000n)).values).toHaveLength(461)
  })
})
