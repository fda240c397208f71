import {
  isDuplicate,
  isSettled,
  type Ledger,
  type LedgerEntry,
  SendError,
  type SendReview,
  SwapError,
  type SwapReview,
} from "@wmodal/core/flows"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { guardError } from "../failure/CliError.ts"
import type { ItemError } from "../failure/exitName.ts"
import { formatShortAmount } from "../swaps/swapDocument.ts"
import { describeEarlierPayment, isSamePayment } from "./batchChecks.ts"
import { getHandle } from "./followEntry.ts"

/** The properties by which a new request is compared with earlier entries. */
export interface DuplicateCheck {
  readonly isSame: (entry: LedgerEntry) => boolean
  /** Returns the error while an equal entry is unsettled. */
  readonly toDuplicateError: (entry: LedgerEntry) => ItemError
  /** Describes the outcome of an equal entry. */
  readonly describeOutcome: (entry: LedgerEntry) => string
  /** `To pay`, before `again`. */
  readonly repeatIntent: string
  /** Shown while earlier requests are looked up. */
  readonly progressText: string
}

export const makePaymentDuplicateCheck = (review: SendReview): DuplicateCheck => ({
  isSame: (entry) => isSamePayment(entry, review),
  toDuplicateError: ({ id }) => new SendError({ reason: { _tag: "Duplicate", entry: id } }),
  describeOutcome: (entry) => describeEarlierPayment(entry, review),
  repeatIntent: "To pay",
  progressText: "Checking earlier payments",
})

/**
 * Refuses to repeat a request that an earlier run left unsettled, because the user most likely believes that it failed.
 * The status is fetched first: a confirmed or still unknown entry is refused, because its outcome was never reported.
 * @param open The ids of the entries that were unsettled when this run began.
 */
export const refuseUnsettledDuplicate = Effect.fnUntraced(function* (
  ledger: Pick<Ledger, "checkAgain" | "entries">,
  { repeatIntent, isSame, toDuplicateError, describeOutcome }: DuplicateCheck,
  { confirm, open }: { readonly open: ReadonlySet<string>; readonly confirm: readonly string[] },
): Effect.fn.Return<void, ItemError> {
  const same = () =>
    SubscriptionRef.getUnsafe(ledger.entries).filter((entry) => open.has(entry.id) && isSame(entry))
  // An entry whose status cannot be fetched stays unsettled.
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

/** Compares swaps by account, amount, source token and destination token. */
export const makeSwapDuplicateCheck = ({ account, quote, router }: SwapReview): DuplicateCheck => {
  const { amount, destination, minimum, source } = quote
  return {
    isSame: (entry) =>
      isDuplicate(entry, {
        account,
        subject: { _tag: "Swap", source, destination, amount, minimum, router },
      }),
    toDuplicateError: ({ id }) => new SwapError({ reason: { _tag: "Duplicate", entry: id } }),
    describeOutcome: (entry) =>
      `${formatShortAmount(amount, source)} ${source.symbol} were swapped for ${destination.symbol} at ${new Date(entry.at).toISOString()}: ${getHandle(entry)}`,
    repeatIntent: "To swap",
    progressText: "Checking earlier swaps",
  }
}
