import type { RpcReason } from "@wmodal/protocol"
import { bitcoin as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { makeEsploraNode } from "../testing/esploraNode.ts"
import { ScriptedRejection, toRpcErrorResponse } from "../testing/scriptedRpc.ts"
import { buildPayment } from "./buildPayment.ts"
import { estimatePayment } from "./estimatePayment.ts"
import { fetchFeeRate } from "./feeRate.ts"
import { fetchHistoryPage } from "./fetchHistory.ts"
import { decodePsbt } from "./Psbt.ts"
import { fetchSpendableBalance } from "./utxos.ts"

const vera = "bc1q4qw42stdzjqs59xvlrlxr8526e3nunw7mp73te"
const milo = "bc1qt3az9lwpqfvr466mezsewuzdc4d379ldv83d4c"
/** An address of one key, from BIP-86. */
const taproot = "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr"

const txid = (at: number) => at.toString(16).padStart(64, "0")
const outpointsOf = (fields: Readonly<Record<string, string | null>>) =>
  (fields["coins"] ?? "").split(" ").map((coin) => coin.replace(/:\d+$/, ""))

interface CoinFixture {
  readonly value: number
  readonly isPending?: boolean
}

/** Coins that the address paid to itself, each of a transaction of its own. */
const nodeOf = (address: string, coins: readonly CoinFixture[]) =>
  makeEsploraNode({
    [`/address/${address}/utxo`]: coins.map(({ isPending = false, value }, at) => ({
      txid: txid(at),
      vout: 0,
      value,
      status: isPending ? { confirmed: false } : { confirmed: true, block_height: 1 },
    })),
    [`/address/${address}/txs`]: coins.map(({ value }, at) => ({
      txid: txid(at),
      vin: [
        {
          txid: txid(999),
          vout: at,
          prevout: { scriptpubkey: "", scriptpubkey_address: address, value },
          is_coinbase: false,
        },
      ],
      vout: [],
      weight: 500,
      fee: 100,
      status: { confirmed: false },
    })),
    "/blocks/tip/height": "900000",
    "/v1/fees/recommended": { halfHourFee: 2, minimumFee: 1 },
  }).rpc

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

describe("estimatePayment, as reported of others", () => {
  it.each([
    ["ordinals/ord#2496", taproot, 10_000, 69_600n],
    ["ordinals/ord#1652", vera, 546, 60_100n],
  ])(
    "%s: spends no coin that may be inscribed, though it would spare the change",
    async (_, from, small, amount) => {
      const outcome = await estimating(from, [{ value: small }, { value: 60_000 }, { value: 30_000 }], amount)
      expect(outcome).toMatchObject({ _tag: "Success" })
      if (outcome._tag === "Failure") return
      const transfer = { from, to: milo, token: null, amount }
      const psbt = decodePsbt(buildPayment({ transfer, fee: outcome.success })["psbt"])
      expect(psbt?.inputs.map(({ outpoint }) => outpoint)).toEqual([`${txid(1)}:0`, `${txid(2)}:0`])
    },
  )

  it("says why such coins are not spent when they are needed (ordinals/ord#2188)", async () => {
    const coins = [{ value: 9_000 }, { value: 8_000 }, { value: 20_000 }]
    expect(await estimating(taproot, coins, 30_000n)).toMatchObject({
      failure: { reason: { _tag: "Kept", amount: 17_000n } },
    })
    expect(await estimating(taproot, coins, 40_000n)).toMatchObject({
      failure: { reason: { _tag: "Insufficient" } },
    })
    const rpc = nodeOf(taproot, coins)
    expect(
      await Effect.runPromise(fetchSpendableBalance({ network, rpc, address: taproot, token: null })),
    ).toBe(20_000n)
  })

  it.each(["lightningnetwork/lnd#6959", "LedgerHQ/ledger-wallet-chrome#61"])(
    "%s: pays from blocks, and from pending change only when they do not suffice",
    async () => {
      const coins = [{ value: 900_000, isPending: true }, { value: 50_000 }, { value: 40_000 }]
      const small = await estimating(vera, coins, 60_000n)
      expect(small._tag === "Success" && outpointsOf(small.success.transactionFields)).toEqual([
        `${txid(1)}:0`,
        `${txid(2)}:0`,
      ])
      const large = await estimating(vera, coins, 500_000n)
      expect(large._tag === "Success" && outpointsOf(large.success.transactionFields)).toEqual([
        `${txid(0)}:0`,
      ])
    },
  )

  it("names no amount when a node lists no more than 500 coins (mempool/mempool#5008)", async () => {
    const { rpc } = makeEsploraNode({
      [`/address/${vera}/utxo`]: new ScriptedRejection(
        toRpcErrorResponse(
          400,
          "Too many unspent transaction outputs (>500). Contact support to raise limits.",
        ),
      ),
      [`/address/${vera}/txs`]: [],
      "/blocks/tip/height": "900000",
      "/v1/fees/recommended": { halfHourFee: 2, minimumFee: 1 },
    })
    const transfer = { from: vera, to: milo, token: null, amount: 1_000n }
    expect(await Effect.runPromise(Effect.result(estimatePayment({ network, rpc, transfer })))).toMatchObject(
      {
        failure: { reason: { _tag: "Answered", code: 400 } },
      },
    )
  })
})

describe("fetchHistoryPage, as reported of others", () => {
  const past = (at: number, isPending = false) => ({
    txid: txid(at),
    vin: [],
    vout: [{ scriptpubkey: "", scriptpubkey_address: vera, value: at }],
    weight: 500,
    fee: 100,
    status: isPending ? { confirmed: false } : { confirmed: true, block_height: 1, block_time: 1 },
  })

  /** All amounts of the history, page by page. */
  const reading = async (pages: Readonly<Record<string, unknown>>) => {
    const { rpc } = makeEsploraNode(
      Object.fromEntries(Object.entries(pages).map(([path, page]) => [`/address/${vera}/txs${path}`, page])),
    )
    const amounts: bigint[] = []
    let cursor: string | null = null
    do {
      const page: Effect.Success<ReturnType<typeof fetchHistoryPage>> = await Effect.runPromise(
        fetchHistoryPage({ network, rpc, address: vera, cursor }),
      )
      amounts.push(...page.transactions.map(({ amount }) => amount))
      cursor = page.next
    } while (cursor !== null)
    return amounts
  }

  it("reads on after a page of ten, which electrs of mempool.space returns (Blockstream/lwk#169)", async () => {
    expect(
      await reading({
        "": [past(5), past(4), past(3)],
        [`/chain/${txid(3)}`]: [past(2), past(1)],
        [`/chain/${txid(1)}`]: [],
      }),
    ).toEqual([5n, 4n, 3n, 2n, 1n])
  })

  it("reads on when pending transactions fill the first page (Blockstream/lwk#169)", async () => {
    expect(
      await reading({
        "": [past(9, true), past(8, true)],
        "/chain": [past(2)],
        [`/chain/${txid(2)}`]: [],
      }),
    ).toEqual([9n, 8n, 2n])
    expect(await reading({ "": [] })).toEqual([])
  })

  it("fails when a node repeats the page, and never ends (Blockstream/lwk#169)", async () => {
    await expect(reading({ "": [past(2)], [`/chain/${txid(2)}`]: [past(2)] })).rejects.toThrow(/invalid/)
  })
})

describe("fetchFeeRate, as reported of others", () => {
  const page: RpcReason = { _tag: "Status", status: 404 }
  const html: RpcReason = { _tag: "Malformed", detail: "a page" }

  it.each([
    ["gosuda/bitcoin-rs#262", "a page with status 404", page],
    ["gosuda/bitcoin-rs#262", "the page of an app", html],
  ])("%s: takes Esplora's estimates when a server answers the other path by %s", async (_, __, reason) => {
    const { rpc } = makeEsploraNode({
      "/v1/fees/recommended": new ScriptedRejection(reason),
      "/fee-estimates": { 144: 5 },
      "/mempool": new ScriptedRejection(reason),
    })
    expect(await Effect.runPromise(fetchFeeRate(rpc))).toBe(5_000n)
  })

  it("needs no estimates of Esplora from a mempool.space without them (arkade-os/ts-sdk#858)", async () => {
    const { rpc } = makeEsploraNode({
      "/v1/fees/recommended": { fastestFee: 3, halfHourFee: 1, hourFee: 1, economyFee: 1, minimumFee: 1 },
      "/fee-estimates": new ScriptedRejection(page),
    })
    expect(await Effect.runPromise(fetchFeeRate(rpc))).toBe(1_000n)
  })
})
