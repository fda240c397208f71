import type { SendOutcome } from "../contract/WalletCalls.ts"
import { isBefore, mayHaveLeft, notSent } from "../wallet/sendOutcome.ts"
import { codesOf, member, reasonOf, textsOf } from "../wallet/thrown.ts"
import { hashFrom } from "./quantity.ts"

/**
 * What came of a transaction that a wallet did not answer with a hash. Nothing has left only where what it threw cannot
 * have come after a broadcast; whatever else it says, or if it says nothing, the transaction may be on its way.
 */
export const outcomeOfThrown = (thrown: unknown, connectorId: string): SendOutcome => {
  const method = "eth_sendTransaction"
  const reason = reasonOf(thrown, method)
  const hash = hashNamedIn(thrown)
  if (reason._tag === "Declined") return notSent(connectorId, reason)
  // A transaction that has a hash was signed.
  if (hash === null) {
    if (isBefore(reason, thrown)) return notSent(connectorId, reason)
    const codes = codesOf(thrown)
    // The parameters were no good.
    if (codes[0] === -32602) return notSent(connectorId, reason)
    const text = textsOf(thrown).find((one) => beforeBroadcast.test(one)) ?? null
    if (codes.includes(3) || (text !== null && codes.some(isNodes)))
      return notSent(connectorId, {
        _tag: "Failed",
        code: codes[0] ?? null,
        text: text ?? textsOf(thrown)[0] ?? "",
      })
  }
  return mayHaveLeft(connectorId, reason, hash)
}

/** Codes under which wallets hand on what a node said. */
const isNodes = (code: number): boolean => code <= -32000 && code >= -32099

/**
 * A node's words for what it has not taken. "nonce too low" and "already known" are not among them: a wallet that asks
 * again, since the first reply was lost, hears them of a transaction that is on its way.
 */
const beforeBroadcast =
  /insufficient (?:funds|balance) |gas required exceeds|intrinsic gas too low|exceeds (?:the )?block gas limit|less than (?:the )?block base fee|execution reverted/i

/** A hash that the wallet named beside its error. */
export const hashNamedIn = (thrown: unknown): string | null => {
  const data = member(thrown, "data")
  const named = [data, thrown].flatMap((value) =>
    ["hash", "transactionHash", "txHash"].map((name) => member(value, name)),
  )
  return [data, ...named].map(hashFrom).find((hash) => hash !== null) ?? null
}
