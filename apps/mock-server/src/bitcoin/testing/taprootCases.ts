import {
  pointFromScalar,
  privateAdd,
  privateNegate,
  signSchnorr,
  xOnlyPointAddTweak,
} from "@bitcoinerlab/secp256k1"
import { crypto, type Transaction, toXOnly } from "bitcoinjs-lib"
import { tapleafHash, tapTweakHash } from "bitcoinjs-lib/src/payments/bip341"
import { makeTestKey } from "./keys.ts"
import { makePush, makeScript, type Spendable } from "./scripts.ts"
import {
  accepted,
  falseResultText,
  programMismatchText,
  stackTooSmallText,
  type UnlockCase,
  uncleanText,
} from "./UnlockCase.ts"

const aux = new Uint8Array(32)
const none = new Uint8Array()
const hashTypes = [0, 1, 2, 3, 0x81, 0x82, 0x83]
const alice = makeTestKey("taproot", 0)
const bob = makeTestKey("taproot", 1)
const carol = makeTestKey("taproot", 2)
const xOnly = (key: typeof alice) => toXOnly(key.publicKey)

/** Returns the private key whose public key has an even Y. */
const evenKey = ({ privateKey, publicKey }: typeof alice) =>
  publicKey[0] === 3 ? privateNegate(privateKey) : privateKey

interface TaprootSigning {
  readonly key: Uint8Array
  readonly hashType?: number
  readonly leafHash?: Uint8Array
}

const makeSignature = (
  transaction: Transaction,
  { script, value }: Spendable,
  { key, hashType = 0, leafHash }: TaprootSigning,
): Uint8Array => {
  const hash = transaction.hashForWitnessV1(0, [script], [value], hashType, leafHash)
  const signature = signSchnorr(hash, key, aux)
  return hashType === 0 ? signature : Uint8Array.from([...signature, hashType])
}

/** The private key of an output that has no scripts. */
export const tweakedKey = privateAdd(evenKey(alice), tapTweakHash(xOnly(alice), undefined)) ?? aux
const outputScript = (key: Uint8Array) => makeScript("5120", key)
export const keyLock = outputScript(toXOnly(pointFromScalar(tweakedKey) ?? new Uint8Array(33)))

const byKey: readonly [string, (signature: Uint8Array) => readonly Uint8Array[], string][] = [
  ["no witness", () => [], "Witness program was passed an empty witness"],
  ["an empty signature", () => [none], "Invalid Schnorr signature size"],
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
]

const keyCases: readonly UnlockCase[] = [
  ...hashTypes.map((hashType) => ({
    name: `taproot by its key: hash type ${hashType}`,
    lock: keyLock,
    unlock: (transaction: Transaction, coin: Spendable) =>
      transaction.setWitness(0, [makeSignature(transaction, coin, { key: tweakedKey, hashType })]),
    answer: accepted,
  })),
  ...byKey.map(([name, items, answer]) => ({
    name: `taproot by its key: ${name}`,
    lock: keyLock,
    unlock: (transaction: Transaction, coin: Spendable) =>
      transaction.setWitness(0, [...items(makeSignature(transaction, coin, { key: tweakedKey }))]),
    answer,
  })),
  {
    name: "taproot by its key: the key before it was tweaked",
    lock: keyLock,
    unlock: (transaction, coin) =>
      transaction.setWitness(0, [makeSignature(transaction, coin, { key: alice.privateKey })]),
    answer: "Invalid Schnorr signature",
  },
  {
    name: "taproot by its key: no point",
    lock: outputScript(new Uint8Array(32).fill(0xff)),
    unlock: (transaction) => transaction.setWitness(0, [new Uint8Array(64)]),
    answer: "Invalid Schnorr signature",
  },
]

/** Makes an output of Alice's key and two scripts. */
const tree = (script: Uint8Array, version = 0xc0) => {
  const leafHash = tapleafHash({ output: script, version })
  const other = tapleafHash({ output: makeScript("6a") })
  const branch = crypto.taggedHash(
    "TapBranch",
    Buffer.concat([leafHash, other].toSorted((left, right) => Buffer.compare(left, right))),
  )
  const output = xOnlyPointAddTweak(xOnly(alice), tapTweakHash(xOnly(alice), branch))
  const control = Uint8Array.from([version + (output?.parity ?? 0), ...xOnly(alice), ...other])
  return { leafHash, control, lock: outputScript(output?.xOnlyPubkey ?? aux), script }
}

type Leaf = ReturnType<typeof tree>
const signedLeaf =
  (leaf: Leaf, hashType = 0, key = bob) =>
  (transaction: Transaction, coin: Spendable) =>
    makeSignature(transaction, coin, { key: key.privateKey, leafHash: leaf.leafHash, hashType })
const changed = (bytes: Uint8Array, at: number) => bytes.map((byte, n) => (n === at ? byte ^ 1 : byte))

const one = tree(makeScript(makePush(xOnly(bob)), "ac"))
const { control } = one

const byLeaf: readonly [string, (signature: Uint8Array) => readonly Uint8Array[], string][] = [
  ["another leaf", (by) => [by, makeScript(makePush(xOnly(alice)), "ac"), control], programMismatchText],
  ["another inner key", (by) => [by, one.script, changed(control, 5)], programMismatchText],
  ["another branch", (by) => [by, one.script, changed(control, 40)], programMismatchText],
  ["the other parity", (by) => [by, one.script, changed(control, 0)], programMismatchText],
  ["a path that is too short", (by) => [by, one.script, control.slice(0, 33)], programMismatchText],
  ["half a path", (by) => [by, one.script, control.slice(0, -1)], "Invalid Taproot control block size"],
  ["no path", (by) => [by, one.script, new Uint8Array(32)], "Invalid Taproot control block size"],
  ["no signature", () => [none, one.script, control], falseResultText],
  ["the leaf alone", () => [one.script, control], stackTooSmallText],
  ["one item more", (by) => [aux, by, one.script, control], uncleanText],
  ["another signature", (by) => [changed(by, 3), one.script, control], "Invalid Schnorr signature"],
]

const twoOfThree = tree(
  makeScript(makePush(xOnly(alice)), "ac", makePush(xOnly(bob)), "ba", makePush(xOnly(carol)), "ba529c"),
)

/** Makes checks of one duplicated key: each costs two bytes instead of the fifty that the budget counts. */
const checks = (count: number) =>
  tree(makeScript(makePush(xOnly(bob)), ...Array.from({ length: count }, () => "6ead"), "6d51"))

const ownRules: readonly [string, string, string][] = [
  ["a multisig of the older kind", "000000ae", "OP_CHECKMULTISIG(VERIFY) is not available in tapscript"],
  ["what may mean something one day", "5163007e6851", "OP_SUCCESSx reserved for soft-fork upgrades"],
  ["a condition that is not minimal", "5263516851", "OP_IF/NOTIF argument must be minimal in tapscript"],
  ["a key of a later kind", "005152ac", "Public key version reserved for soft-fork upgrades"],
  ["more operations than older scripts may have", `${"61".repeat(300)}51`, accepted],
  ["a later witness version's word", "bb", "OP_SUCCESSx reserved for soft-fork upgrades"],
]

/** Taproot UTXOs, spent by key and by script. */
export const taprootCases: readonly UnlockCase[] = [
  ...keyCases,
  ...hashTypes.map((hashType) => ({
    name: `taproot by a script: hash type ${hashType}`,
    lock: one.lock,
    unlock: (transaction: Transaction, coin: Spendable) =>
      transaction.setWitness(0, [signedLeaf(one, hashType)(transaction, coin), one.script, control]),
    answer: accepted,
  })),
  ...byLeaf.map(([name, items, answer]) => ({
    name: `taproot by a script: ${name}`,
    lock: one.lock,
    unlock: (transaction: Transaction, coin: Spendable) =>
      transaction.setWitness(0, [...items(signedLeaf(one)(transaction, coin))]),
    answer,
  })),
  ...[
    [false, true, accepted] as const,
    [true, false, accepted] as const,
    [true, true, falseResultText] as const,
    [false, false, falseResultText] as const,
  ].map(([third, second, answer]) => ({
    name: `taproot by a script: two of three, of which sign ${1 + Number(second) + Number(third)}`,
    lock: twoOfThree.lock,
    unlock: (transaction: Transaction, coin: Spendable) => {
      const by = (key: typeof alice, signs: boolean) =>
        signs ? signedLeaf(twoOfThree, 0, key)(transaction, coin) : none
      const items = [by(carol, third), by(bob, second), by(alice, true)]
      transaction.setWitness(0, [...items, twoOfThree.script, twoOfThree.control])
    },
    answer,
  })),
  ...[[4, accepted] as const, [6, "Too much signature validation relative to witness weight"] as const].map(
    ([count, answer]) => ({
      name: `taproot by a script: ${count} checks of one signature`,
      lock: checks(count).lock,
      unlock: (transaction: Transaction, coin: Spendable) => {
        const leaf = checks(count)
        transaction.setWitness(0, [signedLeaf(leaf)(transaction, coin), leaf.script, leaf.control])
      },
      answer,
    }),
  ),
  ...ownRules.map(([name, text, answer]) => ({
    name: `taproot by a script: ${name}`,
    lock: tree(makeScript(text)).lock,
    unlock: (transaction: Transaction) =>
      transaction.setWitness(0, [makeScript(text), tree(makeScript(text)).control]),
    answer,
  })),
  {
    name: "taproot by a script: a leaf of a version without a meaning",
    lock: tree(one.script, 0xc2).lock,
    unlock: (transaction, coin) => {
      const leaf = tree(one.script, 0xc2)
      transaction.setWitness(0, [signedLeaf(leaf)(transaction, coin), leaf.script, leaf.control])
    },
    answer: "Taproot version reserved for soft-fork upgrades",
  },
]
