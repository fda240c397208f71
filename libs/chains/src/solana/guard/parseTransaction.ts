import { encodeBase64 } from "../../text/base64.ts"
import { decodeMessage, getSigners } from "../wire/SolanaMessage.ts"
import { decodeTransaction, encodeTransaction, type SolanaTransaction } from "../wire/SolanaTransaction.ts"
import { type CopiedTransaction, invalidTransactionError } from "./copyTransaction.ts"

/** A dApp's transaction, decoded and in wire form. */
export interface WireTransaction extends SolanaTransaction {
  /** Base64. */
  readonly wire: string
}

/** Throws a `ProviderError` if it is not a transaction. */
export const parseTransaction = (copied: CopiedTransaction): WireTransaction => {
  const wire = typeof copied === "string" ? copied : compileTransaction(copied)
  const transaction = wire === null ? null : decodeTransaction(wire)
  if (wire === null || transaction === null) throw invalidTransactionError()
  return { ...transaction, wire }
}

const compileTransaction = ({
  messageBytes,
  signatures,
}: Exclude<CopiedTransaction, string>): string | null => {
  const message = decodeMessage(messageBytes)
  return (
    message &&
    encodeBase64(
      encodeTransaction(
        messageBytes,
        // Missing signatures are zero, as on the wire.
        getSigners(message).map((signer) => signatures.get(signer) ?? null),
      ),
    )
  )
}
