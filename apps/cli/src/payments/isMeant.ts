import { createHash } from "node:crypto"
import type { LedgerEntry } from "@wmodal/core/flows"
import { isSameAddress } from "@wmodal/protocol"
import { hashOf } from "./follow.ts"
import { unsignedOf } from "./unsignedOf.ts"

/** Whether an entry is named by its id, by its hash, or by the hash that it had before its fee was raised. */
export const isMeant = ({ id, state, transaction }: LedgerEntry, what: string): boolean => {
  const hash = hashOf(state)
  return (
    id === what ||
    (hash !== null && isSameAddress(hash, what)) ||
    firstHashOf(transaction?.["psbt"]) === what.toLowerCase()
  )
}

/** What is signed by witnesses alone has its hash before it is signed. Source: BIP-141. */
const firstHashOf = (psbt: string | null | undefined): string | null => {
  const unsigned = psbt == null ? null : unsignedOf(psbt)
  if (unsigned === null) return null
  const digest = sha256(sha256(Buffer.from(unsigned.slice(2), "hex")))
  return Buffer.from(digest.toReversed()).toString("hex")
}

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest()
