import {
  pointFromScalar,
  privateAdd,
  privateNegate,
  signSchnorr,
  xOnlyPointAddTweak,
} from "@bitcoinerlab/secp256k1"
import { crypto, type Transaction, toXOnly } from "bitcoinjs-lib"
import { tapleafHash, tapTweakHash } from "bitcoinjs-lib/src/payments/bip341"
import { describe, expect, it } from "vitest"
import { testKey } from "../testing/keys.ts"
import { type Draft, drafted, fund, pushed, type Spendable, scriptFrom } from "../testing/scripts.ts"
import { freshLedger } from "../testing/sending.ts"
import { Rejected } from "../transaction/Rejected.ts"

const accepted = "accepted"
const aux = new Uint8Array(32)

/** Pays an output key and spends it again: `accepted`, or bitcoind's name of what is wrong. */
const spend = (
  outputKey: Uint8Array,
  witness: (transaction: Transaction, coin: Spendable) => readonly Uint8Array[],
  options: Omit<Draft, "coins"> = {},
): string => {
  const ledger = freshLedger()
  const coins = fund(ledger, [scriptFrom("5120", outputKey)])
  const transaction = drafted({ coins, ...options })
  for (const coin of coins) transaction.setWitness(0, [...witness(transaction, coin)])
  try {
    ledger.send(transaction.toHex())
    return accepted
  } catch (error) {
    if (!(error instanceof Rejected)) throw error
    return /^mempool-script-verify-flag-failed \((.*)\)$/.exec(error.reason)?.[1] ?? error.reason
  }
}

interface Signing {
  readonly key: Uint8Array
  readonly hashType?: number
  readonly leafHash?: Uint8Array
}

const signed = (
  transaction: Transaction,
  { script, value }: Spendable,
  { key, hashType = 0, leafHash }: Signing,
): Uint8Array => {
  const hash = transaction.hashForWitnessV1(0, [script], [value], hashType, leafHash)
  const signature = signSchnorr(hash, key, aux)
  return hashType === 0 ? signature : Uint8Array.from([...signature, hashType])
}

const alice = testKey("taproot", 0)
const bob = testKey("taproot", 1)
const xOnly = (key: typeof alice) => toXOnly(key.publicKey)

/** The private key whose public key has an even Y. */
const evenKey = ({ privateKey, publicKey }: typeof alice) =>
  publicKey[0] === 3 ? privateNegate(privateKey) : privateKey

describe("a coin that a key opens", () => {
  const tweaked = privateAdd(evenKey(alice), tapTweakHash(xOnly(alice), undefined)) ?? aux
  const outputKey = toXOnly(pointFromScalar(tweaked) ?? new Uint8Array(33))

  it.each([0, 1, 2, 3, 0x81, 0x82, 0x83])("takes hash type %i", (hashType) => {
    expect(
      spend(outputKey, (transaction, coin) => [signed(transaction, coin, { key: tweaked, hashType })]),
    ).toBe(accepted)
  })

  it.each<[string, (signature: Uint8Array) => readonly Uint8Array[], string]>([
    ["no witness", () => [], "Witness program was passed an empty witness"],
    ["an empty signature", () => [new Uint8Array()], "Invalid Schnorr signature size"],
    ["63 bytes", (signature) => [signature.slice(1)], "Invalid Schnorr signature size"],
    [
      "the default hash type by name",
      (signature) => [Uint8Array.from([...signature, 0])],
      "Invalid Schnorr signature hash type",
    ],
    [
      "an unknown hash type",
      (signature) => [Uint8Array.from([...signature, 4])],
      "Invalid Schnorr signature hash type",
    ],
    ["another hash type", (signature) => [Uint8Array.from([...signature, 1])], "Invalid Schnorr signature"],
    ["zeros", () => [new Uint8Array(64)], "Invalid Schnorr signature"],
    ["numbers beyond the group", () => [new Uint8Array(64).fill(0xff)], "Invalid Schnorr signature"],
  ])("refuses %s", (_, change, expected) => {
    expect(spend(outputKey, (transaction, coin) => change(signed(transaction, coin, { key: tweaked })))).toBe(
      expected,
    )
  })

  it("refuses the key before it was tweaked", () => {
    expect(
      spend(outputKey, (transaction, coin) => [signed(transaction, coin, { key: alice.privateKey })]),
    ).toBe("Invalid Schnorr signature")
  })

  it("refuses to sign one output that is not there", () => {
    const ledger = freshLedger()
    const script = scriptFrom("5120", outputKey)
    const coins = fund(ledger, [script, script])
    const transaction = drafted({ coins })
    const spent = coins.map((coin) => coin.script)
    const values = coins.map((coin) => coin.value)
    const hash = transaction.hashForWitnessV1(0, spent, values, 3)
    transaction.setWitness(0, [Uint8Array.from([...signSchnorr(hash, tweaked, aux), 3])])
    transaction.setWitness(1, [Uint8Array.from([...new Uint8Array(64).fill(1), 3])])
    expect(() => ledger.send(transaction.toHex())).toThrow("Invalid Schnorr signature hash type")
  })

  it("refuses everything where the output's key is no point", () => {
    expect(spend(new Uint8Array(32).fill(0xff), () => [new Uint8Array(64)])).toBe("Invalid Schnorr signature")
  })
})

describe("a coin that a script opens", () => {
  /** An output of Alice's key and of two scripts. */
  const tree = (script: Uint8Array, version = 0xc0) => {
    const leafHash = tapleafHash({ output: script, version })
    const other = tapleafHash({ output: scriptFrom("6a") })
    const branch = crypto.taggedHash(
      "TapBranch",
      Buffer.concat([leafHash, other].toSorted((one, two) => Buffer.compare(one, two))),
    )
    const tweak = tapTweakHash(xOnly(alice), branch)
    const output = xOnlyPointAddTweak(xOnly(alice), tweak)
    const control = Uint8Array.from([version + (output?.parity ?? 0), ...xOnly(alice), ...other])
    return { leafHash, control, outputKey: output?.xOnlyPubkey ?? aux }
  }
  const one = scriptFrom(pushed(xOnly(bob)), "ac")
  const { leafHash, control, outputKey } = tree(one)
  const byBob = (transaction: Transaction, coin: Spendable, hashType = 0) =>
    signed(transaction, coin, { key: bob.privateKey, leafHash, hashType })
  const changed = (bytes: Uint8Array, at: number) => bytes.map((byte, n) => (n === at ? byte ^ 1 : byte))

  it.each([0, 1, 2, 3, 0x81, 0x82, 0x83])("takes hash type %i", (hashType) => {
    expect(spend(outputKey, (transaction, coin) => [byBob(transaction, coin, hashType), one, control])).toBe(
      accepted,
    )
  })

  it.each<[string, (signature: Uint8Array) => readonly Uint8Array[], string]>([
    [
      "another leaf",
      (by) => [by, scriptFrom(pushed(xOnly(alice)), "ac"), control],
      "Witness program hash mismatch",
    ],
    ["another inner key", (by) => [by, one, changed(control, 5)], "Witness program hash mismatch"],
    ["another branch", (by) => [by, one, changed(control, 40)], "Witness program hash mismatch"],
    ["the other parity", (by) => [by, one, changed(control, 0)], "Witness program hash mismatch"],
    ["a path that is too short", (by) => [by, one, control.slice(0, 33)], "Witness program hash mismatch"],
    ["half a path", (by) => [by, one, control.slice(0, -1)], "Invalid Taproot control block size"],
    ["no path", (by) => [by, one, new Uint8Array(32)], "Invalid Taproot control block size"],
    [
      "no signature",
      () => [new Uint8Array(), one, control],
      "Script evaluated without error but finished with a false/empty top stack element",
    ],
    ["the leaf alone", () => [one, control], "Operation not valid with the current stack size"],
    ["one item more", (by) => [aux, by, one, control], "Stack size must be exactly one after execution"],
    ["another signature", (by) => [changed(by, 3), one, control], "Invalid Schnorr signature"],
  ])("refuses %s", (_, change, expected) => {
    expect(spend(outputKey, (transaction, coin) => change(byBob(transaction, coin)))).toBe(expected)
  })

  it("refuses what another leaf has signed", () => {
    const other = tree(scriptFrom(pushed(xOnly(bob)), "ad51"))
    expect(
      spend(outputKey, (transaction, coin) => [
        signed(transaction, coin, { key: bob.privateKey, leafHash: other.leafHash }),
        one,
        control,
      ]),
    ).toBe("Invalid Schnorr signature")
  })

  it("counts the signatures of two of three", () => {
    const script = scriptFrom(
      pushed(xOnly(alice)),
      "ac",
      pushed(xOnly(bob)),
      "ba",
      pushed(xOnly(testKey("taproot", 2))),
      "ba529c",
    )
    const leaf = tree(script)
    const items = (third: boolean, second: boolean) => (transaction: Transaction, coin: Spendable) => {
      const by = ({ privateKey }: typeof alice) =>
        signed(transaction, coin, { key: privateKey, leafHash: leaf.leafHash })
      const none = new Uint8Array()
      return [
        third ? by(testKey("taproot", 2)) : none,
        second ? by(bob) : none,
        by(alice),
        script,
        leaf.control,
      ]
    }
    const isFalse = "Script evaluated without error but finished with a false/empty top stack element"
    expect(spend(leaf.outputKey, items(false, true))).toBe(accepted)
    expect(spend(leaf.outputKey, items(true, false))).toBe(accepted)
    expect(spend(leaf.outputKey, items(true, true))).toBe(isFalse)
    expect(spend(leaf.outputKey, items(false, false))).toBe(isFalse)
  })

  it.each<[string, string, string]>([
    ["a multisig of the older kind", "000000ae", "OP_CHECKMULTISIG(VERIFY) is not available in tapscript"],
    ["what may mean something one day", "5163007e6851", "OP_SUCCESSx reserved for soft-fork upgrades"],
    ["a condition that is not minimal", "5263516851", "OP_IF/NOTIF argument must be minimal in tapscript"],
    ["a key of no bytes", "0000ac", "Empty public key in tapscript"],
    ["a key of a later kind", "005152ac", "Public key version reserved for soft-fork upgrades"],
    ["more operations than older scripts may have", `${"61".repeat(300)}51`, accepted],
  ])("has rules of its own for %s", (_, hex, expected) => {
    const script = scriptFrom(hex)
    const leaf = tree(script)
    expect(spend(leaf.outputKey, () => [script, leaf.control])).toBe(expected)
  })

  it("lets no more signatures be checked than the witness has room for", () => {
    // The key is pushed once and doubled, so that a check costs three bytes where fifty are counted.
    const checks = (count: number) =>
      scriptFrom(pushed(xOnly(bob)), ...Array.from({ length: count }, () => "6ead"), "6d51")
    const answer = (count: number) => {
      const script = checks(count)
      const leaf = tree(script)
      return spend(leaf.outputKey, (transaction, coin) => [
        signed(transaction, coin, { key: bob.privateKey, leafHash: leaf.leafHash }),
        script,
        leaf.control,
      ])
    }
    expect(answer(4)).toBe(accepted)
    expect(answer(6)).toBe("Too much signature validation relative to witness weight")
  })

  it("refuses a leaf of a version that has no meaning yet", () => {
    const leaf = tree(one, 0xc2)
    expect(
      spend(leaf.outputKey, (transaction, coin) => [
        signed(transaction, coin, { key: bob.privateKey, leafHash: leaf.leafHash }),
        one,
        leaf.control,
      ]),
    ).toBe("Taproot version reserved for soft-fork upgrades")
  })
})
