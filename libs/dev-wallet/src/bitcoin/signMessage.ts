import { sha256 } from "@noble/hashes/sha2.js"
import { crypto, Transaction } from "bitcoinjs-lib"
import type { BitcoinKey } from "./BitcoinKey.ts"

/** Throws where the key cannot. */
export const signMessage = (key: BitcoinKey, message: Uint8Array): Uint8Array =>
  key.internalKey === undefined ? ecdsaSignature(key, message) : simpleSignature(key, message)

const utf8 = new TextEncoder()

/** A length, and what is so long: Bitcoin's own CompactSize. */
const sized = (bytes: Uint8Array): readonly number[] => {
  const { length } = bytes
  const size =
    length < 0xfd
      ? [length]
      : length < 0x10000
        ? [0xfd, length & 0xff, length >> 8]
        : [0xfe, length & 0xff, (length >> 8) & 0xff, (length >> 16) & 0xff, length >>> 24]
  return [...size, ...bytes]
}

/** What wallets sign since Bitcoin Core's `signmessage`: no transaction begins so. */
export const messageHash = (message: Uint8Array): Uint8Array =>
  crypto.hash256(Uint8Array.from([...sized(utf8.encode("Bitcoin Signed Message:\n")), ...sized(message)]))

/** 65 bytes: what is needed to recover the key of a native segwit address, then the signature. Source: BIP-137. */
const ecdsaSignature = ({ signRecoverable }: BitcoinKey, message: Uint8Array): Uint8Array => {
  const { recoveryId, signature } = signRecoverable(messageHash(message))
  return Uint8Array.from([39 + recoveryId, ...signature])
}

/** The witness of a transaction that is never sent, and spends what commits to the message. Source: BIP-322, "simple". */
const simpleSignature = ({ script, signer }: BitcoinKey, message: Uint8Array): Uint8Array => {
  const signature = signer.signSchnorr(simpleHash(script, message, Transaction.SIGHASH_DEFAULT))
  return Uint8Array.from([1, ...sized(signature)])
}

const taggedHash = (tag: string, message: Uint8Array): Uint8Array => {
  const tagged = sha256(utf8.encode(tag))
  return sha256(Uint8Array.from([...tagged, ...tagged, ...message]))
}

/** What a taproot key signs to sign a message. */
export const simpleHash = (script: Uint8Array, message: Uint8Array, sighash: number): Uint8Array =>
  simpleTransaction(script, message).hashForWitnessV1(0, [script], [0n], sighash)

/** `to_sign` of BIP-322, which spends its `to_spend`. */
export const simpleTransaction = (script: Uint8Array, message: Uint8Array): Transaction => {
  const toSpend = new Transaction()
  toSpend.version = 0
  const commitment = taggedHash("BIP0322-signed-message", message)
  toSpend.addInput(new Uint8Array(32), 0xffffffff, 0, Uint8Array.from([0, 32, ...commitment]))
  toSpend.addOutput(script, 0n)
  const toSign = new Transaction()
  toSign.version = 0
  toSign.addInput(toSpend.getHash(), 0, 0)
  toSign.addOutput(Uint8Array.from([0x6a]), 0n)
  return toSign
}
