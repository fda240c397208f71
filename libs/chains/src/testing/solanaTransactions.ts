import { ed25519 } from "@noble/curves/ed25519.js"
import { base58 } from "@scure/base"
import { setComputeBudget, transferSol } from "../solana/program/instructions.ts"

import { concatBytes } from "../solana/wire/encodeBytes.ts"
import { compileMessage, type Instruction } from "../solana/wire/Instruction.ts"
import { encodeMessage } from "../solana/wire/SolanaMessage.ts"
import { encodeUnsigned } from "../solana/wire/SolanaTransaction.ts"
import type { StandardAccount } from "../standard/StandardWallet.ts"

/** A key that stands in no wallet, and what a wallet shares of it. */
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
  /** Before and after the payment. */
  readonly before?: readonly Instruction[]
  readonly after?: readonly Instruction[]
}

/** A payment with a priority fee, before it is signed. */
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

/** As it is asked for. */
export const toSignRequest = (message: Uint8Array) => ({
  transaction: encodeUnsigned(message, 1),
  lastValidBlockHeight: "100",
})

/** As a wallet gives it back. */
export const signMessageWith = (key: SolanaTestKey, message: Uint8Array): Uint8Array =>
  concatBytes([1], key.sign(message), message)

/** The message in a wire transaction of one signer. */
export const decodeMessageBytes = (transaction: Uint8Array): Uint8Array => transaction.slice(65)
