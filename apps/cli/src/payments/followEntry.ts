import type { TransactionStatus } from "@wmodal/chains"
import { getHash, isSettled, type Ledger, type LedgerEntry } from "@wmodal/core/flows"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect, Option, Stream } from "effect"
import { CliError } from "../failure/CliError.ts"
import type { Report } from "../failure/Report.ts"
import { formatWatchCommand } from "../failure/toReport.ts"
import type { WaitLimits } from "../plan/CommandPlan.ts"
import type { Context } from "../session/Context.ts"
import { removeUnreported } from "../session/unreportedEntries.ts"
import { attemptState } from "../state/attemptState.ts"

/** Seconds to search for a transaction that no node is known to have, before the user is told to check later. */
const searchSeconds = 30

/** Returns the hash, or the entry's id while the hash is unknown, by which later commands find the entry. */
export const getHandle = ({ id, state }: LedgerEntry): string => getHash(state) ?? id

/** Returns the entry in its latest state. */
export const getCurrentEntry = ({ entries }: Pick<Ledger, "entries">, entry: LedgerEntry): LedgerEntry =>
  SubscriptionRef.getUnsafe(entries).find(({ id }) => id === entry.id) ?? entry

/**
 * Follows an entry for the requested confirmations and time. Fails with what is known when it reverted, was replaced or
 * cancelled, timed out, or was not found: a node that cannot be read says nothing of what was sent.
 * @param told Receives every new state.
 */
export const followEntry = Effect.fnUntraced(function* (
  ledger: Ledger,
  entry: LedgerEntry,
  { confirmations, seconds }: WaitLimits,
  told: (entry: LedgerEntry) => void,
): Effect.fn.Return<LedgerEntry, CliError> {
  const unseen = () => toUnsettledError(getCurrentEntry(ledger, entry))
  if (confirmations === 0) {
    told(entry)
    if (isSettled(entry.state)) return yield* toEntryOutcome(entry)
    const found = yield* lookAtNode(ledger, entry)
    if (found === "there") return entry
    return yield* found === "unreachable" && entry.state._tag === "Sent"
      ? new CliError({ reason: { _tag: "NotLookedUp", what: getHandle(entry) } })
      : unseen()
  }
  let last = ""
  const far = ledger.follow(entry.id).pipe(
    Stream.tap((now) =>
      Effect.sync(() => {
        const key = JSON.stringify(now.state._tag + getHash(now.state))
        if (key !== last) told(now)
        last = key
      }),
    ),
  )
  const tooLong = Effect.suspend(() => {
    const now = getCurrentEntry(ledger, entry)
    return Effect.flatMap(lookAtNode(ledger, now), (found) =>
      found === "there" || (found === "unreachable" && /^(?:Sent|Confirmed)$/.test(now.state._tag))
        ? new CliError({ reason: { _tag: "WaitedTooLong", what: getHandle(now), seconds } })
        : Effect.fail(toUnsettledError(now)),
    )
  })
  const found = far.pipe(
    Stream.filter(({ state }) => !/^(?:Lost|Asked|Unanswered)$/.test(state._tag)),
    Stream.runHead,
    Effect.timeoutOrElse({
      duration: `${Math.min(seconds, searchSeconds)} seconds`,
      orElse: () => Effect.fail(unseen()),
    }),
  )
  const settled = Effect.andThen(found, Stream.runLast(far)).pipe(
    Effect.map(() => getCurrentEntry(ledger, entry)),
    Effect.flatMap(toEntryOutcome),
    Effect.tap((done) => awaitConfirmations(ledger, done, confirmations)),
  )
  return yield* settled.pipe(Effect.timeoutOrElse({ duration: `${seconds} seconds`, orElse: () => tooLong }))
})

/** Milliseconds for one status request. */
const lookTimeoutMs = 5000

/**
 * Returns whether a node has the transaction. A wallet may report a hash of a transaction that it failed to send. A
 * batch that its wallet has accepted counts as there.
 */
const lookAtNode = (
  ledger: Ledger,
  { network, state }: LedgerEntry,
): Effect.Effect<"there" | "missing" | "unreachable"> => {
  const hash = getHash(state)
  if (hash === null) return Effect.succeed(state._tag === "Taken" ? "there" : "missing")
  return Stream.runHead(ledger.watch({ network, hash, confirmations: 1 })).pipe(
    Effect.map((standing) =>
      Option.isSome(standing) && standing.value._tag !== "Missing" ? "there" : "missing",
    ),
    Effect.timeout(lookTimeoutMs),
    Effect.orElseSucceed(() => "unreachable" as const),
  )
}

/** Returns the error for an entry that no node is known to have. Only what nothing is known of is lost. */
const toUnsettledError = (entry: LedgerEntry): CliError => {
  const what = getHandle(entry)
  switch (entry.state._tag) {
    case "Unanswered":
      return new CliError({ reason: { _tag: "Unanswered", what } })
    case "Sent":
    case "Dropped":
    case "Confirmed":
      return new CliError({ reason: { _tag: "Dropped", what } })
    default:
      return new CliError({ reason: { _tag: "Lost", what } })
  }
}

/** Milliseconds until a node that could not be read is asked again. */
const watchAgainMs = 4000

/** Waits for the confirmations, however long. A reorganisation may replace or revert what was confirmed. */
const awaitConfirmations = Effect.fnUntraced(function* (
  ledger: Ledger,
  { network, state }: LedgerEntry,
  confirmations: number,
): Effect.fn.Return<void, CliError> {
  const hash = getHash(state)
  if (confirmations < 2 || hash === null) return
  const watching = Stream.runLast(ledger.watch({ network, hash, confirmations }))
  for (;;) {
    const last = yield* Effect.orElseSucceed(watching, () => Option.none<TransactionStatus>())
    if (Option.isSome(last) && isFinal(last.value)) return yield* toStatusOutcome(last.value)
    yield* Effect.sleep(watchAgainMs)
  }
})

const isFinal = ({ _tag }: TransactionStatus): boolean => _tag !== "Missing" && _tag !== "Pending"

/** Succeeds for a transaction that succeeded or is pending; else fails with what happened to it. */
export const toStatusOutcome = (status: TransactionStatus): Effect.Effect<void, CliError> => {
  switch (status._tag) {
    case "Mined":
      if (status.succeeded === null)
        return Effect.fail(new CliError({ reason: { _tag: "ResultUnknown", what: status.hash } }))
      return status.succeeded
        ? Effect.void
        : Effect.fail(new CliError({ reason: { _tag: "Reverted", hash: status.hash } }))
    case "Replaced":
      return Effect.fail(new CliError({ reason: { _tag: "Replaced", by: status.by } }))
    case "Cancelled":
      return Effect.fail(new CliError({ reason: { _tag: "Cancelled", by: status.by } }))
    case "Expired":
      return Effect.fail(new CliError({ reason: { _tag: "Expired" } }))
    case "Missing":
    case "Pending":
      return Effect.void
  }
}

/** Returns the entry, or fails with what happened to it. */
const toEntryOutcome = (entry: LedgerEntry): Effect.Effect<LedgerEntry, CliError> => {
  const { state } = entry
  switch (state._tag) {
    case "Reverted":
      return Effect.fail(new CliError({ reason: { _tag: "Reverted", hash: getHandle(entry) } }))
    case "Mined":
      return Effect.fail(new CliError({ reason: { _tag: "ResultUnknown", what: getHandle(entry) } }))
    case "PartlyReverted":
      return Effect.fail(new CliError({ reason: { _tag: "PartlyReverted", what: getHandle(entry) } }))
    case "Replaced":
    case "Cancelled":
      return Effect.fail(new CliError({ reason: { _tag: state._tag, by: state.by } }))
    case "Expired":
      return Effect.fail(new CliError({ reason: { _tag: "Expired" } }))
    case "Asked":
    case "Lost":
    case "Taken":
    case "Unanswered":
    case "Dropped":
    case "Sent":
      return Effect.fail(toUnsettledError(entry))
    case "Declined":
    case "NotSent":
    case "Signed":
    case "Confirmed":
      return Effect.succeed(entry)
  }
}

/** The fields of every state of an operation, such as its step or its line. */
export type ProgressFields = Readonly<Record<string, unknown>>

/** Registers the report for an interrupt after the request was sent. */
export const reportOnInterrupt = (
  { interruptReport }: Pick<Context, "interruptReport">,
  entry: LedgerEntry,
  /** Default: that it was sent, and how to watch it. */
  { message, ...change }: Partial<Pick<Report, "message" | "hint" | "retryable">> = {},
): void => {
  const what = getHandle(entry)
  // One that is still requested is pending on a phone.
  const unknown = entry.state._tag === "Asked" ? "your phone may still send it" : "it may have been sent"
  const isKnown = getHash(entry.state) !== null && entry.state._tag !== "Unanswered"
  const sent = isKnown ? "it was sent" : unknown
  interruptReport.set({
    code: "interrupted",
    message: message ?? `Interrupted, but ${sent}: ${what}`,
    hint: formatWatchCommand(what),
    retryable: false,
    transaction: what,
    ...change,
  })
}

export const reportProgress =
  ({ output }: Context, fields: ProgressFields = {}) =>
  (entry: LedgerEntry): void => {
    const { state } = entry
    if (state._tag === "Sent") output.state("broadcast", { hash: state.hash, entry: entry.id, ...fields })
    if (state._tag === "Unanswered") {
      output.state("unanswered", { hash: state.hash, entry: entry.id, ...fields })
      output.info("No node has confirmed it yet. The same bytes are given to a node again.")
    }
    if (state._tag === "Taken") output.state("taken", { entry: entry.id, ...fields })
    if (state._tag === "Lost") {
      output.state("lost", { entry: entry.id, ...fields })
      output.info("The response was lost. Checking the chain. Nothing is sent again.")
    }
  }

/**
 * Records that the user knows the outcome of an entry. If that cannot be written, an equal request is refused, which is
 * the safe side: what was found is told all the same.
 */
export const recordReported = (
  { folder }: Pick<Context, "folder">,
  { id }: LedgerEntry,
): Effect.Effect<void> => Effect.ignore(attemptState(folder, () => removeUnreported(folder, id)))

/** Returns whether the state is an outcome that the user can rely on. */
export const isOutcome = ({ state }: LedgerEntry): boolean =>
  isSettled(state) && state._tag !== "Mined" && state._tag !== "PartlyReverted"

/** The failures after which the user knows that nothing was paid. */
const unpaidReasons = /^(?:Reverted|Replaced|Cancelled|Expired)$/

/** Follows an entry, and records when the user knows its outcome then. */
export const followToReport = Effect.fnUntraced(function* (
  context: Pick<Context, "folder">,
  ledger: Ledger,
  ...[entry, waiting, told]: readonly [LedgerEntry, WaitLimits, (entry: LedgerEntry) => void]
) {
  const done = yield* Effect.tapError(followEntry(ledger, entry, waiting, told), ({ reason }) =>
    unpaidReasons.test(reason._tag) ? recordReported(context, entry) : Effect.void,
  )
  if (isOutcome(done)) yield* recordReported(context, done)
  return done
})

/** Follows a sent request, and reports each of its states. @param onChange Receives them too. */
export const followSent = (
  context: Context,
  ledger: Ledger,
  entry: LedgerEntry,
  {
    fields = {},
    onChange = (now) => reportOnInterrupt(context, now),
    text = "Waiting for confirmation",
    waiting,
  }: {
    readonly waiting: WaitLimits
    readonly fields?: ProgressFields
    readonly onChange?: (entry: LedgerEntry) => void
    readonly text?: string
  },
) =>
  context.prompts.during(
    text,
    followToReport(context, ledger, entry, waiting, (now) => {
      onChange(now)
      reportProgress(context, fields)(now)
    }),
  )
