import type { Transaction } from "bitcoinjs-lib"
import type { Spendable, UnsignedDraft } from "./scripts.ts"

/** One way to spend a UTXO, and the response of a node. */
export interface UnlockCase {
  readonly name: string
  /** The output script of a UTXO of 100,000 satoshis, three blocks old. */
  readonly lock: Uint8Array
  /** Writes scripts and witness into the only input. */
  readonly unlock: (transaction: Transaction, coin: Spendable) => void
  readonly options?: Omit<UnsignedDraft, "coins">
  /** `accepted`, bitcoind's name of the script error, or its rejection reason when no script runs. */
  readonly answer: string
}

export const accepted = "accepted"
export const falseResultText =
  "Script evaluated without error but finished with a false/empty top stack element"
export const uncleanText = "Stack size must be exactly one after execution"
export const stackTooSmallText = "Operation not valid with the current stack size"
export const signatureNotZeroText = "Signature must be zero for failed CHECK(MULTI)SIG operation"
export const programMismatchText = "Witness program hash mismatch"
