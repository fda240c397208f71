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

/** The member of a batch's checkpoint, which no chain reads, with the number of its transactions, decimal. */
const countKey = "transactions"

/** Returns the entry with the number of transactions that its wallet names, unless more of them may follow. */
const withTransactionCount = (entry: StoredEntry, { hashes, status }: CallsStatus): StoredEntry =>
  hashes.length === 0 || (hashes.length === 1 && status === "pending")
    ? entry
    : withCheckpoint(entry, { ...entry.mark, [countKey]: `${hashes.length}` })

/** Returns whether the entry's transaction is all of it: of a batch, another one may have paid. */
const isWholeRequest = ({ batch, mark }: StoredEntry): boolean =>
  batch === undefined || (mark !== null && Object.hasOwn(mark, countKey) && mark[countKey] === "1")

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
  const hasFailed = state._tag === "Reverted" || state._tag === "PartlyReverted"
  if (entry.batch !== undefined && (hasFailed || hasKey(standing, "by"))) return entry
  // Nodes differ for a moment, so one lookup does not revoke what a chain has shown.
  if (isShownByChain(state) && standing._tag !== "Mined" && streak.looks < minConsistentLookups) return entry
  switch (standing._tag) {
    case "Missing":
      // The replacement was found by a search, and a later search without a result is weak evidence.
      if (hasKey(state, "fee"))
        return hash === null ? entry : withState(entry, { _tag: "Sent", hash }, entry.told)
      return state._tag === "Sent" && isLongStreak(streak, now)
        ? withState(entry, { _tag: "Dropped", hash: state.hash }, entry.told)
        : entry
    case "Pending":
      return withCheckpoint(
        withState(entry, { _tag: "Sent", hash: standing.hash }, entry.told && hash === standing.hash),
        // A batch is known by its id, and has no nonce of its own.
        entry.batch === undefined ? standing.mark : undefined,
      )
    case "Mined": {
      const before = hasKey(state, "fee") && hash === standing.hash ? state : null
      const isPart = standing.succeeded === false && !isWholeRequest(entry)
      const isContrary = isPart || standing.accountFailed === true
      // Another node may have told the result.
      const former = before !== null && !(isContrary && before._tag === "Confirmed") ? before._tag : "Mined"
      const _tag =
        standing.succeeded === null || isPart ? former : standing.succeeded ? "Confirmed" : "Reverted"
      const known = before?._tag === _tag ? before : null
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

/** Returns whether the state is an outcome of a batch that its wallet reported without a transaction. */
const isWalletsWord = (state: EntryState): boolean => hasKey(state, "fee") && state.hash === null

const outcomeTags = {
  confirmed: "Confirmed",
  mined: "Mined",
  reverted: "Reverted",
  partlyReverted: "PartlyReverted",
} as const

/**
 * Returns the entry after the wallet's status of the batch id in `asked`. The chain's data takes precedence. An outcome
 * counts without a transaction, too, until the wallet corrects it.
 */
export const applyCallsStatus = (before: StoredEntry, told: CallsStatus, asked: string): StoredEntry => {
  const { hashes, status } = told
  const { state } = before
  if (isShownByChain(state) && !isWalletsWord(state) && state._tag !== "Mined") return before
  const entry = withTransactionCount(before, told)
  if (status === "failed")
    return isSettled(state) && !isWalletsWord(state)
      ? entry
      : withState(entry, { _tag: "NotSent", text: "" }, false)
  const hash = hashes.at(-1) ?? null
  if (status === "pending" && hash === null)
    return isWalletsWord(state)
      ? withState(entry, { _tag: "Taken", batch: asked }, false)
      : withBatch(entry, asked)
  // A bundle may succeed while the batch fails, so failures are the wallet's to report.
  if (status === "reverted" || status === "partlyReverted" || hash === null)
    return status === "pending"
      ? entry
      : withState(entry, { _tag: outcomeTags[status], hash, at: null, fee: null }, hash !== null)
  return getHash(state) === hash ? entry : withState(entry, { _tag: "Sent", hash }, true)
}

/** Returns whether the wallet names transactions of its batch, and not this one. */
export const namesAnother = ({ hashes, status }: CallsStatus, hash: string): boolean =>
  status !== "failed" && hashes.length > 0 && !hashes.some((one) => one.toLowerCase() === hash.toLowerCase())

/**
 * Returns the entry of a batch after its transaction was found in a block. A bundle may succeed while the batch in it
 * fails, so the outcome is the wallet's to report. `told`: its status, `null` if it does not know the batch, "silent" if
 * it did not respond. Its outcome is awaited for a while; without one, the result is unknown.
 */
export const applyMinedBatch = (
  entry: StoredEntry,
  standing: Extract<TransactionStatus, { _tag: "Mined" }>,
  told: CallsStatus | "silent" | null,
  streak: StatusStreak,
  now: number,
): StoredEntry => {
  const { at, fee, hash } = standing
  const status = told === "silent" ? "pending" : (told?.status ?? "mined")
  if (status === "reverted" || status === "partlyReverted")
    return withState(entry, { _tag: outcomeTags[status], hash, at, fee }, entry.told)
  if (status === "pending" && !isLongStreak(streak, now))
    return entry.state._tag === "Mined" ? entry : withState(entry, { _tag: "Sent", hash }, entry.told)
  const counted = told === null || told === "silent" ? entry : withTransactionCount(entry, told)
  const isConfirmed = status === "confirmed" && standing.accountFailed !== true
  const succeeded = standing.succeeded === false ? false : isConfirmed ? true : null
  return applyTransactionStatus(counted, { ...standing, succeeded }, streak, now)
}
