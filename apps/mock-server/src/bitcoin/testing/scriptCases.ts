import { createHash } from "node:crypto"
import type { Transaction } from "bitcoinjs-lib"
import { makeTestKey } from "./keys.ts"
import {
  makePush,
  makeScript,
  type Spendable,
  signLegacy,
  signWitness,
  type UnsignedDraft,
  wrapInScriptHash,
  wrapInWitness,
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
const carol = makeTestKey("segwit", 2)
const empty = new Uint8Array()

const two = makeScript("52", ...[alice, bob, carol].map(({ publicKey }) => makePush(publicKey)), "53ae")
type Sign = (key: typeof alice) => Uint8Array

const signatures: readonly [string, (by: Sign) => readonly Uint8Array[], string][] = [
  ["two signatures in order", (by) => [empty, by(alice), by(carol)], accepted],
  ["the last two", (by) => [empty, by(bob), by(carol)], accepted],
  ["the wrong order", (by) => [empty, by(carol), by(alice)], signatureNotZeroText],
  ["the same signature twice", (by) => [empty, by(alice), by(alice)], signatureNotZeroText],
  ["one signature", (by) => [empty, empty, by(alice)], signatureNotZeroText],
  ["none", () => [empty, empty, empty], falseResultText],
  ["a dummy", (by) => [new Uint8Array([1]), by(alice), by(bob)], "Dummy CHECKMULTISIG argument must be zero"],
  ["too few items", (by) => [by(alice), by(bob)], stackTooSmallText],
  ["too many items", (by) => [empty, empty, by(alice), by(bob)], uncleanText],
]

const makeWitnessSigner =
  (transaction: Transaction, { value }: Spendable): Sign =>
  ({ privateKey }) =>
    signWitness(transaction, 0, { code: two, value, privateKey })

const push = (item: Uint8Array) => (item.length === 0 ? "00" : item.length === 1 ? "51" : makePush(item))

const multisigCases: readonly UnlockCase[] = signatures.flatMap(([name, items, answer]): UnlockCase[] => [
  {
    name: `a multisig in a witness: ${name}`,
    lock: wrapInWitness(two),
    unlock: (transaction, coin) =>
      transaction.setWitness(0, [...items(makeWitnessSigner(transaction, coin)), two]),
    answer,
  },
  {
    name: `a multisig in a witness behind a hash: ${name}`,
    lock: wrapInScriptHash(wrapInWitness(two)),
    unlock: (transaction, coin) => {
      transaction.setInputScript(0, makePush(wrapInWitness(two)))
      transaction.setWitness(0, [...items(makeWitnessSigner(transaction, coin)), two])
    },
    answer,
  },
  {
    name: `a multisig behind a hash: ${name}`,
    lock: wrapInScriptHash(two),
    unlock: (transaction) => {
      const by: Sign = ({ privateKey }) => signLegacy(transaction, 0, { code: two, privateKey })
      transaction.setInputScript(0, makeScript(...items(by).map(push), makePush(two)))
    },
    answer,
  },
])

const secret = Uint8Array.from({ length: 32 }, (_, at) => at)
const hash = new Uint8Array(createHash("sha256").update(secret).digest())

/** Makes a hash lock: spendable with the secret, or by its owner after the lock time. */
const contract = (lock: string) =>
  makeScript("63a820", hash, "8821", bob.publicKey, `67${lock}7521`, alice.publicKey, "68ac")
const byHeight = contract("0164b1")
const byTime = contract("0400f15365b1")
const byAge = contract("53b2")

const claim =
  (script: Uint8Array, path: readonly Uint8Array[], key: typeof alice) =>
  (transaction: Transaction, { value }: Spendable) => {
    const signature = signWitness(transaction, 0, { code: script, value, privateKey: key.privateKey })
    transaction.setWitness(0, [signature, ...path, script])
  }
const yes = new Uint8Array([1])
const notYet = "Locktime requirement not satisfied"

const contracts: readonly [
  string,
  Uint8Array,
  readonly Uint8Array[],
  typeof alice,
  Omit<UnsignedDraft, "coins">,
  string,
][] = [
  ["the secret", byHeight, [secret, yes], bob, {}, accepted],
  ["another secret", byHeight, [hash, yes], bob, {}, "Script failed an OP_EQUALVERIFY operation"],
  ["the secret and another's key", byHeight, [secret, yes], alice, {}, signatureNotZeroText],
  [
    "a yes that is no one",
    byHeight,
    [secret, new Uint8Array([2])],
    bob,
    {},
    "OP_IF/NOTIF argument must be minimal",
  ],
  ["the height", byHeight, [empty], alice, { lockTime: 100 }, accepted],
  ["a height before", byHeight, [empty], alice, { lockTime: 99 }, notYet],
  ["a height, and no lock", byHeight, [empty], alice, { lockTime: 100, sequence: 0xffff_ffff }, notYet],
  ["a time for a height", byHeight, [empty], alice, { lockTime: 1_700_000_000 }, notYet],
  ["the time", byTime, [empty], alice, { lockTime: 1_700_000_000 }, accepted],
  ["a time before", byTime, [empty], alice, { lockTime: 1_699_999_999 }, notYet],
  ["a height for a time", byTime, [empty], alice, { lockTime: 100 }, notYet],
  ["the age", byAge, [empty], alice, { sequence: 3 }, accepted],
  ["an age before", byAge, [empty], alice, { sequence: 2 }, notYet],
  ["an age in time", byAge, [empty], alice, { sequence: 0x0040_00ff }, "non-BIP68-final"],
  ["an age in time for one in blocks", byAge, [empty], alice, { sequence: 0x0040_0003 }, notYet],
  ["an age, and no lock", byAge, [empty], alice, { sequence: 0x8000_0003 }, notYet],
  ["an age in version 1", byAge, [empty], alice, { sequence: 3, version: 1 }, notYet],
]

const hex: readonly [string, string, string][] = [
  ["an operation that nobody knows", "51ff", "Opcode missing or not understood"],
  ["a reserved word", "50", "Opcode missing or not understood"],
  ["an operation that was turned off", "516300677e68", "Attempted to use a disabled opcode"],
  ["a push beyond the end", "0551", "Opcode missing or not understood"],
  ["a return", "516a", "OP_RETURN was encountered"],
  ["a branch that is never closed", "515163", "Invalid OP_IF construction"],
  ["a branch that was never open", "5168", "Invalid OP_IF construction"],
  ["an else that was never open", "5167", "Invalid OP_IF construction"],
  ["a condition that is not there", "63", "Invalid OP_IF construction"],
  ["a branch within a branch", "516300630067516868", accepted],
  ["the other branch", "006451676a68", accepted],
  ["a verification that fails", "0069", "Script failed an OP_VERIFY operation"],
  ["more keys than can be", "00000115ae", "Pubkey count negative or limit exceeded"],
  ["more signatures than keys", "005200ae", "Signature count negative or greater than pubkey count"],
  ["an operation of tapscript", "000000ba", "Opcode missing or not understood"],
  ["a second stack that is empty", "6c", "Operation not valid with the current altstack size"],
  ["nothing true", "00", falseResultText],
  ["a negative zero", "0180", falseResultText],
  ["a negative lock", "4fb1", "Negative locktime"],
  ["a negative age", "4fb2", "Negative locktime"],
  ["too many operations", `51${"61".repeat(202)}`, "Operation limit exceeded"],
  ["as many operations as there may be", `51${"61".repeat(201)}`, accepted],
  ["arithmetic", "525393558751", uncleanText],
  ["a sum", "5253935587", accepted],
  ["and and or", "51009b51009a9b", accepted],
  ["a comparison that fails", "52539d51", "Script failed an OP_NUMEQUALVERIFY operation"],
  ["a detour over the second stack", "516b006c9b", accepted],
  ["what is doubled where it is not zero", "5173877600009c9a9a", accepted],
  ["two that are doubled", "51526e6d7c5287", uncleanText],
  ["an exchange", "51527c9d51", "Script failed an OP_NUMEQUALVERIFY operation"],
  ["sizes and hashes", `20${"11".repeat(32)}82012088a8820120887551`, accepted],
  ["other hashes", "51a682011488a982011488aa820120887551", accepted],
  ["too few items for a double", "516e", stackTooSmallText],
  ["a push that could be shorter", "010151", "Data push larger than necessary"],
  ["a push that is too long", `4d0902${"00".repeat(521)}7551`, "Push value size limit exceeded"],
  ["nothing left", "5175", uncleanText],
]

/** Witness scripts: multisigs, contracts, and small scripts for each operation and its errors. */
export const scriptCases: readonly UnlockCase[] = [
  ...multisigCases,
  ...contracts.map(([name, script, path, key, options, answer]) => ({
    name: `a contract: ${name}`,
    lock: wrapInWitness(script),
    unlock: claim(script, path, key),
    options,
    answer,
  })),
  ...hex.map(([name, text, answer]) => ({
    name: `a script: ${name}`,
    lock: wrapInWitness(makeScript(text)),
    unlock: (transaction: Transaction) => transaction.setWitness(0, [makeScript(text)]),
    answer,
  })),
  {
    name: "a script: another one",
    lock: wrapInWitness(two),
    unlock: (transaction) => transaction.setWitness(0, [makeScript("51")]),
    answer: programMismatchText,
  },
  {
    name: "a script: none",
    lock: wrapInWitness(two),
    unlock: () => {},
    answer: "Witness program was passed an empty witness",
  },
]
