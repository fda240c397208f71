import { signSchnorr } from "@bitcoinerlab/secp256k1"
import { Transaction } from "bitcoinjs-lib"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { keyCases } from "../testing/keyCases.ts"
import { scriptCases } from "../testing/scriptCases.ts"
import { fund, makeScript, makeUnsigned, wrapInWitness } from "../testing/scripts.ts"
import { keyLock, taprootCases, tweakedKey } from "../testing/taprootCases.ts"
import { makeFreshLedger } from "../testing/transactions.ts"
import { accepted } from "../testing/UnlockCase.ts"
import { TransactionRejected } from "../transaction/TransactionRejected.ts"

const cases = [...keyCases, ...scriptCases, ...taprootCases]
const ledger = makeFreshLedger()
const coins = fund(
  ledger,
  cases.map(({ lock }) => lock),
)
ledger.mine(2)

/** The result in the terms of `UnlockCase`. */
const answerTo = (transaction: Transaction): string => {
  const [answer] = ledger.test([transaction])
  if (!(answer instanceof TransactionRejected)) return accepted
  return /^mempool-script-verify-flag-failed \((.*)\)$/.exec(answer.reason)?.[1] ?? answer.reason
}

describe("verifyInput", () => {
  it.each(cases.map((unlocking, at) => [unlocking.name, unlocking, coins[at]] as const))(
    "matches the expected result of %s",
    (_, { unlock, options, answer }, coin) => {
      const own = coin === undefined ? [] : [coin]
      const transaction = makeUnsigned({ coins: own, ...options })
      for (const spent of own) unlock(transaction, spent)
      expect(answerTo(transaction)).toBe(answer)
    },
  )

  it("rejects SIGHASH_SINGLE without a matching output", () => {
    const world = makeFreshLedger()
    const own = fund(world, [keyLock, keyLock])
    const transaction = makeUnsigned({ coins: own })
    const locks = own.map(({ script }) => script)
    const values = own.map(({ value }) => value)
    const hash = transaction.hashForWitnessV1(0, locks, values, 3)
    transaction.setWitness(0, [Uint8Array.from([...signSchnorr(hash, tweakedKey, new Uint8Array(32)), 3])])
    transaction.setWitness(1, [Uint8Array.from([...new Uint8Array(64).fill(1), 3])])
    expect(() => world.send(transaction.toHex())).toThrow("Invalid Schnorr signature hash type")
  })

  it.each([
    ["518b", "This ledger runs no OP_1ADD"],
    ["51ab", "This ledger runs no OP_CODESEPARATOR"],
    ["0501020304055193", "Script number overflowed or is non-minimally encoded"],
    ["0201005193", "Script number overflowed or is non-minimally encoded"],
  ])("rejects script %s: %s", (text, answer) => {
    const world = makeFreshLedger()
    const script = makeScript(text)
    const transaction = makeUnsigned({ coins: fund(world, [wrapInWitness(script)]) })
    transaction.setWitness(0, [script])
    expect(() => world.send(transaction.toHex())).toThrow(answer)
  })

  it("rejects random scripts, always with a script error", () => {
    const item = fc.oneof(
      fc.uint8Array({ maxLength: 80 }),
      fc.constantFrom(...cases.map(({ lock }) => lock)),
      fc.uint8Array({ minLength: 33, maxLength: 97 }),
    )
    const coin = fc.constantFrom(...coins.filter((_, at) => cases[at]?.name.startsWith("a script") !== true))
    fc.assert(
      fc.property(coin, fc.array(item, { maxLength: 5 }), item, (own, witness, script) => {
        const transaction = makeUnsigned({ coins: [own] })
        transaction.setWitness(0, witness)
        expect(answerTo(transaction)).not.toBe(accepted)
        transaction.setInputScript(0, script)
        expect(answerTo(transaction)).not.toBe(accepted)
        expect(Transaction.fromHex(transaction.toHex()).getId()).toBe(transaction.getId())
      }),
    )
  })
})
