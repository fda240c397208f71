import { ed25519 } from "@noble/curves/ed25519.js"
import { base58 } from "@scure/base"
import { Effect } from "effect"
import { getTestSeed } from "../getTestSeed.ts"
import { SignerError } from "../Signer.ts"
import { deriveSlip10 } from "./deriveSlip10.ts"

/** A Solana key that signs and cannot be exported. */
export interface SolanaSigner {
  /** Base58. */
  readonly address: string
  /** 32 bytes. */
  readonly publicKey: Uint8Array
  /** Signs bytes with Ed25519. The caller knows that they are a message or a transaction. @returns 64 bytes */
  readonly sign: (bytes: Uint8Array) => Effect.Effect<Uint8Array, SignerError>
}

/** Returns the account at `m/44'/501'/index'/0'` of `testMnemonic`. `index` is a small whole number. */
export const makeTestSolanaSigner = (index = 0): SolanaSigner =>
  toSolanaSigner(deriveSlip10(getTestSeed(), [44, 501, index, 0]))

/**
 * Makes a signer.
 * @param key 64 bytes, as `solana-keygen` writes them: the private half, then the public one. Fails with SignerError
 * when the halves do not match.
 */
export const makeSolanaSignerFromKey = (key: Uint8Array): Effect.Effect<SolanaSigner, SignerError> =>
  Effect.try({
    try: () => {
      const signer = toSolanaSigner(key.slice(0, 32))
      if (key.length !== 64 || signer.publicKey.some((byte, at) => byte !== key[32 + at])) {
        throw new Error("Not a pair")
      }
      return signer
    },
    catch: () => new SignerError({ what: "make a signer from the Solana key" }),
  })

const toSolanaSigner = (privateKey: Uint8Array): SolanaSigner => {
  const publicKey = ed25519.getPublicKey(privateKey)
  return {
    address: base58.encode(publicKey),
    publicKey,
    sign: (bytes) =>
      Effect.try({
        try: () => ed25519.sign(bytes, privateKey),
        catch: () => new SignerError({ what: "sign with the Solana key" }),
      }),
  }
}
