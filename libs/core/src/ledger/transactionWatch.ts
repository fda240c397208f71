import type { SendCheckpoint, TransactionStatus } from "@wmodal/chains"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect, Queue, Stream } from "effect"
import { isSettled, type Ledger } from "./Ledger.ts"
import type { ChainLookup } from "./makeChainLookup.ts"
import { regularIntervalMs } from "./makeEntryTracker.ts"

/** Emits an entry and each of its changes, until it is settled. */
export const makeFollow =
  (entries: Ledger["entries"]): Ledger["follow"] =>
  (id) =>
    Stream.callback((queue) => {
      let last: unknown = null
      return Stream.runForEach(SubscriptionRef.changes(entries), (all) =>
        Effect.sync(() => {
          const entry = all.find((one) => one.id === id)
          if (entry !== undefined && entry !== last) Queue.offerUnsafe(queue, entry)
          last = entry
          if (entry === undefined || isSettled(entry.state)) Queue.endUnsafe(queue)
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
    Stream.callback((queue) =>
      Effect.gen(function* () {
        let sought: string = hash
        let mark: SendCheckpoint | null = null
        let last: TransactionStatus | null = null
        for (;;) {
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
          if (standing !== null) {
            if (!isSameStatus(last, standing)) Queue.offerUnsafe(queue, standing)
            last = standing
            if ("hash" in standing) sought = standing.hash
            if (standing._tag === "Pending") mark = standing.mark ?? mark
            const gone = /^(Replaced|Cancelled|Expired)$/.test(standing._tag)
            if (gone || (standing._tag === "Mined" && standing.confirmations >= confirmations))
              return Queue.endUnsafe(queue)
          }
          yield* Effect.sleep(regularIntervalMs)
        }
      }),
    )
