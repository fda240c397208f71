import { RawTx } from "@scure/btc-signer"
import { Transaction } from "bitcoinjs-lib"
import { fromHex, isEqualBytes } from "./bytes.ts"
import { TransactionRejected } from "./TransactionRejected.ts"

/**
 * Parses a transaction from hexadecimal. Two independent parsers must read it and write the same bytes again: no byte
 * is left over or ambiguous.
 * @throws Rejected
 */
export const parseTransaction = (text: string): Transaction => {
  const bytes = fromHex(text)
  const transaction = bytes === null || bytes.length === 0 ? null : decodeTransactionBytes(bytes)
  if (transaction === null || transaction.ins.length === 0)
    throw new TransactionRejected({
      code: -22,
      reason: "TX decode failed. Make sure the tx has at least one input.",
      details: "",
    })
  return transaction
}

const decodeTransactionBytes = (bytes: Uint8Array): Transaction | null => {
  try {
    const transaction = Transaction.fromBuffer(bytes)
    const isExact =
      isEqualBytes(transaction.toBuffer(), bytes) && isEqualBytes(RawTx.encode(RawTx.decode(bytes)), bytes)
    return isExact ? transaction : null
  } catch {
    return null
  }
}
