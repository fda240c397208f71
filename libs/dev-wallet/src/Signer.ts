import type { Hex } from "@wmodal/chains/internal"
import { Data, Effect } from "effect"
import { type LocalAccount, mnemonicToAccount, privateKeyToAccount } from "viem/accounts"
import type { Authorization, SignedAuthorization, UnsignedTransaction } from "./transaction.ts"
import type { UnhashedTypedData } from "./typedData.ts"

/** A key that signs and cannot be read back. */
export interface Signer {
  /** EIP-55. */
  readonly address: Hex
  /** EIP-191 version 0x45: prefixes and hashes `message` itself. */
  readonly signMessage: (message: Uint8Array) => Effect.Effect<Hex, SignerError>
  /** EIP-712. */
  readonly signTypedData: (typedData: UnhashedTypedData) => Effect.Effect<Hex, SignerError>
  /** @returns the signed transaction, ready for `eth_sendRawTransaction`. */
  readonly signTransaction: (transaction: UnsignedTransaction) => Effect.Effect<Hex, SignerError>
  /** EIP-7702: lets the account run a contract's code, for as long as it signs no other such authorization. */
  readonly signAuthorization: (
    authorization: Authorization,
  ) => Effect.Effect<SignedAuthorization, SignerError>
}

/** The mnemonic that every development chain funds. Worth nothing anywhere else: never a secret. */
export const testMnemonic = "test test test test test test test test test test test junk"

/** @param privateKey 32 bytes as 0x-hex. Fails with SignerError when they are no key of secp256k1. */
export const makeSignerFromKey = (privateKey: Hex): Effect.Effect<Signer, SignerError> =>
  Effect.try({
    try: () => toSigner(privateKeyToAccount(privateKey)),
    catch: () => new SignerError({ what: "make a signer from the private key" }),
  })

/** The account at `m/44'/60'/0'/0/index` of `testMnemonic`. `index` is a small whole number. */
export const makeTestSigner = (index = 0): Signer =>
  toSigner(mnemonicToAccount(testMnemonic, { addressIndex: index }))

const toSigner = (account: LocalAccount): Signer => ({
  address: account.address,
  signMessage: (message) =>
    sign("sign the message", () => account.signMessage({ message: { raw: message } })),
  signTypedData: (typedData) => sign("sign the typed data", () => account.signTypedData(typedData)),
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

/** The cause is left out on purpose: what a crypto library throws may hold the key. */
export class SignerError extends Data.TaggedError("SignerError")<{ readonly what: string }> {
  override get message() {
    return `Could not ${this.what}.`
  }
}
