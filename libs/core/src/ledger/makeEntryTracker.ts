import type { CallsStatus, TransactionStatus } from "@wmodal/chains"
import { Clock, hasKey } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Problem } from "../problems/Problem.ts"
import {
  applyCallsStatus,
  applyMinedBatch,
  applyTransactionStatus,
  applyUnknownBatch,
  extendStreak,
  namesAnother,
  type StatusStreak,
} from "./applyTransactionStatus.ts"
import { type EntryState, isSettled } from "./Ledger.ts"
import {
  getBatchId,
  getHash,
  hashesOfOtherEntries,
  isFindable,
  isShownByChain,
  maxTrackedEntries,
} from "./ledgerModel.ts"
import { type ChainLookup, regularIntervalMs, toTransactionQuery } from "./makeChainLookup.ts"
import type { LedgerStore } from "./makeLedgerStore.ts"
import type { StoredEntry } from "./StoredEntry.ts"

/** Minimum milliseconds between two lookups, for a payment that the user has just made. */
const minIntervalMs = 1_000
/** Maximum milliseconds between two lookups, for a transaction that no node has had in a long while. */
const maxIntervalMs = 60_000
/** Number of blocks after which a transaction is final. */
const finalConfirmations = 6
/** Number of lookups after a confirmation, which may be revoked, and the milliseconds between them. */
const recheckPolicy = { looks: 10, intervalMs: 12_000 } as const

/** Milliseconds after a request until which a result that no node has told is looked at anew, once in each run. */
const unknownResultMs = 24 * 60 * 60 * 1000

interface LookupResult {
  readonly streak: StatusStreak
  /** True if its confirmations suffice for good. */
  readonly isFinal: boolean
  /** True if no node has a transaction. */
  readonly isUnseen: boolean
}

/** Returns whether the state tells the result of this transaction. */
const hasOutcome = (state: EntryState, hash: string): boolean =>
  /^(Confirmed|Reverted|PartlyReverted)$/.test(state._tag) && getHash(state) === hash

/** Follows every unsettled entry, and each change of the entries. */
export const makeEntryTracker = (book: LedgerStore, look: ChainLookup) =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const followed = new Set<string>()

    /** Applies the result, unless the entry changed during the lookup or the hash belongs to another entry. */
    const apply = (before: StoredEntry, found: string | null, step: (entry: StoredEntry) => StoredEntry) =>
      book.change((all) =>
        all.map((entry) =>
          entry !== before ||
          (found !== getHash(entry.state)?.toLowerCase() &&
            hashesOfOtherEntries(all, entry).some((hash) => hash.toLowerCase() === found))
            ? entry
            : step(entry),
        ),
      )

    /** The batches that their wallets have confirmed, by entry, so that an outcome outlasts its wallet. */
    const confirmed = new Map<string, CallsStatus>()

    const askWallet = (entry: StoredEntry, batch: string) =>
      Effect.tap(look.batch(entry, batch), (status) =>
        Effect.sync(() => {
          if (status?.status === "confirmed") confirmed.set(entry.id, status)
          else confirmed.delete(entry.id)
        }),
      )

    /** Asks the wallet for the outcome of a batch whose transaction is in a block. */
    const applyOutcome = (
      entry: StoredEntry,
      batch: string,
      standing: Extract<TransactionStatus, { _tag: "Mined" }>,
      streak: StatusStreak,
    ) =>
      Effect.gen(function* () {
        const known = confirmed.get(entry.id)
        const told =
          known !== undefined && !namesAnother(known, standing.hash)
            ? known
            : yield* Effect.orElseSucceed(askWallet(entry, batch), () => "silent" as const)
        const now = yield* Clock.currentTimeMillis
        yield* told !== null && told !== "silent" && namesAnother(told, standing.hash)
          ? apply(entry, told.hashes.at(-1)?.toLowerCase() ?? null, (one) =>
              applyCallsStatus(one, told, batch),
            )
          : apply(entry, standing.hash.toLowerCase(), (one) =>
              applyMinedBatch(one, standing, told, streak, now),
            )
      })

    const lookAtChain = (entry: StoredEntry, streak: StatusStreak | null) =>
      Effect.gen(function* () {
        const standing = yield* look.at(entry.network, toTransactionQuery(entry, book.read()))
        const now = yield* Clock.currentTimeMillis
        const next = extendStreak(streak, standing, now)
        const batch = getBatchId(entry)
        if (standing._tag === "Mined" && batch !== null && !hasOutcome(entry.state, standing.hash))
          yield* applyOutcome(entry, batch, standing, next)
        // A request that the wallet still shows can be approved, with another nonce or a longer validity.
        else if (!(/^(Replaced|Cancelled|Expired)$/.test(standing._tag) && book.asking.has(entry.id)))
          yield* apply(entry, hasKey(standing, "hash") ? standing.hash.toLowerCase() : null, (one) =>
            applyTransactionStatus(one, standing, next, now),
          )
        const isFinal =
          standing._tag === "Mined" &&
          standing.confirmations >= finalConfirmations &&
          // Its wallet may still tell the outcome.
          (batch === null || book.get(entry.id)?.state._tag !== "Mined")
        // The owners of a contract account may sign days later.
        const isProposal = standing._tag === "Pending" && standing.mark?.["searched"] !== undefined
        return { streak: next, isFinal, isUnseen: isProposal || standing._tag === "Missing" }
      })

    const lookAtWallet = (entry: StoredEntry, batch: string, streak: StatusStreak | null) =>
      Effect.gen(function* () {
        const status = yield* askWallet(entry, batch)
        const now = yield* Clock.currentTimeMillis
        const next = extendStreak(streak, { _tag: status === null ? "Missing" : "Pending" }, now)
        yield* apply(entry, status?.hashes.at(-1)?.toLowerCase() ?? null, (one) =>
          status === null ? applyUnknownBatch(one, next, now) : applyCallsStatus(one, status, batch),
        )
        return { streak: next, isFinal: false, isUnseen: status === null }
      })

    const lookAndApply = (
      entry: StoredEntry,
      streak: StatusStreak | null,
    ): Effect.Effect<LookupResult, Problem> =>
      Effect.gen(function* () {
        const batch = getBatchId(entry)
        if (batch !== null && getHash(entry.state) === null) return yield* lookAtWallet(entry, batch, streak)
        const seen = yield* lookAtChain(entry, streak)
        const after = book.get(entry.id)
        // Another transaction may carry it by now.
        if (batch !== null && after !== null && seen.streak.tag === "Missing")
          yield* Effect.orElseSucceed(lookAtWallet(after, batch, null), () => null)
        return seen
      })

    /** Returns whether the entry is trackable. A pending wallet response comes first. */
    const isOpen = (entry: StoredEntry) =>
      !isSettled(entry.state) && isFindable(entry) && book.asking.get(entry.id) !== "early"

    /** Returns the newest entries first, because the user wants to see the latest request. */
    const open = () => book.read().filter(isOpen).slice(0, maxTrackedEntries)

    const follow = (id: string) =>
      Effect.gen(function* () {
        let streak: StatusStreak | null = null
        let state: EntryState | null = null
        let settledLooks = 0
        let isUnseen = false
        const began = yield* Clock.currentTimeMillis
        for (;;) {
          const entry = book.get(id)
          if (entry === null) return
          // A result for the previous state does not apply to the current one.
          if (entry.state !== state) streak = null
          state = entry.state
          const seen: LookupResult | null = yield* Effect.orElseSucceed(
            lookAndApply(entry, streak),
            () => null,
          )
          if (seen !== null) {
            streak = seen.streak
            isUnseen = seen.isUnseen
          }
          const after = book.get(id)
          if (after === null || !(open().includes(after) || isShownByChain(after.state))) return
          settledLooks = isShownByChain(after.state) ? settledLooks + 1 : 0
          if (settledLooks > recheckPolicy.looks || (settledLooks > 0 && seen?.isFinal)) return
          const now = yield* Clock.currentTimeMillis
          const missingFor = streak !== null && isUnseen ? now - streak.since : 0
          yield* Clock.sleep(
            settledLooks > 0
              ? recheckPolicy.intervalMs
              : Math.min(
                  maxIntervalMs,
                  // Whole milliseconds: in virtual time, a fraction would reach later entries, which storage refuses.
                  Math.ceil(
                    Math.max(minIntervalMs, Math.min(regularIntervalMs, (now - began) / 4), missingFor / 8),
                  ),
                ),
          )
        }
      })

    const start = ({ id }: StoredEntry) => {
      followed.add(id)
      const ended = Effect.suspend(() => {
        followed.delete(id)
        return trackUnsettled
      })
      return Effect.forkIn(Effect.ensuring(follow(id), ended), scope)
    }

    /** Tracks every unsettled entry, and no other. */
    const trackUnsettled: Effect.Effect<void> = Effect.suspend(() =>
      Effect.forEach(
        open().filter(({ id }) => !followed.has(id)),
        start,
        { discard: true },
      ),
    )

    book.onChange(trackUnsettled)
    yield* trackUnsettled
    const since = (yield* Clock.currentTimeMillis) - unknownResultMs
    yield* Effect.forEach(
      book
        .read()
        .filter(({ at, state }) => state._tag === "Mined" && at > since)
        .slice(0, maxTrackedEntries),
      start,
      { discard: true },
    )
    return {
      trackUnsettled,
      lookAt: (entry: StoredEntry) => Effect.map(lookAndApply(entry, null), ({ streak }) => streak.tag),
    }
  })
