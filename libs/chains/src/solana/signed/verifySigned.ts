import { ed25519 } from "@noble/curves/ed25519.js"
import { base58 } from "@scure/base"
import { type Instruction, lookupTableIndexes, toAccountMetas, toInstructions } from "../wire/Instruction.ts"
import type { SolanaMessage } from "../wire/SolanaMessage.ts"
import { decodeTransaction, type SolanaTransaction } from "../wire/SolanaTransaction.ts"

/**
 * Whether a message does what was asked for, and nothing else. Phantom and Solflare put assertions of the Lighthouse
 * program into what they sign, which can only make a transaction fail: those may be added, anywhere. Whatever else
 * differs refuses it: another recipient or amount, another payer, signer or blockhash, a fee that nobody was shown.
 * A wallet adds a fee of its own only where a transaction names none, so that those which name one pass.
 * Source: Phantom, "Lighthouse" and "Solana priority fees".
 */
export const matchesWithGuards = (asked: SolanaMessage, signed: SolanaMessage): boolean =>
  toMessageKey(asked) === toMessageKey(signed) &&
  hasSameAccountUse(asked, signed) &&
  // One that brings assertions of its own is not told from one that a wallet has changed.
  !toMessageInstructions(asked).some(isLighthouseAssertion) &&
  toMessageInstructions(asked).map(toInstructionKey).join("\n") ===
    toMessageInstructions(signed)
      .filter((step) => !isLighthouseAssertion(step))
      .map(toInstructionKey)
      .join("\n")

/** All but what is done: who pays and signs, how long it may be sent, and the tables that further accounts stand in. */
const toMessageKey = ({ accounts, blockhash, lookups, signers, version }: SolanaMessage): string =>
  JSON.stringify([version, blockhash, accounts.slice(0, signers), lookups])

/** Whether all that was asked for may happen to the same accounts, and nothing to any other. */
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
 * Assertions read accounts and end the transaction where they are not as expected. Others of that program pay for
 * memory, or call further programs. Source: Lighthouse, instruction discriminators.
 */
const isLighthouseAssertion = ({ data: [kind = 0], program }: Instruction): boolean =>
  program === lighthouseProgram && kind >= 2 && kind <= 15

/**
 * Looks at what a wallet gave for a transaction that it was asked to sign, before anybody sends it.
 * @param answer base64 of a wire transaction
 * @param account plain address
 * @returns `Malformed` for what is none or is not signed by the account, `Altered` for what does something else
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
  // An account stands in a message once, and those that sign come first.
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
