import { isSettled, type Ledger, type LedgerEntry, SendError, type SendReview } from "@wmodal/core/flows"
import { Effect, SubscriptionRef } from "effect"
import { guard } from "../failure/CliError.ts"
import type { Mishap } from "../failure/exitOf.ts"
import { isSamePayment, wentBefore } from "./batchChecks.ts"
import { handleOf } from "./follow.ts"

/** What is about to be asked for, as far as an earlier entry may be the same. */
export interface Alike {
  readonly isSame: (entry: LedgerEntry) => boolean
  /** What to say while one is not settled. */
  readonly twin: (entry: LedgerEntry) => Mishap
  /** What one has done, in words. */
  readonly went: (entry: LedgerEntry) => string
  /** `To pay it`, before `once more`. */
  readonly again: string
}

export const alikePayment = (review: SendReview): Alike => ({
  isSame: (entry) => isSamePayment(entry, review),
  twin: ({ id }) => new SendError({ reason: { _tag: "Twin", entry: id } }),
  went: (entry) => wentBefore(entry, review),
  again: "To pay it",
})

/**
 * Whoever asks for something that an earlier run had left open most likely believes that it did not go through.
 * It is looked for, and where it did, or nobody can say, it is not asked for again: nobody has been told of it yet.
 * @param open The ids of what was open when this run began.
 */
export const refuseLeftOpen = Effect.fnUntraced(function* (
  ledger: Pick<Ledger, "checkAgain" | "entries">,
  { again, isSame, twin, went }: Alike,
  { confirm, open }: { readonly open: ReadonlySet<string>; readonly confirm: readonly string[] },
): Effect.fn.Return<void, Mishap> {
  const same = () =>
    SubscriptionRef.getUnsafe(ledger.entries).filter((entry) => open.has(entry.id) && isSame(entry))
  // What cannot be found out now stays open.
  yield* Effect.forEach(same(), ({ id, state }) =>
    isSettled(state) ? Effect.void : Effect.result(ledger.checkAgain(id)),
  )
  for (const entry of same()) {
    if (!isSettled(entry.state)) return yield* Effect.fail(twin(entry))
    if (entry.state._tag === "Confirmed" && !confirm.includes(handleOf(entry))) {
      return yield* guard(went(entry), `${again} once more: --confirm ${handleOf(entry)}`)
    }
  }
})
