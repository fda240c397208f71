import { sha256 } from "@noble/hashes/sha2.js"
import { HDKey } from "@scure/bip32"
import { crypto, type Psbt, Transaction } from "bitcoinjs-lib"
import { Effect } from "effect"
import { getTestSeed } from "../getTestSeed.ts"
import type { WifKey } from "../keyFile.ts"
import { SignerError } from "../Signer.ts"
import type { WalletChainAddress } from "../standard/WalletChain.ts"
import { type BitcoinChain, type BitcoinKey, makeBitcoinKey, type Purpose } from "./BitcoinKey.ts"

/**
 * Signs one input in place. The caller has verified that the key owns its UTXO. Throws when bitcoinjs cannot sign it.
 */
const signInput = (key: BitcoinKey, psbt: Psbt, index: number, sighash: number): void => {
  const { internalKey, signer } = key
  const input = psbt.data.inputs[index]
  if (internalKey !== undefined && input?.tapInternalKey === undefined) {
    psbt.updateInput(index, { tapInternalKey: internalKey })
  }
  // Taproot's default sighash is expressed by its absence.
  if (sighash !== 0 && input?.sighashType === undefined) psbt.updateInput(index, { sighashType: sighash })
  if (internalKey === undefined) psbt.signInput(index, signer, [sighash])
  else psbt.signTaprootInput(index, signer, undefined, [sighash])
}

/** Throws when the key cannot sign. */
const signMessage = (key: BitcoinKey, message: Uint8Array): Uint8Array =>
  key.internalKey === undefined ? signEcdsa(key, message) : signSimple(key, message)

const utf8 = new TextEncoder()

/** Prefixes bytes with their length in Bitcoin's CompactSize encoding. */
const withCompactSize = (bytes: Uint8Array): readonly number[] => {
  const { length } = bytes
  const size =
    length < 0xfd
      ? [length]
      : length < 0x10000
        ? [0xfd, length & 0xff, length >> 8]
        : [0xfe, length & 0xff, (length >> 8) & 0xff, (length >> 16) & 0xff, length >>> 24]
  return [...size, ...bytes]
}

/** Returns the hash that wallets sign since Bitcoin Core's `signmessage`. Its prefix cannot begin a transaction. */
export const hashMessage = (message: Uint8Array): Uint8Array =>
  crypto.hash256(
    Uint8Array.from([
      ...withCompactSize(utf8.encode("Bitcoin Signed Message:\n")),
      ...withCompactSize(message),
    ]),
  )

/** Returns 65 bytes: the recovery header of a native segwit address, then the signature. Source: BIP-137. */
const signEcdsa = ({ signRecoverable }: BitcoinKey, message: Uint8Array): Uint8Array => {
  const { recoveryId, signature } = signRecoverable(hashMessage(message))
  return Uint8Array.from([39 + recoveryId, ...signature])
}

/**
 * Returns the witness of a virtual transaction that spends a commitment to the message. Source: BIP-322, "simple".
 */
const signSimple = ({ script, signer }: BitcoinKey, message: Uint8Array): Uint8Array => {
  const signature = signer.signSchnorr(hashSimple(script, message, Transaction.SIGHASH_DEFAULT))
  return Uint8Array.from([1, ...withCompactSize(signature)])
}

const hashTagged = (tag: string, message: Uint8Array): Uint8Array => {
  const tagged = sha256(utf8.encode(tag))
  return sha256(Uint8Array.from([...tagged, ...tagged, ...message]))
}

/** Returns the hash that a taproot key signs for a message. */
export const hashSimple = (script: Uint8Array, message: Uint8Array, sighash: number): Uint8Array =>
  makeSimpleTransaction(script, message).hashForWitnessV1(0, [script], [0n], sighash)

/** Returns BIP-322's `to_sign`, which spends its `to_spend`. */
export const makeSimpleTransaction = (script: Uint8Array, message: Uint8Array): Transaction => {
  const toSpend = new Transaction()
  toSpend.version = 0
  const commitment = hashTagged("BIP0322-signed-message", message)
  toSpend.addInput(new Uint8Array(32), 0xffffffff, 0, Uint8Array.from([0, 32, ...commitment]))
  toSpend.addOutput(script, 0n)
  const toSign = new Transaction()
  toSign.version = 0
  toSign.addInput(toSpend.getHash(), 0, 0)
  toSign.addOutput(Uint8Array.from([0x6a]), 0n)
  return toSign
}

/** The keys of one Bitcoin account. They sign and cannot be exported. */
export interface BitcoinSigner {
  /** Payments before ordinals, mainnet before testnet. */
  readonly addresses: readonly [BitcoinAddress, ...BitcoinAddress[]]
}

/** One address of an account, with its key. */
export interface BitcoinAddress extends WalletChainAddress {
  readonly chain: BitcoinChain
  readonly purpose: Purpose
  readonly script: Uint8Array
  /** Signs a message: ECDSA in BIP-137's form for segwit, BIP-322's simple form for taproot. */
  readonly signMessage: (message: Uint8Array) => Effect.Effect<Uint8Array, SignerError>
  /** Signs an input that spends a UTXO of this address, without finalizing it. @param sighash its flag */
  readonly signInput: (psbt: Psbt, index: number, sighash: number) => Effect.Effect<void, SignerError>
}

/**
 * Returns account `index` of `testMnemonic`: `m/84'/c'/0'/0/index` for payments, `m/86'/c'/0'/0/index` for ordinals,
 * where `c` is 0 on mainnet and 1 on testnet. `index` is a small whole number.
 */
export const makeTestBitcoinSigner = (index = 0): BitcoinSigner => {
  const root = HDKey.fromMasterSeed(getTestSeed())
  const derived = (chain: BitcoinChain, purpose: Purpose) => {
    const scheme = purpose === "payment" ? 84 : 86
    const coin = chain === "bitcoin:mainnet" ? 0 : 1
    const { privateKey } = root.derive(`m/${scheme}'/${coin}'/0'/0/${index}`)
    if (privateKey === null) throw new Error("Not a key")
    return toBitcoinAddress(makeBitcoinKey(chain, purpose, privateKey))
  }
  return {
    addresses: [
      derived("bitcoin:mainnet", "payment"),
      derived("bitcoin:mainnet", "ordinals"),
      derived("bitcoin:testnet", "payment"),
      derived("bitcoin:testnet", "ordinals"),
    ],
  }
}

/**
 * Makes a signer of one key for payments and ordinals, on the key's network. Fails with SignerError for an invalid
 * key.
 */
export const makeBitcoinSignerFromKey = ({
  key,
  network,
}: WifKey): Effect.Effect<BitcoinSigner, SignerError> =>
  Effect.try({
    try: (): BitcoinSigner => ({
      addresses: [
        toBitcoinAddress(makeBitcoinKey(`bitcoin:${network}`, "payment", key)),
        toBitcoinAddress(makeBitcoinKey(`bitcoin:${network}`, "ordinals", key)),
      ],
    }),
    catch: () => new SignerError({ what: "make a signer from the Bitcoin key" }),
  })

/** Returns the public members, without the key. */
const toBitcoinAddress = (key: BitcoinKey): BitcoinAddress => {
  const { address, chain, chains, publicKey, purpose, script } = key
  const attempt = <A>(what: string, run: () => A) =>
    Effect.try({ try: run, catch: () => new SignerError({ what }) })
  return {
    address,
    chain,
    chains,
    publicKey,
    purpose,
    script,
    signMessage: (message) => attempt("sign the message", () => signMessage(key, message)),
    signInput: (psbt, index, sighash) =>
      attempt("sign the input", () => signInput(key, psbt, index, sighash)),
  }
}
