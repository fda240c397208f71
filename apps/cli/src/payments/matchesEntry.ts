import { createHash } from "node:crypto"
import type { LedgerEntry } from "@wmodal/core/flows"
import { isSameAddress } from "@wmodal/protocol"
import { getHash } from "./followEntry.ts"
import { decodeUnsignedTransaction } from "./unsignedTransaction.ts"

/** Returns whether `what` is the entry's id, its hash, or its hash from before the fee was raised. */
export const matchesEntry = ({ id, state, transaction }: LedgerEntry, what: string): boolean => {
  const hash = getHash(state)
  return (
    id === what ||
    (hash !== null && isSameAddress(hash, what)) ||
    getFirstHash(transaction?.["psbt"]) === what.toLowerCase()
  )
}

/**
 * Returns the hash of an unsigned transaction. Witnesses are not part of it, so signing does not change it. Source:
 * BIP-141.
 */
const getFirstHash = (psbt: string | null | undefined): string | null => {
  const unsigned = psbt == null ? null : decodeUnsignedTransaction(psbt)
  if (unsigned === null) return null
  const digest = sha256(sha256(Buffer.from(unsigned.slice(2), "hex")))
  return Buffer.from(digest.toReversed()).toString("hex")
}

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest()
