import { Transaction } from "bitcoinjs-lib"
import { describe, expect, it } from "vitest"
import {
  getUtxos,
  kinds,
  libraries,
  makeFreshLedger,
  makePayment,
  signWithScure,
} from "../testing/transactions.ts"
import { toHex } from "../transaction/bytes.ts"
import { TransactionRejected } from "../transaction/TransactionRejected.ts"

/**
 * Returns the responses of a fresh ledger to a transaction with one flipped bit: for a sample of bits that covers
 * each bit position, and for every bit in `npm run soak`.
 */
const answers = (hex: string, every: number) => {
  const ledger = makeFreshLedger()
  const raw = Buffer.from(hex, "hex")
  const step = process.env["WMODAL_SOAK"] === undefined ? every : 1
  const taken: string[] = []
  const reasons = new Set<string>()
  for (let at = 0; at < raw.length * 8; at += step) {
    const changed = Buffer.from(raw)
    changed[at >> 3] = (changed[at >> 3] ?? 0) ^ (1 << (at & 7))
    try {
      taken.push(`bit ${at}: ${ledger.send(toHex(changed))}`)
    } catch (error) {
      if (!(error instanceof TransactionRejected)) throw error
      reasons.add(error.reason)
    }
  }
  return { taken, reasons, ledger }
}

describe.each(libraries)("a transaction of %s with one flipped bit", (_, sign) => {
  it.each(kinds)("rejects every flipped bit in a %s send", { timeout: 300_000 }, (kind) => {
    const hex = sign(
      makePayment(getUtxos(makeFreshLedger(), kind).slice(0, 1), { value: 30_000_000n, fee: 500n }),
    )
    const { taken, reasons, ledger } = answers(hex, 17)
    expect(taken).toEqual([])
    expect([...reasons]).toContain("bad-txns-inputs-missingorspent")
    // The ledger is unchanged: it still accepts the original transaction.
    expect(ledger.send(hex)).toBe(Transaction.fromHex(hex).getId())
  })
})

it("rejects every flipped bit in a transaction with inputs of all kinds", { timeout: 300_000 }, () => {
  const coins = kinds.flatMap((kind) => getUtxos(makeFreshLedger(), kind).slice(0, 1))
  const hex = signWithScure(makePayment(coins, { value: 30_000_000n, fee: 5000n }))
  expect(answers(hex, 59).taken).toEqual([])
})
