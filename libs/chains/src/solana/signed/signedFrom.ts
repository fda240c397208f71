import { ed25519 } from "@noble/curves/ed25519.js"
import { base58 } from "@scure/base"
import { decodeTransaction, type Transaction } from "../wire/Transaction.ts"
import { isSameOrGuarded } from "./isSameOrGuarded.ts"

/**
 * Looks at what a wallet gave for a transaction that it was asked to sign, before anybody sends it.
 * @param answer base64 of a wire transaction
 * @param account plain address
 * @returns `Malformed` for what is none or is not signed by the account, `Altered` for what does something else
 */
export const signedFrom = (
  asked: Transaction,
  answer: string,
  account: string,
): "Signed" | "Malformed" | "Altered" => {
  const signed = decodeTransaction(answer)
  if (signed === null || !isSigned(signed, account)) return "Malformed"
  const isSame = base58.encode(asked.messageBytes) === base58.encode(signed.messageBytes)
  return isSame || isSameOrGuarded(asked.message, signed.message) ? "Signed" : "Altered"
}

const isSigned = ({ message, messageBytes, signatures }: Transaction, account: string): boolean => {
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
