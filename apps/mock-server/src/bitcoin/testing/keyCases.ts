import { pointCompress } from "@bitcoinerlab/secp256k1"
import { script as bitcoinScript, crypto, type Transaction } from "bitcoinjs-lib"
import { makeTestKey } from "./keys.ts"
import {
  makePayToKeyHash,
  makePush,
  makeScript,
  type Spendable,
  signLegacy,
  signWitness,
  wrapInScriptHash,
} from "./scripts.ts"
import {
  accepted,
  falseResultText,
  programMismatchText,
  signatureNotZeroText,
  stackTooSmallText,
  type UnlockCase,
  uncleanText,
} from "./UnlockCase.ts"

const alice = makeTestKey("segwit", 0)
const bob = makeTestKey("segwit", 1)
/** Alice's key in uncompressed form. */
const fullKey = pointCompress(alice.publicKey, false)

const order = 0xffffffff_ffffffff_ffffffff_fffffffe_baaedce6_af48a03b_bfd25e8c_d0364141n

/** Returns the signature with the higher of the two valid values of S. */
const highS = (signature: Uint8Array): Uint8Array => {
  const { signature: compact, hashType } = bitcoinScript.signature.decode(signature)
  const s = order - BigInt(`0x${Buffer.from(compact.subarray(32)).toString("hex")}`)
  const bytes = Buffer.from(s.toString(16).padStart(64, "0"), "hex")
  return bitcoinScript.signature.encode(Uint8Array.from([...compact.subarray(0, 32), ...bytes]), hashType)
}

const lastByte = (signature: Uint8Array, byte: number) =>
  Uint8Array.from([...signature.subarray(0, -1), byte])

const lock = makeScript("0014", crypto.hash160(alice.publicKey))
const makeSignature = (transaction: Transaction, { value }: Spendable, key = alice.publicKey, hashType = 1) =>
  signWitness(transaction, 0, { code: makePayToKeyHash(key), value, privateKey: alice.privateKey, hashType })

const witnesses: readonly [string, (signature: Uint8Array) => Uint8Array[], string][] = [
  ["signature and key", (signature) => [signature, alice.publicKey], accepted],
  ["nothing", () => [], programMismatchText],
  ["the signature alone", (signature) => [signature], programMismatchText],
  ["one item more", (signature) => [signature, alice.publicKey, alice.publicKey], programMismatchText],
  ["another key", (signature) => [signature, bob.publicKey], "Script failed an OP_EQUALVERIFY operation"],
  ["another hash type", (signature) => [lastByte(signature, 2), alice.publicKey], signatureNotZeroText],
  ["no signature", () => [new Uint8Array(), alice.publicKey], falseResultText],
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
  [
    "an R that is larger than any number of the group",
    () => [
      makeScript("302602", "21", "7f", new Uint8Array(32).fill(0xff), "02", "01", "01", "01"),
      alice.publicKey,
    ],
    signatureNotZeroText,
  ],
]

/** Outputs of one key, spent by a witness. */
const witnessCases: readonly UnlockCase[] = [
  ...[1, 2, 3, 0x81, 0x82, 0x83].map((hashType) => ({
    name: `a key's witness with hash type ${hashType}`,
    lock,
    unlock: (transaction: Transaction, coin: Spendable) =>
      transaction.setWitness(0, [
        makeSignature(transaction, coin, alice.publicKey, hashType),
        alice.publicKey,
      ]),
    answer: accepted,
  })),
  ...witnesses.map(([name, items, answer]) => ({
    name: `a key's witness: ${name}`,
    lock,
    unlock: (transaction: Transaction, coin: Spendable) =>
      transaction.setWitness(0, items(makeSignature(transaction, coin))),
    answer,
  })),
  {
    name: "a key's witness and a script",
    lock,
    unlock: (transaction, coin) => {
      transaction.setInputScript(0, makeScript("51"))
      transaction.setWitness(0, [makeSignature(transaction, coin), alice.publicKey])
    },
    answer: "Witness requires empty scriptSig",
  },
  {
    name: "a key's witness where the key is written in full",
    lock: makeScript("0014", crypto.hash160(fullKey)),
    unlock: (transaction, coin) =>
      transaction.setWitness(0, [makeSignature(transaction, coin, fullKey), fullKey]),
    answer: "Using non-compressed keys in segwit",
  },
]

type UnlockParts = (signature: Uint8Array) => readonly (Uint8Array | string)[]

const byScript =
  (code: Uint8Array, parts: UnlockParts, hashType = 1) =>
  (transaction: Transaction) => {
    const signature = signLegacy(transaction, 0, { code, privateKey: alice.privateKey, hashType })
    transaction.setInputScript(0, makeScript(...parts(signature)))
  }

const own = makePayToKeyHash(alice.publicKey)
const full = makePayToKeyHash(fullKey)
const bare = makeScript(makePush(alice.publicKey), "ac")
const other = makeScript(makePush(bob.publicKey), "ac")
const hybrid = Uint8Array.from([6, ...fullKey.subarray(1)])
const noKey = alice.publicKey.slice(1)
const nested = makeScript("0014", crypto.hash160(alice.publicKey))
const both: UnlockParts = (signature) => [makePush(signature), makePush(alice.publicKey)]

const legacy: readonly [string, Uint8Array, (transaction: Transaction, coin: Spendable) => void, string][] = [
  ...[1, 2, 3, 0x81, 0x82, 0x83]
    .map((hashType) => [`hash type ${hashType}`, own, byScript(own, both, hashType), accepted] as const)
    .map(
      ([name, script, unlock, answer]): [string, Uint8Array, (transaction: Transaction) => void, string] => [
        name,
        script,
        unlock,
        answer,
      ],
    ),
  ["nothing", own, byScript(own, () => []), stackTooSmallText],
  ["the key alone", own, byScript(own, () => [makePush(alice.publicKey)]), stackTooSmallText],
  ["one push more", own, byScript(own, (signature) => ["51", ...both(signature)]), uncleanText],
  [
    "a push that could be shorter",
    own,
    byScript(own, (signature) => ["4c", ...both(signature)]),
    "Data push larger than necessary",
  ],
  [
    "another key",
    own,
    byScript(own, (signature) => [makePush(signature), makePush(bob.publicKey)]),
    "Script failed an OP_EQUALVERIFY operation",
  ],
  ["a key in full", full, byScript(full, (signature) => [makePush(signature), makePush(fullKey)]), accepted],
  ["a key itself", bare, byScript(bare, (signature) => [makePush(signature)]), accepted],
  [
    "a key itself, and what another script signed",
    bare,
    byScript(full, (signature) => [makePush(signature)]),
    signatureNotZeroText,
  ],
  [
    "a key of both forms",
    makePayToKeyHash(hybrid),
    byScript(makePayToKeyHash(hybrid), (signature) => [makePush(signature), makePush(hybrid)]),
    "Public key is neither compressed or uncompressed",
  ],
  [
    "a key of no form",
    makePayToKeyHash(noKey),
    byScript(makePayToKeyHash(noKey), (signature) => [makePush(signature), makePush(noKey)]),
    "Public key is neither compressed or uncompressed",
  ],
  [
    "a script behind a hash",
    wrapInScriptHash(bare),
    byScript(bare, (signature) => [makePush(signature), makePush(bare)]),
    accepted,
  ],
  [
    "another script than the hash's",
    wrapInScriptHash(bare),
    byScript(bare, (signature) => [makePush(signature), makePush(other)]),
    falseResultText,
  ],
  [
    "a witness where none belongs",
    wrapInScriptHash(bare),
    (transaction) => {
      byScript(bare, (signature) => [makePush(signature), makePush(bare)])(transaction)
      transaction.setWitness(0, [new Uint8Array([1])])
    },
    "bad-witness-nonstandard",
  ],
  ...[[], ["51"]].map(
    (before): [string, Uint8Array, (transaction: Transaction, coin: Spendable) => void, string] => [
      `a witness behind a hash${before.length === 0 ? "" : ", and one push more"}`,
      wrapInScriptHash(nested),
      (transaction, coin) => {
        transaction.setInputScript(0, makeScript(...before, makePush(nested)))
        transaction.setWitness(0, [makeSignature(transaction, coin), alice.publicKey])
      },
      before.length === 0 ? accepted : "Witness requires only-redeemscript scriptSig",
    ],
  ),
]

/** UTXOs of one key: P2WPKH, P2PKH, P2PK, P2SH. */
export const keyCases: readonly UnlockCase[] = [
  ...witnessCases,
  ...legacy.map(([name, script, unlock, answer]) => ({
    name: `a key's script: ${name}`,
    lock: script,
    unlock,
    answer,
  })),
]
