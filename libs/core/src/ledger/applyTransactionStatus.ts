import type { CallsStatus, TransactionStatus } from "@wmodal/chains"
import { type EntryState, isSettled } from "./Ledger.ts"
import {
  getHash,
  isShownByChain,
  type StoredEntry,
  withBatch,
  withCheckpoint,
  withState,
} from "./ledgerModel.ts"

/** The looks of late that all gave the same. */
export interface StatusStreak {
  readonly tag: TransactionStatus["_tag"]
  readonly looks: number
  /** UTC milliseconds of the first. */
  readonly since: number
}

/** Looks that one lagging node cannot give by chance. */
const minConsistentLookups = 3
/** Milliseconds after which what no node has counts as dropped, and what no wallet knows as lost. */
const minMissingMs = 60_000

const isLongStreak = ({ looks, since }: StatusStreak, now: number) =>
  looks >= minConsistentLookups && now - since >= minMissingMs

export const extendStreak = (
  streak: StatusStreak | null,
  { _tag }: Pick<TransactionStatus, "_tag">,
  now: number,
): StatusStreak =>
  streak?.tag === _tag ? { ...streak, looks: streak.looks + 1 } : { tag: _tag, looks: 1, since: now }

/** What an entry is after a look at the chain. Gives back the same object where the look says nothing new. */
export const applyTransactionStatus = (
  entry: StoredEntry,
  standing: TransactionStatus,
  streak: StatusStreak,
  now: number,
): StoredEntry => {
  const { state } = entry
  const hash = getHash(state)
  // What carries a batch may do well where the batch does not, and may give way to another that carries it.
  if (entry.batch !== undefined && (state._tag === "Reverted" || "by" in standing)) return entry
  // Nodes differ for a moment: what a chain has shown is not taken back at one look.
  if (isShownByChain(state) && standing._tag !== "Mined" && streak.looks < minConsistentLookups) return entry
  switch (standing._tag) {
    case "Missing":
      // What took its place was found by a search, and not to find it once more says little.
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
      // What a wallet did not send had no place.
      if (state._tag === "Declined" || state._tag === "NotSent") return entry
      return withState(entry, { _tag: standing._tag, hash, by: standing.by }, entry.told)
    case "Expired":
      if (state._tag === "Declined" || state._tag === "NotSent") return entry
      // Another tab may have the wallet's question open, and a wallet may give it more time.
      if (state._tag === "Asked" && !isLongStreak(streak, now)) return entry
      return withState(entry, { _tag: "Expired", hash }, entry.told)
  }
}

/** What a batch is that its wallet does not know: what that had taken, and has forgotten, may have left all the same. */
export const applyUnknownBatch = (entry: StoredEntry, streak: StatusStreak, now: number): StoredEntry =>
  entry.state._tag === "Taken" && isLongStreak(streak, now)
    ? withState(entry, { _tag: "Lost" }, false)
    : entry

/** What a batch is after its wallet was asked, under the id `asked`. Where the chain shows it, that has the word. */
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
