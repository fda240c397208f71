import type { SendCheckpoint, TransactionStatus } from "@wmodal/chains"
import { Clock, SubscriptionRef } from "@wmodal/protocol"
import { Cause, Effect, Stream } from "effect"
import { isSettled, type Ledger, type LedgerEntry } from "./Ledger.ts"
import type { ChainLookup } from "./makeChainLookup.ts"
import { regularIntervalMs } from "./makeEntryTracker.ts"

/** Emits an entry and each of its changes, until it is settled. */
export const makeFollow =
  (entries: Ledger["entries"]): Ledger["follow"] =>
  (id) =>
    Stream.suspend(() => {
      let last: LedgerEntry | undefined
      return SubscriptionRef.changes(entries).pipe(
        Stream.map((list) => list.find((entry) => entry.id === id)),
        Stream.takeUntil((entry) => entry === undefined || isSettled(entry.state)),
        Stream.filter((entry): entry is LedgerEntry => {
          const isChanged = entry !== last
          last = entry
          return isChanged && entry !== undefined
        }),
      )
    })

const isSameStatus = (one: TransactionStatus | null, other: TransactionStatus): boolean =>
  one !== null &&
  one._tag === other._tag &&
  (one._tag !== "Mined" || (other._tag === "Mined" && one.confirmations === other.confirmations)) &&
  ("hash" in one ? one.hash : null) === ("hash" in other ? other.hash : null)

/** Emits the status of a transaction of any origin. The first lookup may fail; later failures are skipped. */
export const makeWatch =
  (look: ChainLookup): Ledger["watch"] =>
  ({ network, hash, confirmations }) =>
    Stream.fromPull(
      Effect.sync(() => {
        let sought: string = hash
        let mark: SendCheckpoint | null = null
        let last: TransactionStatus | null = null
        let isOver = false
        return Effect.gen(function* () {
          for (;;) {
            if (isOver) return yield* Cause.done()
            if (last !== null) yield* Clock.sleep(regularIntervalMs)
            const asked = look.at(network, {
              from: "",
              transaction: null,
              mark,
              hash: sought,
              excludedHashes: [],
            })
            const standing: TransactionStatus | null = yield* last === null
              ? asked
              : Effect.orElseSucceed(asked, () => null)
            if (standing === null) continue
            const isChanged = !isSameStatus(last, standing)
            last = standing
            if ("hash" in standing) sought = standing.hash
            if (standing._tag === "Pending") mark = standing.mark ?? mark
            isOver =
              /^(Replaced|Cancelled|Expired)$/.test(standing._tag) ||
              (standing._tag === "Mined" && standing.confirmations >= confirmations)
            if (isChanged) return [standing] as const
          }
        })
      }),
    )
