import { pbkdf2 } from "@noble/hashes/pbkdf2.js"
import { sha512 } from "@noble/hashes/sha2.js"
import { mnemonicToEntropy } from "@scure/bip39"
import { wordlist } from "@scure/bip39/wordlists/english"
import { getPublicKey, HDKD, secretFromSeed, sign } from "@scure/sr25519"
import { encodePolkadotAddress } from "@wmodal/chains/internal"
import { Effect } from "effect"
import { SignerError, testMnemonic } from "../Signer.ts"

/** A Polkadot key that signs and cannot be exported. */
export interface PolkadotSigner {
  /** SS58 in Polkadot's form. */
  readonly address: string
  /** 32 bytes. */
  readonly publicKey: Uint8Array
  /** Signs bytes with sr25519. The caller knows that they are a message or a transaction. @returns 64 bytes */
  readonly sign: (bytes: Uint8Array) => Effect.Effect<Uint8Array, SignerError>
}

/**
 * Returns an account of a mnemonic: without a path, or at the hard path `//index`. Source: substrate-bip39, the key
 * derivation of Polkadot's wallets.
 */
export const makePolkadotSigner = (mnemonic: string, path: number | string | null): PolkadotSigner => {
  const seed = pbkdf2(sha512, mnemonicToEntropy(mnemonic, wordlist), "mnemonic", { c: 2048, dkLen: 64 })
  const root = secretFromSeed(seed.slice(0, 32))
  const secret = path === null ? root : HDKD.secretHard(root, toChainCode(path))
  const publicKey = getPublicKey(secret)
  return {
    address: encodePolkadotAddress(publicKey, 0),
    publicKey,
    sign: (bytes) =>
      Effect.try({
        try: () => sign(secret, bytes),
        catch: () => new SignerError({ what: "sign with the Polkadot key" }),
      }),
  }
}

/** Returns the accounts of `testMnemonic` as wallets list them: the first without a path, then `//0`, `//1`, … */
export const makeTestPolkadotSigner = (index = 0): PolkadotSigner =>
  makePolkadotSigner(testMnemonic, index === 0 ? null : index - 1)

/** A number as 8 bytes, little endian; a short text with its length before it. Filled with zeros to 32 bytes. */
const toChainCode = (path: number | string): Uint8Array => {
  const code = new Uint8Array(32)
  if (typeof path === "number") new DataView(code.buffer).setUint32(0, path, true)
  else code.set([path.length << 2, ...new TextEncoder().encode(path)])
  return code
}
