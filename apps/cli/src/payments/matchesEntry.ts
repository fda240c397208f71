import { createHash } from "node:crypto"
import { getAllHashes, type Ledger, type LedgerEntry } from "@wmodal/core/flows"
import { isSameAddress, SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { type CliError, usageError } from "../failure/CliError.ts"
import { decodeUnsignedTransaction } from "./unsignedTransaction.ts"

/** Returns whether `what` is the entry's id, its hash, or one of its hashes from before its fee was raised. */
export const matchesEntry = (entry: LedgerEntry, what: string): boolean =>
  entry.id === what ||
  getAllHashes(entry).some((hash) => isSameAddress(hash, what)) ||
  getFirstHash(entry.transaction?.["psbt"]) === what.toLowerCase()

/** Returns the entry that `what` names. Fails when there is none. */
export const requireEntry = (
  { entries }: Pick<Ledger, "entries">,
  what: string,
): Effect.Effect<LedgerEntry, CliError> =>
  Effect.suspend(() => {
    const entry = SubscriptionRef.getUnsafe(entries).find((one) => matchesEntry(one, what))
    return entry === undefined
      ? usageError(`No transaction has the hash or ID ${what}.`, "Run wmodal activity to see hashes and IDs.")
      : Effect.succeed(entry)
  })

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
