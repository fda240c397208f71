import { Transaction } from "bitcoinjs-lib"
import { describe, expect, it } from "vitest"
import { coinsAt, freshLedger, kinds, libraries, paying, signedByScure } from "../testing/sending.ts"
import { toHex } from "../transaction/bytes.ts"
import { Rejected } from "../transaction/Rejected.ts"

/** What a ledger that has never seen the transaction says to it with one bit turned. */
const answers = (hex: string, bitsOf: (position: number) => readonly number[]) => {
  const ledger = freshLedger()
  const raw = Buffer.from(hex, "hex")
  const taken: string[] = []
  const reasons = new Set<string>()
  for (const position of raw.keys())
    for (const bit of bitsOf(position)) {
      const changed = Buffer.from(raw)
      changed[position] = (changed[position] ?? 0) ^ (1 << bit)
      try {
        taken.push(`byte ${position}, bit ${bit}: ${ledger.send(toHex(changed))}`)
      } catch (error) {
        if (!(error instanceof Rejected)) throw error
        reasons.add(error.reason)
      }
    }
  return { taken, reasons, ledger }
}

const oneKind = (kind: (typeof kinds)[number], sign: (typeof libraries)[number][1]) =>
  sign(paying(coinsAt(freshLedger(), kind).slice(0, 1), { value: 30_000_000n, fee: 500n }))

describe.each(libraries)("a transaction of %s with one bit turned", (_, sign) => {
  it.each(kinds)("is refused in any byte of a %s send", { timeout: 60_000 }, (kind) => {
    const hex = oneKind(kind, sign)
    const { taken, reasons, ledger } = answers(hex, (position) => [(position * 5) % 8])
    expect(taken).toEqual([])
    expect([...reasons]).toContain("bad-txns-inputs-missingorspent")
    // The ledger has not been changed by any of them: the real one is still good.
    expect(ledger.send(hex)).toBe(Transaction.fromHex(hex).getId())
  })
})

it("refuses every single bit that can be turned in a send", { timeout: 60_000 }, () => {
  const [[, sign]] = libraries
  expect(answers(oneKind("segwit", sign), () => [0, 1, 2, 3, 4, 5, 6, 7]).taken).toEqual([])
})

it("refuses every byte that can be turned where there are inputs of all kinds", { timeout: 60_000 }, () => {
  const coins = kinds.flatMap((kind) => coinsAt(freshLedger(), kind).slice(0, 1))
  const hex = signedByScure(paying(coins, { value: 30_000_000n, fee: 5000n }))
  expect(answers(hex, (position) => [position % 8]).taken).toEqual([])
})
