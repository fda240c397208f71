import { getBase58Decoder, isSignerRole, isWritableRole } from "@solana/kit"
import { isSignatureOf } from "../solana/signed/isSignatureOf.ts"
import { toAccountMetas, toInstructions } from "../solana/wire/Instruction.ts"
import { getSigners, type SolanaMessage } from "../solana/wire/SolanaMessage.ts"
import {
  decodeTransaction,
  encodeTransaction,
  type SolanaTransaction,
} from "../solana/wire/SolanaTransaction.ts"
import { invalidParamsError } from "../wallet/ProviderError.ts"
import { readMember } from "../wallet/readMember.ts"
import { decodeSolanaSignature, decodeWireTransaction } from "./solanaResponses.ts"

export { isSignatureOf }

/** Decodes a requested wire transaction, base64. Throws a `ProviderError` if it is none. */
export const decodeRequested = (wire: string): SolanaTransaction => {
  const transaction = decodeTransaction(wire)
  if (transaction === null) throw invalidParamsError("This is not a valid Solana transaction.")
  return transaction
}

/**
 * Returns the fields of a legacy message for wallets that do not decode serialized transactions; empty for versioned
 * ones, which those wallets do not support. Source: WalletConnect specs, `solana_signTransaction`.
 */
export const toLegacyParts = (message: SolanaMessage): object => {
  if (message.version !== "legacy") return {}
  return {
    feePayer: message.staticAccounts[0],
    recentBlockhash: message.lifetimeToken,
    instructions: toInstructions(message, toAccountMetas(message)).map(
      ({ accounts, data, programAddress }) => ({
        programId: programAddress,
        keys: accounts.map(({ address, role }) => ({
          pubkey: address,
          isSigner: isSignerRole(role),
          isWritable: isWritableRole(role),
        })),
        data: getBase58Decoder().decode(data),
      }),
    ),
  }
}

/**
 * Decodes a signed wire transaction: either a whole one, which is checked before the broadcast, or the signature of the
 * requested one. `null` if it is neither.
 */
export const decodeSignedTransaction = (
  answer: unknown,
  asked: SolanaTransaction,
  account: string,
): Uint8Array | null => {
  const whole = decodeWireTransaction(readMember(answer, "transaction"))
  if (whole !== null) return whole
  const signature = decodeSolanaSignature(answer)
  return signature !== null && isSignatureOf(signature, Uint8Array.from(asked.messageBytes), account)
    ? encodeTransaction(
        asked.messageBytes,
        getSigners(asked.message).map((signer) =>
          signer === account ? signature : (asked.signatures[signer] ?? null),
        ),
      )
    : null
}
