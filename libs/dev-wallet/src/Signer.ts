import type { Hex } from "@wmodal/chains/internal"
import { Data, Effect } from "effect"
import { type LocalAccount, mnemonicToAccount, privateKeyToAccount } from "viem/accounts"
import type { Authorization, SignedAuthorization, UnsignedTransaction } from "./transaction.ts"
import type { UnhashedTypedData } from "./typedData.ts"
import { hashTypedValues, type TypedValue } from "./typedValues.ts"

/** A key that signs and cannot be exported. */
export interface Signer {
  /** EIP-55. */
  readonly address: Hex
  /** Signs by EIP-191 version 0x45: prefixes and hashes `message` itself. */
  readonly signMessage: (message: Uint8Array) => Effect.Effect<Hex, SignerError>
  /** Signs by EIP-712. */
  readonly signTypedData: (typedData: UnhashedTypedData) => Effect.Effect<Hex, SignerError>
  /** Signs MetaMask's first version of typed data. */
  readonly signTypedValues: (values: readonly TypedValue[]) => Effect.Effect<Hex, SignerError>
  /** Returns the signed transaction, ready for `eth_sendRawTransaction`. */
  readonly signTransaction: (transaction: UnsignedTransaction) => Effect.Effect<Hex, SignerError>
  /** Signs an EIP-7702 authorization: the account delegates to a contract until it signs another authorization. */
  readonly signAuthorization: (
    authorization: Authorization,
  ) => Effect.Effect<SignedAuthorization, SignerError>
}

/** The mnemonic that every development chain funds. It is public and must never hold real funds. */
export const testMnemonic = "test test test test test test test test test test test junk"

/** Makes a signer. @param privateKey 32 bytes as 0x-hex. Fails with SignerError when they are not a secp256k1 key. */
export const makeSignerFromKey = (privateKey: Hex): Effect.Effect<Signer, SignerError> =>
  Effect.try({
    try: () => toSigner(privateKeyToAccount(privateKey)),
    catch: () => new SignerError({ what: "make a signer from the private key" }),
  })

/** Returns the account at `m/44'/60'/0'/0/index` of `testMnemonic`. `index` is a small whole number. */
export const makeTestSigner = (index = 0): Signer =>
  toSigner(mnemonicToAccount(testMnemonic, { addressIndex: index }))

const toSigner = (account: LocalAccount): Signer => ({
  address: account.address,
  signMessage: (message) =>
    sign("sign the message", () => account.signMessage({ message: { raw: message } })),
  signTypedData: (typedData) => sign("sign the typed data", () => account.signTypedData(typedData)),
  signTypedValues: (values) =>
    sign("sign the typed data", async () => {
      const signature = await account.sign?.({ hash: hashTypedValues(values) })
      if (signature === undefined) throw new Error("Not an account that can")
      return signature
    }),
  signTransaction: (transaction) => sign("sign the transaction", () => account.signTransaction(transaction)),
  signAuthorization: (authorization) =>
    sign("sign the authorization", async () => {
      const made = await account.signAuthorization?.(authorization)
      if (made?.yParity === undefined) throw new Error("Not an account that can")
      return { ...authorization, r: made.r, s: made.s, yParity: made.yParity }
    }),
})

const sign = <A>(what: string, run: () => Promise<A>) =>
  Effect.tryPromise({ try: run, catch: () => new SignerError({ what }) })

/**
 * A failed signature or invalid key. Leaves out the cause on purpose: an error of a crypto library may contain the
 * key.
 */
export class SignerError extends Data.TaggedError("SignerError")<{ readonly what: string }> {
  override get message() {
    return `Could not ${this.what}.`
  }
}
