import { ed25519 } from "@noble/curves/ed25519.js"
import { base58 } from "@scure/base"
import { type Instruction, lookupTableIndexes, toAccountMetas, toInstructions } from "../wire/Instruction.ts"
import type { SolanaMessage } from "../wire/SolanaMessage.ts"
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
const toMessageKey = ({ accounts, blockhash, lookups, signers, version }: SolanaMessage): string =>
  JSON.stringify([version, blockhash, accounts.slice(0, signers), lookups])

/** Returns `true` if all requested instructions keep their account permissions and no other account is affected. */
const hasSameAccountUse = (asked: SolanaMessage, signed: SolanaMessage): boolean => {
  const given = new Map(toAccountMetas(signed).map((role) => [role.address, role]))
  const wanted = new Map(toAccountMetas(asked).map((role) => [role.address, role]))
  return (
    [...wanted.values()].every(({ address, written }) => given.get(address)?.written === written) &&
    [...given.values()].every(({ address, written }) => wanted.has(address) || !written)
  )
}

const toMessageInstructions = (message: SolanaMessage): readonly Instruction[] =>
  toInstructions(message, toAccountMetas(message, lookupTableIndexes(message)))

const toInstructionKey = ({ accounts, data, program }: Instruction): string =>
  JSON.stringify([program, accounts, [...data]])

const lighthouseProgram = "L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95"

/**
 * Returns `true` for Lighthouse assertions, which read accounts and fail the transaction on a mismatch. Other
 * instructions of that program pay for memory or call programs. Source: Lighthouse, instruction discriminators.
 */
const isLighthouseAssertion = ({ data: [kind = 0], program }: Instruction): boolean =>
  program === lighthouseProgram && kind >= 2 && kind <= 15

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
  const isSame = base58.encode(asked.messageBytes) === base58.encode(signed.messageBytes)
  return isSame || matchesWithGuards(asked.message, signed.message) ? "Signed" : "SignedDifferently"
}

const isSignatureValid = (
  { message, messageBytes, signatures }: SolanaTransaction,
  account: string,
): boolean => {
  // An account appears in a message once, and signers come first.
  const signature = signatures[message.accounts.indexOf(account)]
  try {
    return (
      typeof signature === "string" &&
      ed25519.verify(base58.decode(signature), messageBytes, base58.decode(account))
    )
  } catch {
    return false
  }
}
