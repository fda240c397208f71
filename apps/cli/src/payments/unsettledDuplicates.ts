import {
  isSettled,
  type Ledger,
  type LedgerEntry,
  SendError,
  type SendReview,
  SwapError,
  type SwapReview,
} from "@wmodal/core/flows"
import { Effect, SubscriptionRef } from "effect"
import { guardError } from "../failure/CliError.ts"
import type { ItemError } from "../failure/exitName.ts"
import { formatShortAmount } from "../swaps/swapDocument.ts"
import { describeEarlierPayment, isSamePayment } from "./batchChecks.ts"
import { getHandle } from "./followEntry.ts"

/** What is about to be asked for, as far as an earlier entry may be the same. */
export interface DuplicateCheck {
  readonly isSame: (entry: LedgerEntry) => boolean
  /** What to say while one is not settled. */
  readonly toDuplicateError: (entry: LedgerEntry) => ItemError
  /** What one has done, in words. */
  readonly describeOutcome: (entry: LedgerEntry) => string
  /** `To pay`, before `again`. */
  readonly repeatIntent: string
}

export const makePaymentDuplicateCheck = (review: SendReview): DuplicateCheck => ({
  isSame: (entry) => isSamePayment(entry, review),
  toDuplicateError: ({ id }) => new SendError({ reason: { _tag: "Duplicate", entry: id } }),
  describeOutcome: (entry) => describeEarlierPayment(entry, review),
  repeatIntent: "To pay",
})

/**
 * Whoever asks for something that an earlier run had left open most likely believes that it did not go through.
 * It is looked for, and where it did, or nobody can say, it is not asked for again: nobody has been told of it yet.
 * @param open The ids of what was open when this run began.
 */
export const refuseUnsettledDuplicate = Effect.fnUntraced(function* (
  ledger: Pick<Ledger, "checkAgain" | "entries">,
  { repeatIntent, isSame, toDuplicateError, describeOutcome }: DuplicateCheck,
  { confirm, open }: { readonly open: ReadonlySet<string>; readonly confirm: readonly string[] },
): Effect.fn.Return<void, ItemError> {
  const same = () =>
    SubscriptionRef.getUnsafe(ledger.entries).filter((entry) => open.has(entry.id) && isSame(entry))
  // What cannot be found out now stays open.
  yield* Effect.forEach(same(), ({ id, state }) =>
    isSettled(state) ? Effect.void : Effect.result(ledger.checkAgain(id)),
  )
  for (const entry of same()) {
    if (!isSettled(entry.state)) return yield* Effect.fail(toDuplicateError(entry))
    if (entry.state._tag === "Confirmed" && !confirm.includes(getHandle(entry))) {
      return yield* guardError(describeOutcome(entry), `${repeatIntent} again: --confirm ${getHandle(entry)}`)
    }
  }
})

/** The same amount of the same token for the same other one, by the same account. */
export const makeSwapDuplicateCheck = ({ account, quote }: SwapReview): DuplicateCheck => {
  const { amount, destination, source } = quote
  return {
    isSame: (entry) =>
      entry.account === account &&
      entry.subject._tag === "Swap" &&
      entry.subject.source.address === source.address &&
      entry.subject.destination.address === destination.address &&
      entry.subject.amount === amount,
    toDuplicateError: ({ id }) => new SwapError({ reason: { _tag: "Duplicate", entry: id } }),
    describeOutcome: (entry) =>
      `${formatShortAmount(amount, source)} ${source.symbol} were swapped for ${destination.symbol} at ${new Date(entry.at).toISOString()}: ${getHandle(entry)}`,
    repeatIntent: "To swap",
  }
}
