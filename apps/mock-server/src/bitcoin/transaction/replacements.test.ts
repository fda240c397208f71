import { Transaction } from "bitcoinjs-lib"
import { describe, expect, it } from "vitest"
import { getTip } from "../ledger/LedgerState.ts"
import { fund, makeUnsigned, ownScript, type Spendable, signSegwit } from "../testing/scripts.ts"
import { submitTransaction } from "../testing/submitTransaction.ts"
import { getUtxos, makeFreshLedger, makePayment, signWithBitcoinjs } from "../testing/transactions.ts"

const coins = getUtxos(makeFreshLedger(), "segwit")
const large = coins.slice(0, 1)
const out = (value: bigint, script = ownScript) => ({ script, value })

describe("replacement transactions", () => {
  const [, second] = coins
  /** 110 vB each. */
  const replacing = (fee: bigint, spent: readonly Spendable[] = large, sequence = 0xffff_fffd) => {
    const value = spent.reduce((sum, coin) => sum + coin.value, 0n) - fee
    return signSegwit(makeUnsigned({ coins: spent, outputs: [out(value)], sequence }), spent).toHex()
  }
  const idOf = (hex: string) => Transaction.fromHex(hex).getId()

  it("evicts the replaced transaction and all its descendants", () => {
    const ledger = makeFreshLedger()
    const first = ledger.send(replacing(1000n))
    const paid = [{ txid: first, vout: 0, script: ownScript, value: 99_999_000n }]
    const child = ledger.send(replacing(500n, paid))
    const better = ledger.send(replacing(1610n))
    expect(ledger.state.mempool().map(({ txid }) => txid)).toEqual([better])
    expect([first, child].map((txid) => ledger.state.transaction(txid))).toEqual([undefined, undefined])
    expect(ledger.state.history(ownScript).map(({ txid }) => txid)).not.toContain(first)
    ledger.mine(1)
    expect(ledger.state.transaction(better)?.height).toBe(getTip(ledger.state).height)
  })

  it("rejects a replacement when the original does not signal replaceability", () => {
    const ledger = makeFreshLedger()
    ledger.send(replacing(1000n, large, 0xffff_fffe))
    expect(submitTransaction(ledger, replacing(50_000n))).toBe("-26 txn-mempool-conflict")
  })

  it("rejects a replacement without a higher rate", () => {
    const ledger = makeFreshLedger()
    ledger.send(replacing(1100n))
    const hex = replacing(1100n, [...large, ...(second === undefined ? [] : [second])])
    expect(submitTransaction(ledger, hex)).toBe(
      `-26 insufficient fee, rejecting replacement ${idOf(hex)}; new feerate 0.00006179 BTC/kvB <= old feerate 0.00010000 BTC/kvB`,
    )
  })

  it("rejects a replacement that pays less than all evicted transactions", () => {
    const ledger = makeFreshLedger()
    const first = ledger.send(replacing(1100n))
    ledger.send(replacing(5000n, [{ txid: first, vout: 0, script: ownScript, value: 99_998_900n }]))
    const hex = replacing(2000n)
    expect(submitTransaction(ledger, hex)).toBe(
      `-26 insufficient fee, rejecting replacement ${idOf(hex)}, less fees than conflicting txs; 0.00002 < 0.000061`,
    )
  })

  it("rejects a replacement that does not pay for its own relay", () => {
    const ledger = makeFreshLedger()
    ledger.send(replacing(1100n))
    const hex = replacing(1209n)
    expect(submitTransaction(ledger, hex)).toBe(
      `-26 insufficient fee, rejecting replacement ${idOf(hex)}, not enough additional fees to relay; 0.00000109 < 0.0000011`,
    )
    expect(submitTransaction(ledger, replacing(1210n))).toMatch(/^[0-9a-f]{64}$/)
  })

  it("rejects a replacement that spends an output that it evicts", () => {
    const ledger = makeFreshLedger()
    const first = ledger.send(replacing(1100n))
    const hex = replacing(9000n, [...large, { txid: first, vout: 0, script: ownScript, value: 99_998_900n }])
    expect(submitTransaction(ledger, hex)).toBe(
      `-26 bad-txns-spends-conflicting-tx, ${idOf(hex)} spends conflicting transaction ${first}`,
    )
  })

  it("rejects a replacement with a further unconfirmed input", () => {
    const ledger = makeFreshLedger()
    ledger.send(replacing(1100n))
    const other = ledger.send(replacing(500n, second === undefined ? [] : [second]))
    const hex = replacing(9000n, [...large, { txid: other, vout: 0, script: ownScript, value: 24_999_500n }])
    expect(submitTransaction(ledger, hex)).toBe(
      `-26 replacement-adds-unconfirmed, replacement ${idOf(hex)} adds unconfirmed input, idx 1`,
    )
  })

  it("rejects a replacement that evicts more than a hundred transactions", { timeout: 60_000 }, () => {
    const ledger = makeFreshLedger()
    const paid = fund(
      ledger,
      Array.from({ length: 5 }, () => ownScript),
      10_000_000n,
    )
    for (const coin of paid) {
      const outputs = Array.from({ length: 24 }, () => out(400_000n))
      const txid = ledger.send(signSegwit(makeUnsigned({ coins: [coin], outputs }), [coin]).toHex(), 0n)
      for (const vout of outputs.keys())
        ledger.send(replacing(500n, [{ txid, vout, script: ownScript, value: 400_000n }]))
    }
    const hex = replacing(45_000_000n, paid)
    expect(() => ledger.send(hex, 0n)).toThrow(
      `too many potential replacements, rejecting replacement ${idOf(hex)}; too many potential replacements (125 > 100)`,
    )
  })

  it("accepts replacements from wallets", () => {
    const ledger = makeFreshLedger()
    const sending = (fee: bigint) =>
      signWithBitcoinjs(
        makePayment(getUtxos(makeFreshLedger(), "taproot").slice(0, 1), { value: 1_000_000n, fee }),
      )
    ledger.send(sending(300n))
    const better = ledger.send(sending(900n))
    expect(ledger.state.mempool().map(({ txid }) => txid)).toEqual([better])
  })
})
