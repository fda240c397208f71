import { decodeBytes } from "../../standard/decodeBytes.ts"
import { encodeBase64 } from "../../text/base64.ts"
import { readMember } from "../../wallet/walletErrors.ts"
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
        getSigners(message).map((signer) => decodeSignatureBytes(readMember(signatures, signer))),
      ),
    )
  )
}

/** Missing signatures are zero, as on the wire. */
const decodeSignatureBytes = (value: unknown): Uint8Array | null => {
  const bytes = decodeBytes(value, 64)
  return bytes?.length === 64 ? bytes : null
}
