import type { ChainTransaction } from "@wmodal/chains"
import { Psbt } from "bitcoinjs-lib"
import { Effect, Result } from "effect"
import { describe, expect, it, onTestFinished } from "vitest"
import * as z from "zod/mini"
import { bitcoinMiner, startingUtxoValues } from "./bitcoinAccounts.ts"
import { makeBitcoinPayer } from "./testing/payer.ts"

const start = async (kind: "segwit" | "taproot" | "nested" = "segwit") => {
  const payer = await makeBitcoinPayer(kind)
  onTestFinished(() => payer.client.close())
  return payer
}

const getPsbt = ({ psbt }: ChainTransaction) => Psbt.fromBase64(psbt ?? "")
const total = startingUtxoValues.reduce((sum, value) => sum + value, 0n)

describe("Bitcoin payments", { timeout: 60_000 }, () => {
  it.each(["segwit", "taproot", "nested"] as const)(
    "pays from a %s address to an address of every kind, at the requested rate",
    async (kind) => {
      const { client, find, mine, others, prepare, send } = await start(kind)
      for (const to of [
        ...Object.values(others),
        "bc1qp0ahvfh83088w49k405szqgg4f3pptr7p2g06tdxfjcd40z4lh4q95lsz9",
      ]) {
        const { fee, transaction } = await prepare({ to, amount: 20_000n })
        const hash = await send(transaction)
        await mine()
        expect(await find(transaction)).toMatchObject({ _tag: "Mined", hash, fee: fee.expected })
        const { weight } = z.looseObject({ weight: z.number() }).parse(await client.json(`/tx/${hash}`))
        const size = Math.ceil(weight / 4)
        // 7 sat per virtual byte; a signature may be one byte shorter than its maximum.
        expect(Number(fee.expected)).toBeGreaterThanOrEqual(7 * size)
        expect(Number(fee.expected)).toBeLessThanOrEqual(7 * (size + 2))
      }
    },
  )

  it("signs the payment unchanged, and rejects any changed bit", async () => {
    const { client, others, prepare, sign } = await start()
    const { transaction } = await prepare({ to: others.taproot, amount: 20_000n })
    const raw = Buffer.from(sign(transaction), "hex")
    const refusals: number[] = []
    for (const at of raw.keys()) {
      const flipped = Buffer.from(raw)
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8))
      refusals.push((await client.post(flipped.toString("hex"))).status)
    }
    expect(refusals).toEqual(refusals.map(() => 400))
    expect((await client.post(raw.toString("hex"))).status).toBe(200)
  })

  it("allows a replacement, sets no lock time in the future, and returns the change", async () => {
    const { from, others, prepare } = await start()
    const { fee, transaction } = await prepare({ to: others.segwit, amount: 20_000n })
    const psbt = getPsbt(transaction)
    expect([psbt.version, psbt.locktime]).toEqual([2, 104])
    expect(psbt.txInputs.map(({ sequence }) => sequence)).toEqual([0xffff_fffd])
    const paid = psbt.txOutputs.map(({ address, value }) => [address, value])
    expect(paid).toEqual([
      [others.segwit, 20_000n],
      [from, 100_000_000n - 20_000n - fee.expected],
    ])
  })

  it("spends confirmed UTXOs and own change, never unconfirmed payments of others", async () => {
    const { balanceOf, find, from, mine, others, prepare, send, spendable } = await start()
    expect(await spendable()).toBe(total)
    const all = total - 50_000n
    const { fee, transaction } = await prepare({ to: others.segwit, amount: all })
    await send(transaction)
    // Only pending change is left.
    const left = total - all - fee.expected
    expect([await spendable(), await balanceOf(from)]).toEqual([left, left])
    const second = await prepare({ to: others.segwit, amount: 10_000n })
    await send(second.transaction)
    await mine()
    expect(await find(second.transaction)).toMatchObject({ _tag: "Mined" })
    expect(await spendable()).toBe(left - 10_000n - second.fee.expected)
  })

  it("ignores incoming payments until they are in a block", async () => {
    const payer = await start("taproot")
    const { actions, asking, balanceOf, mine, others, prepare, send } = payer
    const before = await balanceOf(others.segwit)
    await send((await prepare({ to: others.segwit, amount: 70_000n })).transaction)
    const spendable = actions.spendableBalance({ ...asking, address: others.segwit, token: null })
    expect([await balanceOf(others.segwit), await Effect.runPromise(spendable)]).toEqual([before, before])
    await mine()
    expect(await balanceOf(others.segwit)).toBe(before + 70_000n)
    expect(await Effect.runPromise(spendable)).toBe(before + 70_000n)
  })

  it("ignores immature coinbase outputs", async () => {
    const { actions, asking, balanceOf, mine } = await start()
    const miner = bitcoinMiner.mainnet
    const spendable = () =>
      Effect.runPromise(actions.spendableBalance({ ...asking, address: miner, token: null }))
    const before = await spendable()
    expect(await balanceOf(miner)).toBeGreaterThan(before)
    await mine()
    expect(await spendable()).toBeGreaterThan(before)
    await mine(120)
    expect(await spendable()).toBeLessThan(await balanceOf(miner))
  })

  it("rejects wrong amounts, other networks, legacy senders and tokens before signing", async () => {
    const { actions, asking, others, refusalOf } = await start()
    const to = others.segwit
    const reverts = { _tag: "TransferRejected", reason: { _tag: "Reverts" } }
    const insufficient = { _tag: "TransferRejected", reason: { _tag: "Insufficient" } }
    expect(await refusalOf({ to, amount: total + 1n })).toMatchObject(insufficient)
    expect(await refusalOf({ to, amount: 293n })).toMatchObject(reverts)
    expect(await refusalOf({ to: others.legacy, amount: 545n })).toMatchObject(reverts)
    const testnet = "tb1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelvmc7t8"
    expect(await refusalOf({ to: testnet, amount: 1_000n })).toMatchObject(reverts)
    const old = { from: others.legacy, to, token: null, amount: 1_000n }
    const refusal = Effect.runPromise(Effect.flip(actions.estimate({ ...asking, transfer: old })))
    expect(await refusal).toMatchObject(reverts)
    const token = { from: others.segwit, to, token: "x", amount: 1_000n }
    const none = Effect.runPromise(Effect.flip(actions.estimate({ ...asking, transfer: token })))
    expect(await none).toMatchObject(reverts)
  })

  it("leaves only UTXOs that cost more than their value when it sends everything", async () => {
    const { balanceOf, from, mine, others, prepare, send, spendable } = await start()
    const all = await spendable()
    const { fee } = await prepare({ to: others.segwit, amount: all })
    const amount = all - fee.most
    const { transaction } = await prepare({ to: others.segwit, amount })
    const psbt = getPsbt(transaction)
    expect(psbt.txOutputs.map(({ value }) => value)).toEqual([amount])
    const before = await balanceOf(others.segwit)
    await send(transaction)
    await mine()
    expect(await balanceOf(others.segwit)).toBe(before + amount)
    // 600 satoshis exceed the 476 that an input costs.
    expect(await balanceOf(from)).toBe(0n)
    expect(fee.most).toBe(fee.expected)
  })
})

describe("Bitcoin payment status", { timeout: 60_000 }, () => {
  it("reports a replacement or cancellation when any conflicting transaction is in a block", async () => {
    const { find, from, mine, others, prepare, send } = await start()
    const { transaction } = await prepare({ to: others.segwit, amount: 30_000n })
    const other = await prepare({ to: others.taproot, amount: 30_000n })
    const by = await send(other.transaction)
    expect(await find(transaction)).toEqual({ _tag: "Missing" })
    await mine()
    expect(await find(transaction)).toEqual({ _tag: "Replaced", by })

    const next = await prepare({ to: others.segwit, amount: 30_000n })
    const back = await prepare({ to: from, amount: 30_000n })
    const cancelling = await send(back.transaction)
    await mine()
    expect(await find(next.transaction)).toEqual({ _tag: "Cancelled", by: cancelling })
  })

  it("finds a payment by its inputs when its hash is lost or wrong", async () => {
    const { find, mine, others, prepare, send } = await start()
    const first = await prepare({ to: others.segwit, amount: 40_000n })
    const wrong = await send(first.transaction)
    await mine()
    const { transaction } = await prepare({ to: others.segwit, amount: 41_000n })
    expect(await find(transaction, { hash: wrong })).toEqual({ _tag: "Missing" })
    const hash = await send(transaction)
    for (const named of [null, wrong, "ab".repeat(32)])
      expect(await find(transaction, { hash: named })).toEqual({ _tag: "Pending", hash })
  })

  it("finds a payment by its hash alone, and its replacement once that is mined", async () => {
    const { actions, asking, find, from, mine, others, prepare, raise, send } = await start()
    const { transaction } = await prepare({ to: others.segwit, amount: 42_000n })
    const hash = await send(transaction)
    const sought = { from: "", transaction: null, mark: null, hash, excludedHashes: [] }
    const shown = await Effect.runPromise(actions.find({ ...asking, sought }))
    expect(shown).toMatchObject({ _tag: "Pending", hash, mark: { own: expect.any(String) } })
    const mark = shown._tag === "Pending" ? (shown.mark ?? null) : null
    const raised = Result.getOrThrow(await raise(transaction))
    const second = await send(raised.transaction)
    const again = await Effect.runPromise(actions.find({ ...asking, sought: { ...sought, mark } }))
    expect(again).toMatchObject({ _tag: "Pending", hash: second })
    await mine()
    const last = await Effect.runPromise(actions.find({ ...asking, sought: { ...sought, mark } }))
    expect(last).toMatchObject({ _tag: "Mined", hash: second })
    expect(await find(transaction, { from })).toMatchObject({ _tag: "Mined", hash: second })
  })
})

describe("Bitcoin payments that nodes dropped", { timeout: 60_000 }, () => {
  it("reports a dropped payment as missing until it is sent again or cancelled", async () => {
    const { client, find, from, mine, others, prepare, send } = await start()
    const { transaction } = await prepare({ to: others.segwit, amount: 43_000n })
    const hash = await send(transaction)
    await client.control("drop", { txid: hash })
    expect(await find(transaction, { hash })).toEqual({ _tag: "Missing" })
    expect(await send(transaction)).toBe(hash)
    expect(await find(transaction, { hash })).toEqual({ _tag: "Pending", hash })
    await client.control("drop", { txid: hash })
    const back = await prepare({ to: from, amount: 43_000n })
    const by = await send(back.transaction)
    await mine()
    expect(await find(transaction, { hash })).toEqual({ _tag: "Cancelled", by })
  })
})

describe("Bitcoin fee increase", { timeout: 60_000 }, () => {
  it("reduces the change to raise the fee, down to no change", async () => {
    const { from, others, prepare, raise, send } = await start()
    const { transaction, fee } = await prepare({ to: others.segwit, amount: 99_997_500n })
    await send(transaction)
    const left = getPsbt(transaction).txOutputs.find(({ address }) => address === from)?.value ?? 0n
    expect(left).toBe(100_000_000n - 99_997_500n - fee.expected)
    let standing = transaction
    const fees: bigint[] = [fee.expected]
    for (;;) {
      const raised = await raise(standing)
      if (Result.isFailure(raised)) break
      standing = raised.success.transaction
      fees.push(raised.success.fee.most)
      await send(standing)
    }
    expect(fees.length).toBeGreaterThan(3)
    expect(fees).toEqual([...new Set(fees)].toSorted((a, b) => Number(a - b)))
    // In the end all of the change is spent on fees, and the recipient has the requested amount.
    expect(getPsbt(standing).txOutputs.map(({ value }) => value)).toEqual([99_997_500n])
    expect(fees.at(-1)).toBe(2_500n)
  })

  it("rejects an increase when another payment spends the change or nothing is pending", async () => {
    const { mine, others, prepare, raise, send } = await start()
    const amount = total - 60_000n
    const { transaction } = await prepare({ to: others.segwit, amount })
    const said = async () => {
      const raised = await raise(transaction)
      return Result.isFailure(raised) && raised.failure._tag === "TransferRejected" && raised.failure.reason
    }
    const waitsNoMore = { _tag: "Reverts", text: "" }
    expect(await said()).toEqual(waitsNoMore)
    await send(transaction)
    // More than the confirmed coins, which are spent first.
    const child = await prepare({ to: others.segwit, amount: 50_000n })
    await send(child.transaction)
    expect(await said()).toMatchObject({ text: expect.stringContaining("spends from this one") })
    await mine()
    expect(await said()).toEqual(waitsNoMore)
  })
})

describe("Bitcoin node errors", { timeout: 60_000 }, () => {
  it("reports the node's own text, and that nothing was sent only while it cannot have been", async () => {
    const { actions, asking, mine, others, prepare, send, sign } = await start()
    const refusal = async (transaction: ChainTransaction) =>
      Effect.runPromise(Effect.flip(actions.broadcast({ ...asking, raw: sign(transaction) })))
    const first = await prepare({ to: others.segwit, amount: 50_000n })
    const second = await prepare({ to: others.segwit, amount: 60_000n })
    await send(first.transaction)
    expect(await refusal(second.transaction)).toMatchObject({
      _tag: "BroadcastError",
      reason: { _tag: "Refused", text: expect.stringContaining("insufficient fee") },
    })
    await mine()
    // The node does not say who has spent the inputs: the payment may have.
    expect(await refusal(second.transaction)).toMatchObject({ reason: { _tag: "Uncertain" } })
  })
})
