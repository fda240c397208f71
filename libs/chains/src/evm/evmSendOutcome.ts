import type { SendOutcome } from "../contract/WalletCalls.ts"
import { isPreApprovalError, mayHaveSent, toNotSent } from "../wallet/sendOutcome.ts"
import { errorCodes, errorMessages, readMember, toConnectorReason } from "../wallet/walletErrors.ts"
import { decodeHash } from "./wireSchemas.ts"

/**
 * What came of a transaction that a wallet did not answer with a hash. Nothing has left only where what it threw cannot
 * have come after a broadcast; whatever else it says, or if it says nothing, the transaction may be on its way.
 */
export const toSendOutcome = (thrown: unknown, connectorId: string): SendOutcome => {
  const method = "eth_sendTransaction"
  const reason = toConnectorReason(thrown, method)
  const hash = findNamedHash(thrown)
  if (reason._tag === "Declined") return toNotSent(connectorId, reason)
  // A transaction that has a hash was signed.
  if (hash === null) {
    if (isPreApprovalError(reason, thrown)) return toNotSent(connectorId, reason)
    const codes = errorCodes(thrown)
    // The parameters were no good.
    if (codes[0] === -32602) return toNotSent(connectorId, reason)
    const text = errorMessages(thrown).find((one) => preBroadcastErrorPattern.test(one)) ?? null
    if (codes.includes(3) || (text !== null && codes.some(isNodeErrorCode)))
      return toNotSent(connectorId, {
        _tag: "Failed",
        code: codes[0] ?? null,
        text: text ?? errorMessages(thrown)[0] ?? "",
      })
  }
  return mayHaveSent(connectorId, reason, hash)
}

/** Codes under which wallets hand on what a node said. */
const isNodeErrorCode = (code: number): boolean => code <= -32000 && code >= -32099

/**
 * A node's words for what it has not taken. "nonce too low" and "already known" are not among them: a wallet that asks
 * again, since the first reply was lost, hears them of a transaction that is on its way.
 */
const preBroadcastErrorPattern =
  /insufficient (?:funds|balance) |gas required exceeds|intrinsic gas too low|exceeds (?:the )?block gas limit|less than (?:the )?block base fee|execution reverted/i

/** A hash that the wallet named beside its error. */
export const findNamedHash = (thrown: unknown): string | null => {
  const data = readMember(thrown, "data")
  const named = [data, thrown].flatMap((value) =>
    ["hash", "transactionHash", "txHash"].map((name) => readMember(value, name)),
  )
  return [data, ...named].map(decodeHash).find((hash) => hash !== null) ?? null
}
