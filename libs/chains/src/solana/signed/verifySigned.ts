import { ed25519 } from "@noble/curves/ed25519.js"
import { address, bytesEqual, getAddressEncoder, isWritableRole } from "@solana/kit"
import { type Instruction, toAccountKey, toAccountMetas, toInstructions } from "../wire/Instruction.ts"
import { getLookups, getSigners, type SolanaMessage } from "../wire/SolanaMessage.ts"
import { decodeTransaction, type SolanaTransaction } from "../wire/SolanaTransaction.ts"

/**
 * Returns `true` if a message performs the requested actions only. Phantom and Solflare add assertions of the
 * Lighthouse program, which can only make a transaction fail: those are allowed anywhere. Any other difference is
 * rejected: recipient, amount, payer, signer, blockhash, or a fee that the user has not seen. A wallet adds its own fee
 * only if a transaction sets none, so transactions that set one pass. Source: Phantom, "Lighthouse" and "Solana
 * priority fees".
 */
export const matchesWithGuards = (asked: SolanaMessage, signed: SolanaMessage): boolean =>
  toMessageKey(asked) === toMessageKey(signed) &&
  hasSameAccountUse(asked, signed) &&
  // A request with its own assertions cannot be distinguished from a changed one.
  !toMessageInstructions(asked).some(isLighthouseAssertion) &&
  toMessageInstructions(asked).map(toInstructionKey).join("\n") ===
    toMessageInstructions(signed)
      .filter((step) => !isLighthouseAssertion(step))
      .map(toInstructionKey)
      .join("\n")

/** Returns the key of everything except the instructions: payer, signers, blockhash and lookup tables. */
const toMessageKey = (message: SolanaMessage): string =>
  JSON.stringify([message.version, message.lifetimeToken, getSigners(message), getLookups(message)])

/** Returns `true` if all requested instructions keep their account permissions and no other account is affected. */
const hasSameAccountUse = (asked: SolanaMessage, signed: SolanaMessage): boolean => {
  const [given, wanted] = [signed, asked].map(
    (message) => new Map(toAccountMetas(message).map((one) => [toAccountKey(one), isWritableRole(one.role)])),
  )
  return (
    given !== undefined &&
    wanted !== undefined &&
    [...wanted].every(([account, isWritten]) => given.get(account) === isWritten) &&
    [...given].every(([account, isWritten]) => wanted.has(account) || !isWritten)
  )
}

const toMessageInstructions = (message: SolanaMessage): readonly Instruction[] =>
  toInstructions(message, toAccountMetas(message))

const toInstructionKey = ({ accounts, data, programAddress }: Instruction): string =>
  JSON.stringify([programAddress, accounts, [...data]])

const lighthouseProgram = "L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95"

/**
 * Returns `true` for Lighthouse assertions, which read accounts and fail the transaction on a mismatch. Other
 * instructions of that program pay for memory or call programs. Source: Lighthouse, instruction discriminators.
 */
const isLighthouseAssertion = ({ data: [kind = 0], programAddress }: Instruction): boolean =>
  programAddress === lighthouseProgram && kind >= 2 && kind <= 15

/**
 * Verifies the transaction that a wallet signed, before the broadcast.
 * @param answer base64 of a wire transaction
 * @param account plain address
 * @returns `Malformed` if it is invalid or the account has not signed, `Altered` if it does something different
 */
export const verifySigned = (
  asked: SolanaTransaction,
  answer: string,
  account: string,
): "Signed" | "Malformed" | "SignedDifferently" => {
  const signed = decodeTransaction(answer)
  if (signed === null || !isSignatureValid(signed, account)) return "Malformed"
  const isSame = bytesEqual(asked.messageBytes, signed.messageBytes)
  return isSame || matchesWithGuards(asked.message, signed.message) ? "Signed" : "SignedDifferently"
}

const isSignatureValid = ({ messageBytes, signatures }: SolanaTransaction, account: string): boolean => {
  try {
    const signer = address(account)
    const signature = signatures[signer]
    return (
      signature != null &&
      ed25519.verify(
        Uint8Array.from(signature),
        Uint8Array.from(messageBytes),
        Uint8Array.from(getAddressEncoder().encode(signer)),
      )
    )
  } catch {
    return false
  }
}
