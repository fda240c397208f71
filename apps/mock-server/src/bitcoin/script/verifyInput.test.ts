import { createHash } from "node:crypto"
import { pointCompress } from "@bitcoinerlab/secp256k1"
import { script as bitcoinScript, crypto, type Transaction } from "bitcoinjs-lib"
import { describe, expect, it } from "vitest"
import type { Ledger } from "../ledger/Ledger.ts"
import { testKey } from "../testing/keys.ts"
import {
  type Draft,
  drafted,
  fund,
  inHash,
  inWitness,
  legacySignature,
  payToKeyHash,
  pushed,
  type Spendable,
  scriptFrom,
  witnessSignature,
} from "../testing/scripts.ts"
import { freshLedger } from "../testing/sending.ts"
import { Rejected } from "../transaction/Rejected.ts"

/** Pays a script and spends it again: `accepted`, or bitcoind's name of what is wrong. */
const spend = (
  lock: Uint8Array,
  unlock: (transaction: Transaction, coin: Spendable) => void,
  options: Omit<Draft, "coins"> = {},
): string => {
  const ledger = freshLedger()
  return spendOf(ledger, fund(ledger, [lock]), unlock, options)
}

const spendOf = (
  ledger: Ledger,
  coins: readonly Spendable[],
  unlock: (transaction: Transaction, coin: Spendable) => void,
  options: Omit<Draft, "coins"> = {},
): string => {
  const transaction = drafted({ coins, ...options })
  for (const coin of coins) unlock(transaction, coin)
  try {
    ledger.send(transaction.toHex())
    return "accepted"
  } catch (error) {
    if (!(error instanceof Rejected)) throw error
    const [, text] = /^mempool-script-verify-flag-failed \((.*)\)$/.exec(error.reason) ?? []
    return text ?? error.reason
  }
}

const alice = testKey("segwit", 0)
const bob = testKey("segwit", 1)
const carol = testKey("segwit", 2)
/** Alice's key as it was written in the first years. */
const fullKey = pointCompress(alice.publicKey, false)

const order = 0xffffffff_ffffffff_ffffffff_fffffffe_baaedce6_af48a03b_bfd25e8c_d0364141n

/** The same signature with the other of the two numbers that fit. */
const highS = (signature: Uint8Array): Uint8Array => {
  const { signature: compact, hashType } = bitcoinScript.signature.decode(signature)
  const s = order - BigInt(`0x${Buffer.from(compact.subarray(32)).toString("hex")}`)
  const bytes = Buffer.from(s.toString(16).padStart(64, "0"), "hex")
  return bitcoinScript.signature.encode(Uint8Array.from([...compact.subarray(0, 32), ...bytes]), hashType)
}

describe("what unlocks a coin of one key", () => {
  const lock = scriptFrom("0014", crypto.hash160(alice.publicKey))
  const code = payToKeyHash(alice.publicKey)
  const signed = (transaction: Transaction, { value }: Spendable, hashType = 1) =>
    witnessSignature(transaction, 0, { code, value, privateKey: alice.privateKey, hashType })
  const answer = (witness: (signature: Uint8Array) => Uint8Array[]) =>
    spend(lock, (transaction, coin) => transaction.setWitness(0, witness(signed(transaction, coin))))
  const lastByte = (signature: Uint8Array, byte: number) =>
    Uint8Array.from([...signature.subarray(0, -1), byte])

  it.each<[string, (signature: Uint8Array) => Uint8Array[], string]>([
    ["signature and key", (signature) => [signature, alice.publicKey], "accepted"],
    ["nothing", () => [], "Witness program hash mismatch"],
    ["the signature alone", (signature) => [signature], "Witness program hash mismatch"],
    [
      "one item more",
      (signature) => [signature, alice.publicKey, alice.publicKey],
      "Witness program hash mismatch",
    ],
    ["another key", (signature) => [signature, bob.publicKey], "Script failed an OP_EQUALVERIFY operation"],
    [
      "another's signature",
      (signature) => [lastByte(signature, 2), alice.publicKey],
      "Signature must be zero for failed CHECK(MULTI)SIG operation",
    ],
    [
      "no signature",
      () => [new Uint8Array(), alice.publicKey],
      "Script evaluated without error but finished with a false/empty top stack element",
    ],
    [
      "an unknown hash type",
      (signature) => [lastByte(signature, 4), alice.publicKey],
      "Signature hash type missing or not understood",
    ],
    [
      "a hash type of taproot's",
      (signature) => [lastByte(signature, 0), alice.publicKey],
      "Signature hash type missing or not understood",
    ],
    [
      "a signature that is no DER",
      (signature) => [Uint8Array.from([...signature, 1]), alice.publicKey],
      "Non-canonical DER signature",
    ],
    [
      "the other S",
      (signature) => [highS(signature), alice.publicKey],
      "Non-canonical signature: S value is unnecessarily high",
    ],
    [
      "a signature of too many bytes",
      () => [new Uint8Array(80), alice.publicKey],
      "Non-canonical DER signature",
    ],
  ])("%s", (_, witness, expected) => {
    expect(answer(witness)).toBe(expected)
  })

  it("refuses a witness program that is unlocked by a script as well", () => {
    expect(
      spend(lock, (transaction, coin) => {
        transaction.setInputScript(0, scriptFrom("51"))
        transaction.setWitness(0, [signed(transaction, coin), alice.publicKey])
      }),
    ).toBe("Witness requires empty scriptSig")
  })

  it("refuses a key that is written in full", () => {
    const long = scriptFrom("0014", crypto.hash160(fullKey))
    expect(
      spend(long, (transaction, { value }) => {
        const signature = witnessSignature(transaction, 0, {
          code: payToKeyHash(fullKey),
          value,
          privateKey: alice.privateKey,
        })
        transaction.setWitness(0, [signature, fullKey])
      }),
    ).toBe("Using non-compressed keys in segwit")
  })
})

describe("what unlocks a coin of the time before segregated witnesses", () => {
  const lock = payToKeyHash(alice.publicKey)
  const unlockBy =
    (code: Uint8Array, parts: (signature: Uint8Array) => readonly (Uint8Array | string)[]) =>
    (transaction: Transaction) => {
      const signature = legacySignature(transaction, 0, { code, privateKey: alice.privateKey })
      transaction.setInputScript(0, scriptFrom(...parts(signature)))
    }

  it.each<[string, (signature: Uint8Array) => readonly (Uint8Array | string)[], string]>([
    ["signature and key", (signature) => [pushed(signature), pushed(alice.publicKey)], "accepted"],
    ["nothing", () => [], "Operation not valid with the current stack size"],
    ["the key alone", () => [pushed(alice.publicKey)], "Operation not valid with the current stack size"],
    [
      "one push more",
      (signature) => ["51", pushed(signature), pushed(alice.publicKey)],
      "Stack size must be exactly one after execution",
    ],
    [
      "a push that could be shorter",
      (signature) => ["4c", pushed(signature), pushed(alice.publicKey)],
      "Data push larger than necessary",
    ],
    [
      "a key of no kind",
      (signature) => [pushed(signature), pushed(alice.publicKey.slice(1))],
      "Script failed an OP_EQUALVERIFY operation",
    ],
  ])("%s", (_, parts, expected) => {
    expect(spend(lock, unlockBy(lock, parts))).toBe(expected)
  })

  it("takes a key that is written in full, and an output to a key itself", () => {
    const full = payToKeyHash(fullKey)
    expect(
      spend(
        full,
        unlockBy(full, (signature) => [pushed(signature), pushed(fullKey)]),
      ),
    ).toBe("accepted")
    const bare = scriptFrom(pushed(alice.publicKey), "ac")
    expect(
      spend(
        bare,
        unlockBy(bare, (signature) => [pushed(signature)]),
      ),
    ).toBe("accepted")
    expect(
      spend(
        bare,
        unlockBy(full, (signature) => [pushed(signature)]),
      ),
    ).toBe("Signature must be zero for failed CHECK(MULTI)SIG operation")
  })

  it("refuses a key of no form", () => {
    const hybrid = Uint8Array.from([6, ...fullKey.subarray(1)])
    const code = payToKeyHash(hybrid)
    expect(
      spend(
        code,
        unlockBy(code, (signature) => [pushed(signature), pushed(hybrid)]),
      ),
    ).toBe("Public key is neither compressed or uncompressed")
  })

  it("runs scripts behind a hash, and refuses another script", () => {
    const redeem = scriptFrom(pushed(alice.publicKey), "ac")
    const spendRedeem = (script: Uint8Array) =>
      spend(
        inHash(redeem),
        unlockBy(redeem, (signature) => [pushed(signature), pushed(script)]),
      )
    expect(spendRedeem(redeem)).toBe("accepted")
    expect(spendRedeem(scriptFrom(pushed(bob.publicKey), "ac"))).toBe(
      "Script evaluated without error but finished with a false/empty top stack element",
    )
  })

  it("wants nothing but the redeem script before a witness", () => {
    const redeem = scriptFrom("0014", crypto.hash160(alice.publicKey))
    const spendNested = (...before: readonly string[]) =>
      spend(inHash(redeem), (transaction, { value }) => {
        const code = payToKeyHash(alice.publicKey)
        const signature = witnessSignature(transaction, 0, { code, value, privateKey: alice.privateKey })
        transaction.setInputScript(0, scriptFrom(...before, pushed(redeem)))
        transaction.setWitness(0, [signature, alice.publicKey])
      })
    expect(spendNested()).toBe("accepted")
    expect(spendNested("51")).toBe("Witness requires only-redeemscript scriptSig")
  })

  it("refuses a witness where none belongs", () => {
    const redeem = scriptFrom("51")
    expect(
      spend(inHash(redeem), (transaction) => {
        transaction.setInputScript(0, pushed(redeem))
        transaction.setWitness(0, [new Uint8Array([1])])
      }),
    ).toBe("Witness provided for non-witness script")
  })
})

describe("a multisig", () => {
  const two = scriptFrom("52", ...[alice, bob, carol].map(({ publicKey }) => pushed(publicKey)), "53ae")
  type Sign = (key: typeof alice) => Uint8Array
  const empty = new Uint8Array()
  const zero = "Signature must be zero for failed CHECK(MULTI)SIG operation"

  const cases: readonly [string, (by: Sign) => readonly Uint8Array[], string][] = [
    ["two signatures in order", (by) => [empty, by(alice), by(carol)], "accepted"],
    ["the last two", (by) => [empty, by(bob), by(carol)], "accepted"],
    ["the wrong order", (by) => [empty, by(carol), by(alice)], zero],
    ["the same signature twice", (by) => [empty, by(alice), by(alice)], zero],
    ["one signature", (by) => [empty, empty, by(alice)], zero],
    [
      "none",
      () => [empty, empty, empty],
      "Script evaluated without error but finished with a false/empty top stack element",
    ],
    [
      "a dummy",
      (by) => [new Uint8Array([1]), by(alice), by(bob)],
      "Dummy CHECKMULTISIG argument must be zero",
    ],
    ["too few items", (by) => [by(alice), by(bob)], "Operation not valid with the current stack size"],
    [
      "too many items",
      (by) => [empty, empty, by(alice), by(bob)],
      "Stack size must be exactly one after execution",
    ],
  ]

  it.each(cases)("in a witness: %s", (_, items, expected) => {
    expect(
      spend(inWitness(two), (transaction, { value }) => {
        const by: Sign = ({ privateKey }) =>
          witnessSignature(transaction, 0, { code: two, value, privateKey })
        transaction.setWitness(0, [...items(by), two])
      }),
    ).toBe(expected)
  })

  it.each(cases)("in a witness behind a hash: %s", (_, items, expected) => {
    expect(
      spend(inHash(inWitness(two)), (transaction, { value }) => {
        const by: Sign = ({ privateKey }) =>
          witnessSignature(transaction, 0, { code: two, value, privateKey })
        transaction.setInputScript(0, pushed(inWitness(two)))
        transaction.setWitness(0, [...items(by), two])
      }),
    ).toBe(expected)
  })

  it.each(cases)("behind a hash: %s", (_, items, expected) => {
    const push = (item: Uint8Array) => (item.length === 0 ? "00" : item.length === 1 ? "51" : pushed(item))
    expect(
      spend(inHash(two), (transaction) => {
        const by: Sign = ({ privateKey }) => legacySignature(transaction, 0, { code: two, privateKey })
        transaction.setInputScript(0, scriptFrom(...items(by).map(push), pushed(two)))
      }),
    ).toBe(expected)
  })

  it("refuses another script", () => {
    const other = scriptFrom("51", pushed(bob.publicKey), "51ae")
    expect(spend(inWitness(two), (transaction) => transaction.setWitness(0, [empty, other]))).toBe(
      "Witness program hash mismatch",
    )
    expect(spend(inWitness(two), () => {})).toBe("Witness program was passed an empty witness")
  })
})

describe("scripts of wallets", () => {
  const secret = Uint8Array.from({ length: 32 }, (_, at) => at)
  const hash = createHash("sha256").update(secret).digest()
  const accept = "accepted"

  /** A coin for whoever knows the secret, or for its owner once the time has come. */
  const contract = (lock: string) =>
    scriptFrom("63a820", hash, "8821", bob.publicKey, `67${lock}7521`, alice.publicKey, "68ac")
  const byHeight = contract("0164b1")
  const byAge = contract("53b2")

  const claim =
    (script: Uint8Array, path: readonly Uint8Array[], key = bob) =>
    (transaction: Transaction, { value }: Spendable) => {
      const signature = witnessSignature(transaction, 0, { code: script, value, privateKey: key.privateKey })
      transaction.setWitness(0, [signature, ...path, script])
    }
  const yes = new Uint8Array([1])
  const no = new Uint8Array()

  it("a secret opens a contract, and only the right one", () => {
    expect(spend(inWitness(byHeight), claim(byHeight, [secret, yes]))).toBe(accept)
    expect(spend(inWitness(byHeight), claim(byHeight, [hash, yes]))).toBe(
      "Script failed an OP_EQUALVERIFY operation",
    )
    expect(spend(inWitness(byHeight), claim(byHeight, [secret, new Uint8Array([2])]))).toBe(
      "OP_IF/NOTIF argument must be minimal",
    )
  })

  it("a height opens it as well", () => {
    const refund = claim(byHeight, [no], alice)
    expect(spend(inWitness(byHeight), refund, { lockTime: 100 })).toBe(accept)
    expect(spend(inWitness(byHeight), refund, { lockTime: 99 })).toBe("Locktime requirement not satisfied")
    expect(spend(inWitness(byHeight), refund, { lockTime: 100, sequence: 0xffff_ffff })).toBe(
      "Locktime requirement not satisfied",
    )
    expect(spend(inWitness(byHeight), refund, { lockTime: 1_700_000_000 })).toBe(
      "Locktime requirement not satisfied",
    )
  })

  it("or its age", () => {
    const refund = claim(byAge, [no], alice)
    const ledger = freshLedger()
    const coins = fund(ledger, [inWitness(byAge)])
    expect(spendOf(ledger, coins, refund, { sequence: 3 })).toBe("non-BIP68-final")
    ledger.mine(2)
    expect(spendOf(ledger, coins, refund, { sequence: 2 })).toBe("Locktime requirement not satisfied")
    expect(spendOf(ledger, coins, refund, { sequence: 0x0040_0003 })).toBe(
      "Locktime requirement not satisfied",
    )
    expect(spendOf(ledger, coins, refund, { sequence: 3, version: 1 })).toBe(
      "Locktime requirement not satisfied",
    )
    expect(spendOf(ledger, coins, refund, { sequence: 3 })).toBe(accept)
  })

  it.each<[string, string, string]>([
    ["an operation that it does not know", "51ff", "Opcode missing or not understood"],
    ["one that it does not run", "518b", "This ledger runs no OP_1ADD"],
    ["one that was turned off", "516300677e68", "Attempted to use a disabled opcode"],
    ["a mark of what is signed", "51ab", "This ledger runs no OP_CODESEPARATOR"],
    ["a push beyond the end", "0551", "Opcode missing or not understood"],
    ["a return", "516a", "OP_RETURN was encountered"],
    ["a branch that is never closed", "5163", "Invalid OP_IF construction"],
    ["a branch that was never open", "5168", "Invalid OP_IF construction"],
    ["an else that was never open", "5167", "Invalid OP_IF construction"],
    ["a condition that is not there", "63", "Invalid OP_IF construction"],
    ["a verification that fails", "0069", "Script failed an OP_VERIFY operation"],
    ["a number of five bytes", "0501020304055193", "Script number overflowed or is non-minimally encoded"],
    [
      "a number that could be shorter",
      "020100925193",
      "Script number overflowed or is non-minimally encoded",
    ],
    ["more keys than can be", "00000115ae", "Pubkey count negative or limit exceeded"],
    ["more signatures than keys", "005200ae", "Signature count negative or greater than pubkey count"],
    ["an operation of tapscript", "000000ba", "Opcode missing or not understood"],
    ["a second stack that is empty", "6c", "Operation not valid with the current altstack size"],
    [
      "nothing true",
      "0100",
      "Script evaluated without error but finished with a false/empty top stack element",
    ],
    [
      "a negative zero",
      "0180",
      "Script evaluated without error but finished with a false/empty top stack element",
    ],
    ["a negative lock", "4fb1", "Negative locktime"],
    ["too many operations", "61".repeat(202), "Operation limit exceeded"],
    ["arithmetic", "5253935587", accept],
    ["and and or", "51009b51009a9b", accept],
    ["a detour over the second stack", "516b006c9b", accept],
    ["what is doubled where it is not zero", "5173877600009c9a9a", accept],
    ["sizes and hashes", `20${"11".repeat(32)}82012088a8820120887551`, accept],
    ["other hashes", "51a682011488a982011488aa820120887551", accept],
    ["a reserved word", "50", "Opcode missing or not understood"],
  ])("%s", (_, hex, expected) => {
    const script = scriptFrom(hex)
    expect(spend(inWitness(script), (transaction) => transaction.setWitness(0, [script]))).toBe(expected)
  })

  it("refuses items and scripts that are too large", () => {
    const script = scriptFrom("75".repeat(201), "51")
    expect(spend(inWitness(script), (transaction) => transaction.setWitness(0, [script]))).toBe(
      "Operation not valid with the current stack size",
    )
    const long = scriptFrom("4d0902", new Uint8Array(521), "7551")
    expect(spend(inWitness(long), (transaction) => transaction.setWitness(0, [long]))).toBe(
      "Push value size limit exceeded",
    )
  })
})
