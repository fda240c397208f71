import type { CallsStatus, TransactionStatus } from "@wmodal/chains"
import { hasKey } from "@wmodal/protocol"
import { type EntryState, isSettled } from "./Ledger.ts"
import { getHash, isShownByChain, withBatch, withCheckpoint, withState } from "./ledgerModel.ts"
import type { StoredEntry } from "./StoredEntry.ts"

/** The latest consecutive lookups that gave the same result. */
export interface StatusStreak {
  readonly tag: TransactionStatus["_tag"]
  readonly looks: number
  /** UTC milliseconds of the first lookup. */
  readonly since: number
}

/** Number of lookups that one lagging node cannot give by chance. */
const minConsistentLookups = 3
/** Milliseconds until a transaction that no node has is Dropped, and one that no wallet knows is Lost. */
const minMissingMs = 60_000

const isLongStreak = ({ looks, since }: StatusStreak, now: number) =>
  looks >= minConsistentLookups && now - since >= minMissingMs

export const extendStreak = (
  streak: StatusStreak | null,
  { _tag }: Pick<TransactionStatus, "_tag">,
  now: number,
): StatusStreak =>
  streak?.tag === _tag ? { ...streak, looks: streak.looks + 1 } : { tag: _tag, looks: 1, since: now }

/** Returns the entry after a lookup on the chain, or the same object if the lookup adds nothing. */
export const applyTransactionStatus = (
  entry: StoredEntry,
  standing: TransactionStatus,
  streak: StatusStreak,
  now: number,
): StoredEntry => {
  const { state } = entry
  const hash = getHash(state)
  // The bundler's transaction may succeed while the batch fails, and may be replaced by another one with the same
  // batch.
  if (entry.batch !== undefined && (state._tag === "Reverted" || hasKey(standing, "by"))) return entry
  // Nodes differ for a moment, so one lookup does not revoke what a chain has shown.
  if (isShownByChain(state) && standing._tag !== "Mined" && streak.looks < minConsistentLookups) return entry
  switch (standing._tag) {
    case "Missing":
      // The replacement was found by a search, and a later search without a result is weak evidence.
      if (state._tag === "Confirmed" || state._tag === "Reverted")
        return withState(entry, { _tag: "Sent", hash: state.hash }, entry.told)
      return state._tag === "Sent" && isLongStreak(streak, now)
        ? withState(entry, { _tag: "Dropped", hash: state.hash }, entry.told)
        : entry
    case "Pending":
      return withCheckpoint(
        withState(entry, { _tag: "Sent", hash: standing.hash }, entry.told && hash === standing.hash),
        standing.mark,
      )
    case "Mined": {
      const _tag = standing.succeeded ? "Confirmed" : "Reverted"
      const known = state._tag === _tag && state.hash === standing.hash ? state : null
      const [at, fee] = [standing.at ?? known?.at ?? null, standing.fee ?? known?.fee ?? null]
      const next: EntryState = { _tag, hash: standing.hash, at, fee }
      return withState(entry, next, entry.told && hash === standing.hash)
    }
    case "Replaced":
    case "Cancelled":
      // A transaction that the wallet did not send had no nonce.
      if (state._tag === "Declined" || state._tag === "NotSent") return entry
      return withState(entry, { _tag: standing._tag, hash, by: standing.by }, entry.told)
    case "Expired":
      if (state._tag === "Declined" || state._tag === "NotSent") return entry
      // Another tab may have the wallet's request open, and a wallet may extend its validity.
      if (state._tag === "Asked" && !isLongStreak(streak, now)) return entry
      return withState(entry, { _tag: "Expired", hash }, entry.told)
  }
}

/** Returns the entry of a batch that its wallet does not know. An accepted one may still have been sent. */
export const applyUnknownBatch = (entry: StoredEntry, streak: StatusStreak, now: number): StoredEntry =>
  entry.state._tag === "Taken" && isLongStreak(streak, now)
    ? withState(entry, { _tag: "Lost" }, false)
    : entry

/** Returns the entry after the wallet's status of the batch id in `asked`. The chain's data takes precedence. */
export const applyCallsStatus = (
  entry: StoredEntry,
  { hashes, status }: CallsStatus,
  asked: string,
): StoredEntry => {
  const { state } = entry
  if (isShownByChain(state)) return entry
  if (status === "failed")
    return isSettled(state) ? entry : withState(entry, { _tag: "NotSent", text: "" }, false)
  const hash = hashes.at(-1)
  if (hash === undefined) return withBatch(entry, asked)
  if (status === "reverted" || status === "partlyReverted")
    return withState(entry, { _tag: "Reverted", hash, at: null, fee: null }, true)
  return getHash(state) === hash ? entry : withState(entry, { _tag: "Sent", hash }, true)
}
