import {
  isDuplicate,
  isSettled,
  type Ledger,
  type LedgerEntry,
  SendError,
  type SendReview,
  SwapError,
  type SwapReview,
  toTransferSubject,
} from "@wmodal/core/flows"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { guardError } from "../failure/CliError.ts"
import type { ItemError } from "../failure/exitName.ts"
import type { Prompts } from "../prompts/Prompts.ts"
import { readUnreported, removeUnreported } from "../session/unreportedEntries.ts"
import { attemptState } from "../state/attemptState.ts"
import type { StateFolder } from "../state/StateFolder.ts"
import { formatShortTokenAmount } from "../swaps/swapDocument.ts"
import { getHandle } from "./followEntry.ts"
import { isResultKnown } from "./isResultKnown.ts"
import { formatTokenAmount } from "./paymentDocument.ts"

/** The properties by which a new request is compared with earlier entries, and the words for an equal one. */
export interface DuplicateCheck {
  /** What the ledger would record. */
  readonly request: Parameters<typeof isDuplicate>[1]
  /** Returns the error while an equal entry is unsettled. */
  readonly toDuplicateError: (entry: LedgerEntry) => ItemError
  /** What an equal entry did, before its time: `1 ETH were sent to the same address`. */
  readonly outcome: string
  /** `To pay`, before `again`. */
  readonly repeatIntent: string
  /** Shown while earlier requests are looked up. */
  readonly progressText: string
}

/** Compares payments by account, amount, token, recipient, memo and references. */
export const makePaymentDuplicateCheck = (review: SendReview): DuplicateCheck => ({
  request: { account: review.account, subject: toTransferSubject(review) },
  toDuplicateError: ({ id }) => new SendError({ reason: { _tag: "Duplicate", entry: id } }),
  outcome: `${formatTokenAmount(review.amount, review.holding.token)} were sent to the same address`,
  repeatIntent: "To pay",
  progressText: "Checking earlier payments",
})

/** Compares swaps by account, amount, source token and destination token. */
export const makeSwapDuplicateCheck = ({ account, quote, router }: SwapReview): DuplicateCheck => {
  const { amount, destination, minimum, source } = quote
  return {
    request: { account, subject: { _tag: "Swap", source, destination, amount, minimum, router } },
    toDuplicateError: ({ id }) => new SwapError({ reason: { _tag: "Duplicate", entry: id } }),
    outcome: `${formatShortTokenAmount(amount, source)} were swapped for ${destination.symbol}`,
    repeatIntent: "To swap",
    progressText: "Checking earlier swaps",
  }
}

/** Describes an equal entry, with its time and the hash or id that `--confirm` names. */
export const describeDuplicate = ({ outcome }: DuplicateCheck, entry: LedgerEntry): string =>
  `${outcome} at ${new Date(entry.at).toISOString()}: ${getHandle(entry)}`

const mayHavePaid = ({ state: { _tag } }: LedgerEntry): boolean =>
  _tag === "Confirmed" || _tag === "Mined" || _tag === "PartlyReverted"

interface DuplicateDeps {
  readonly context: { readonly folder: StateFolder; readonly prompts: Pick<Prompts, "during"> }
  readonly flows: { readonly ledger: Pick<Ledger, "checkAgain" | "entries"> }
}

/**
 * Refuses to repeat a request whose outcome no run has reported as its own, because the user most likely believes that it failed.
 * The status is fetched first: a confirmed or still unknown entry is refused, because its outcome was never reported. The
 * refusal is no report: a script that repeats its command is refused each time.
 * @param confirm The hashes or ids of settled entries that may be repeated.
 */
export const refuseUnsettledDuplicate = Effect.fnUntraced(function* (
  { context: { folder, prompts }, flows: { ledger } }: DuplicateDeps,
  check: DuplicateCheck,
  confirm: readonly string[] = [],
): Effect.fn.Return<void, ItemError> {
  const unreported = new Set(yield* attemptState(folder, () => readUnreported(folder)))
  const findSame = () =>
    SubscriptionRef.getUnsafe(ledger.entries).filter(
      (entry) => unreported.has(entry.id) && isDuplicate(entry, check.request),
    )
  // An entry whose status cannot be fetched stays as it is.
  const looking = Effect.forEach(findSame(), (entry) =>
    isResultKnown(entry) ? Effect.void : Effect.result(ledger.checkAgain(entry.id)),
  )
  yield* prompts.during(check.progressText, looking)
  for (const entry of findSame()) {
    const handle = getHandle(entry)
    if (!isSettled(entry.state)) return yield* Effect.fail(check.toDuplicateError(entry))
    if (!mayHavePaid(entry)) continue
    if (!confirm.includes(handle))
      return yield* guardError(
        describeDuplicate(check, entry),
        `${check.repeatIntent} again: --confirm ${handle}`,
      )
    yield* attemptState(folder, () => removeUnreported(folder, entry.id))
  }
})
