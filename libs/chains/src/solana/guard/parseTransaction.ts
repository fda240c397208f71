import { hasKey } from "@wmodal/protocol"
import { encodeBase64 } from "../../text/base64.ts"
import { decodeMessage, getSigners } from "../wire/SolanaMessage.ts"
import { encodeTransaction } from "../wire/SolanaTransaction.ts"
import { type CopiedTransaction, invalidTransactionError } from "./copyTransaction.ts"
import { type RequestedTransaction, readTransactionParams } from "./transactionParams.ts"
import { readTransactionText } from "./transactionText.ts"

/** Throws a `ProviderError` if it is not a transaction, or as `readTransactionParams` does. */
export const parseTransaction = (
  copied: CopiedTransaction,
  isShared: (address: string) => boolean,
): RequestedTransaction => {
  if (typeof copied === "string") return { transaction: readTransactionText(copied), pubkey: null }
  if (hasKey(copied, "params")) return readTransactionParams(copied.params, isShared)
  const { messageBytes, signatures } = copied
  const message = decodeMessage(messageBytes)
  if (message === null) throw invalidTransactionError()
  // Missing signatures are zero, as on the wire.
  const all = getSigners(message).map((signer) => signatures.get(signer) ?? null)
  return {
    transaction: readTransactionText(encodeBase64(encodeTransaction(messageBytes, all))),
    pubkey: null,
  }
}
