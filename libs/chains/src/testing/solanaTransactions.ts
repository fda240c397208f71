import { ed25519 } from "@noble/curves/ed25519.js"
import { base58 } from "@scure/base"
import { setComputeBudget, transferSol } from "../solana/program/instructions.ts"

import { concatBytes } from "../solana/wire/encodeBytes.ts"
import { compileMessage, type Instruction } from "../solana/wire/Instruction.ts"
import { encodeMessage } from "../solana/wire/SolanaMessage.ts"
import { encodeUnsigned } from "../solana/wire/SolanaTransaction.ts"
import type { StandardAccount } from "../standard/StandardWallet.ts"

/** Makes a key without a wallet, with the account data that a wallet would share. */
export const solanaKey = (seed: number) => {
  const secret = new Uint8Array(32).fill(seed)
  const publicKey = ed25519.getPublicKey(secret)
  const account: StandardAccount = {
    address: base58.encode(publicKey),
    publicKey,
    chains: ["solana:mainnet", "solana:devnet"],
    features: ["solana:signTransaction", "solana:signMessage"],
  }
  return { address: account.address, account, sign: (bytes: Uint8Array) => ed25519.sign(bytes, secret) }
}

export type SolanaTestKey = ReturnType<typeof solanaKey>

const testBlockhash = base58.encode(new Uint8Array(32).fill(7))

export interface SolanaTestPayment {
  readonly from: string
  readonly to: string
  readonly amount: bigint
  readonly blockhash?: string
  /** Instructions before and after the payment. */
  readonly before?: readonly Instruction[]
  readonly after?: readonly Instruction[]
}

/** Makes an unsigned payment with a priority fee. */
export const makeSolanaPayment = ({
  after = [],
  amount,
  before = [],
  blockhash = testBlockhash,
  from,
  to,
}: SolanaTestPayment) =>
  encodeMessage(
    compileMessage({
      payer: from,
      blockhash,
      instructions: [...before, ...setComputeBudget(300, 1_000n), transferSol(from, to, amount), ...after],
    }),
  )

/** Encodes a message as a signing request. */
export const toSignRequest = (message: Uint8Array) => ({
  transaction: encodeUnsigned(message, 1),
  lastValidBlockHeight: "100",
})

/** Signs a message like a wallet. */
export const signMessageWith = (key: SolanaTestKey, message: Uint8Array): Uint8Array =>
  concatBytes([1], key.sign(message), message)

/** Returns the message of a wire transaction with one signer. */
export const decodeMessageBytes = (transaction: Uint8Array): Uint8Array => transaction.slice(65)
