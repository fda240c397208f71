import { ed25519 } from "@noble/curves/ed25519.js"
import { base58 } from "@scure/base"
import { type AccountMeta, type AccountRole, address, createNoopSigner, type Instruction } from "@solana/kit"
import {
  getSetComputeUnitLimitInstruction,
  getSetComputeUnitPriceInstruction,
} from "@solana-program/compute-budget"
import { getTransferSolInstruction } from "@solana-program/system"
import { compileMessage } from "../solana/wire/Instruction.ts"
import { encodeMessage } from "../solana/wire/SolanaMessage.ts"
import { encodeTransaction, encodeUnsigned } from "../solana/wire/SolanaTransaction.ts"
import type { StandardAccount } from "../standard/StandardWallet.ts"
import { encodeBase64 } from "../text/base64.ts"
import { concatBytes } from "./solanaBytes.ts"

/** `amount` is lamports. */
export const transferSol = (from: string, to: string, amount: bigint) =>
  getTransferSolInstruction({ source: createNoopSigner(address(from)), destination: address(to), amount })

/** Sets the maximum compute units, and the price per unit in micro-lamports. */
export const setComputeBudget = (units: number, microLamports: bigint) => [
  getSetComputeUnitLimitInstruction({ units }),
  getSetComputeUnitPriceInstruction({ microLamports }),
]

export const makeMeta = (text: string, role: AccountRole): AccountMeta => ({ address: address(text), role })

export const makeInstruction = (
  program: string,
  data: Uint8Array,
  accounts: readonly AccountMeta[] = [],
) => ({ programAddress: address(program), accounts, data })

interface TestMessage {
  readonly payer: string
  readonly blockhash: string
  readonly instructions: readonly Instruction[]
}

/** Compiles a message and encodes it. */
export const encodeTestMessage = (message: TestMessage) =>
  encodeMessage(compileMessage({ ...message, payer: address(message.payer) }))

/** Compiles a message and encodes its unsigned transaction, base64. */
export const unsignedTransaction = (message: TestMessage) => {
  const compiled = compileMessage({ ...message, payer: address(message.payer) })
  return encodeUnsigned(encodeMessage(compiled), compiled)
}

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
  encodeTestMessage({
    payer: from,
    blockhash,
    instructions: [...before, ...setComputeBudget(300, 1_000n), transferSol(from, to, amount), ...after],
  })

/** Encodes a message as a signing request. */
export const toSignRequest = (message: Uint8Array) => ({
  transaction: encodeBase64(encodeTransaction(message, [null])),
  lastValidBlockHeight: "100",
})

/** Signs a message like a wallet. */
export const signMessageWith = (key: SolanaTestKey, message: Uint8Array): Uint8Array =>
  concatBytes([1], key.sign(message), message)

/** Returns the message of a wire transaction with one signer. */
export const decodeMessageBytes = (transaction: Uint8Array): Uint8Array => transaction.slice(65)
