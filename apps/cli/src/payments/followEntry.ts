import { type EntryState, isSettled, type Ledger, type LedgerEntry } from "@wmodal/core/flows"
import { Effect, Option, Stream, SubscriptionRef } from "effect"
import { CliError } from "../failure/CliError.ts"
import type { ItemError } from "../failure/exitName.ts"
import type { WaitLimits } from "../plan/CommandPlan.ts"

/** Seconds that are spent on looking for what may have left, before a person is told to look later. */
const searchSeconds = 30

export const getHash = (state: EntryState): string | null => ("hash" in state ? state.hash : null)

/** What a later command can be asked about it by. */
export const getHandle = ({ id, state }: LedgerEntry): string => getHash(state) ?? id

const getCurrentEntry = (ledger: Ledger, entry: LedgerEntry): LedgerEntry =>
  SubscriptionRef.getUnsafe(ledger.entries).find(({ id }) => id === entry.id) ?? entry

/**
 * Stays with an entry for as long as was asked for. Fails where it reverted, was replaced or cancelled, where time ran
 * out, and where it may have left and was not found.
 * @param told Each time it has come further.
 */
export const followEntry = Effect.fnUntraced(function* (
  ledger: Ledger,
  entry: LedgerEntry,
  { confirmations, seconds }: WaitLimits,
  told: (entry: LedgerEntry) => void,
): Effect.fn.Return<LedgerEntry, ItemError> {
  const lost = () =>
    new CliError({ reason: { _tag: "Lost", what: getHandle(getCurrentEntry(ledger, entry)) } })
  if (confirmations === 0) {
    told(entry)
    if (isSettled(entry.state)) return yield* toEntryOutcome(entry)
    return (yield* isKnownToNode(ledger, entry)) ? entry : yield* lost()
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
    return Effect.flatMap(isKnownToNode(ledger, now), (there) =>
      there
        ? new CliError({ reason: { _tag: "WaitedTooLong", what: getHandle(now), seconds } })
        : Effect.fail(lost()),
    )
  })
  const found = far.pipe(
    Stream.filter(({ state }) => state._tag !== "Lost" && state._tag !== "Asked"),
    Stream.runHead,
    Effect.timeoutOrElse({
      duration: `${Math.min(seconds, searchSeconds)} seconds`,
      orElse: () => Effect.fail(lost()),
    }),
  )
  const settled = Effect.andThen(found, Stream.runLast(far)).pipe(
    Effect.map(() => getCurrentEntry(ledger, entry)),
    Effect.flatMap(toEntryOutcome),
    Effect.tap((done) => awaitConfirmations(ledger, done, confirmations)),
  )
  return yield* settled.pipe(Effect.timeoutOrElse({ duration: `${seconds} seconds`, orElse: () => tooLong }))
})

/** Milliseconds for one look, where a node may not answer. */
const lookTimeoutMs = 5000

/** Whether a node has it. A wallet may name a hash of what it could not send. */
const isKnownToNode = (ledger: Ledger, { network, state }: LedgerEntry): Effect.Effect<boolean> => {
  const hash = getHash(state)
  if (hash === null) return Effect.succeed(state._tag === "Taken")
  return Stream.runHead(ledger.watch({ network, hash, confirmations: 1 })).pipe(
    Effect.map((standing) => Option.isSome(standing) && standing.value._tag !== "Missing"),
    Effect.timeout(lookTimeoutMs),
    Effect.orElseSucceed(() => false),
  )
}

const awaitConfirmations = (ledger: Ledger, { network, state }: LedgerEntry, confirmations: number) => {
  const hash = getHash(state)
  return confirmations < 2 || hash === null
    ? Effect.void
    : Stream.runDrain(ledger.watch({ network, hash, confirmations }))
}

const toEntryOutcome = (entry: LedgerEntry): Effect.Effect<LedgerEntry, CliError> => {
  const { state } = entry
  switch (state._tag) {
    case "Reverted":
      return Effect.fail(new CliError({ reason: { _tag: "Reverted", hash: state.hash } }))
    case "Replaced":
      return Effect.fail(new CliError({ reason: { _tag: "Replaced", by: state.by } }))
    case "Cancelled":
      return Effect.fail(new CliError({ reason: { _tag: "Cancelled", by: state.by } }))
    case "Expired":
      return Effect.fail(new CliError({ reason: { _tag: "Expired" } }))
    case "Asked":
    case "Lost":
    case "Taken":
    case "Dropped":
    case "Sent":
      return Effect.fail(new CliError({ reason: { _tag: "Lost", what: getHandle(entry) } }))
    case "Declined":
    case "NotSent":
    case "Signed":
    case "Confirmed":
      return Effect.succeed(entry)
  }
}
