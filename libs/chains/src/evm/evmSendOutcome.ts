import type { SendOutcome } from "../contract/WalletCalls.ts"
import { readMember } from "../wallet/readMember.ts"
import { isPreApprovalError, mayHaveSent, toNotSent } from "../wallet/sendOutcome.ts"
import { errorCodes, errorMessages, toConnectorReason } from "../wallet/walletErrors.ts"
import { isInsufficientText } from "./isInsufficientText.ts"
import { decodeHash } from "./wireSchemas.ts"

/**
 * Returns the outcome of a send request that returned no hash. It is `NotSent` only if the error cannot follow a
 * broadcast; otherwise the transaction may be pending.
 */
export const toSendOutcome = (thrown: unknown, connectorId: string): SendOutcome => {
  const method = "eth_sendTransaction"
  const reason = toConnectorReason(thrown, method)
  const hash = findNamedHash(thrown)
  // A transaction with a hash was signed, whatever its text says.
  if (reason._tag === "Declined" && (hash === null || errorCodes(thrown)[0] === 4001))
    return toNotSent(connectorId, reason)
  if (hash === null) {
    if (isPreApprovalError(reason, thrown)) return toNotSent(connectorId, reason)
    const codes = errorCodes(thrown)
    // The parameters were invalid.
    if (codes[0] === -32602) return toNotSent(connectorId, reason)
    const text = errorMessages(thrown).find(isPreBroadcastError) ?? null
    if (codes.includes(3) || (text !== null && codes.some(isNodeErrorCode)))
      return toNotSent(connectorId, {
        _tag: "Failed",
        code: codes[0] ?? null,
        text: text ?? errorMessages(thrown)[0] ?? "",
      })
  }
  return mayHaveSent(connectorId, reason, hash)
}

/** Returns true for the codes under which wallets forward node errors. */
const isNodeErrorCode = (code: number): boolean => code <= -32000 && code >= -32099

/**
 * The node messages for a rejected transaction. "nonce too low" and "already known" are excluded: a wallet that retries
 * after a lost response receives them for a pending transaction. A node that has it says so before it counts those of an
 * account with delegated code.
 */
const isPreBroadcastError = (text: string): boolean =>
  isInsufficientText(text) ||
  /gas required exceeds|intrinsic gas too low|exceeds (?:the )?block gas limit|gas limit too high|less than (?:the )?block base fee|in-flight transaction limit reached|execution reverted/i.test(
    text,
  )

/** Finds the hash that a wallet reports with its error. */
export const findNamedHash = (thrown: unknown): string | null => {
  const data = readMember(thrown, "data")
  const named = [data, thrown].flatMap((value) =>
    ["hash", "transactionHash", "txHash"].map((name) => readMember(value, name)),
  )
  return [data, ...named].map(decodeHash).find((hash) => hash !== null) ?? null
}
