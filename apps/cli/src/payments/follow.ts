import { type EntryState, isSettled, type Ledger, type LedgerEntry } from "@wmodal/core/flows"
import { Effect, Option, Stream, SubscriptionRef } from "effect"
import { CliError } from "../failure/CliError.ts"
import type { Mishap } from "../failure/exitOf.ts"
import type { Waiting } from "../plan/Plan.ts"

/** Seconds that are spent on looking for what may have left, before a person is told to look later. */
const lookFor = 30

export const hashOf = (state: EntryState): string | null => ("hash" in state ? state.hash : null)

/** What a later command can be asked about it by. */
export const handleOf = ({ id, state }: LedgerEntry): string => hashOf(state) ?? id

const entryOf = (ledger: Ledger, entry: LedgerEntry): LedgerEntry =>
  SubscriptionRef.getUnsafe(ledger.entries).find(({ id }) => id === entry.id) ?? entry

/**
 * Stays with an entry for as long as was asked for. Fails where it reverted, was replaced or cancelled, where time ran
 * out, and where it may have left and was not found.
 * @param told Each time it has come further.
 */
export const followed = Effect.fnUntraced(function* (
  ledger: Ledger,
  entry: LedgerEntry,
  { confirmations, seconds }: Waiting,
  told: (entry: LedgerEntry) => void,
): Effect.fn.Return<LedgerEntry, Mishap> {
  const lost = () => new CliError({ reason: { _tag: "Lost", what: handleOf(entryOf(ledger, entry)) } })
  if (confirmations === 0) {
    told(entry)
    if (isSettled(entry.state)) return yield* outcomeOf(entry)
    return (yield* isThere(ledger, entry)) ? entry : yield* lost()
  }
  let last = ""
  const far = ledger.follow(entry.id).pipe(
    Stream.tap((now) =>
      Effect.sync(() => {
        const key = JSON.stringify(now.state._tag + hashOf(now.state))
        if (key !== last) told(now)
        last = key
      }),
    ),
  )
  const tooLong = Effect.suspend(() => {
    const now = entryOf(ledger, entry)
    return Effect.flatMap(isThere(ledger, now), (there) =>
      there
        ? new CliError({ reason: { _tag: "WaitedTooLong", what: handleOf(now), seconds } })
        : Effect.fail(lost()),
    )
  })
  const found = far.pipe(
    Stream.filter(({ state }) => state._tag !== "Lost" && state._tag !== "Asked"),
    Stream.runHead,
    Effect.timeoutOrElse({
      duration: `${Math.min(seconds, lookFor)} seconds`,
      orElse: () => Effect.fail(lost()),
    }),
  )
  const settled = Effect.andThen(found, Stream.runLast(far)).pipe(
    Effect.map(() => entryOf(ledger, entry)),
    Effect.flatMap(outcomeOf),
    Effect.tap((done) => deepEnough(ledger, done, confirmations)),
  )
  return yield* settled.pipe(Effect.timeoutOrElse({ duration: `${seconds} seconds`, orElse: () => tooLong }))
})

/** Milliseconds for one look, where a node may not answer. */
const glance = 5000

/** Whether a node has it. A wallet may name a hash of what it could not send. */
const isThere = (ledger: Ledger, { network, state }: LedgerEntry): Effect.Effect<boolean> => {
  const hash = hashOf(state)
  if (hash === null) return Effect.succeed(state._tag === "Taken")
  return Stream.runHead(ledger.watch({ network, hash, confirmations: 1 })).pipe(
    Effect.map((standing) => Option.isSome(standing) && standing.value._tag !== "Missing"),
    Effect.timeout(glance),
    Effect.orElseSucceed(() => false),
  )
}

const deepEnough = (ledger: Ledger, { network, state }: LedgerEntry, confirmations: number) => {
  const hash = hashOf(state)
  return confirmations < 2 || hash === null
    ? Effect.void
    : Stream.runDrain(ledger.watch({ network, hash, confirmations }))
}

const outcomeOf = (entry: LedgerEntry): Effect.Effect<LedgerEntry, CliError> => {
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
      return Effect.fail(new CliError({ reason: { _tag: "Lost", what: handleOf(entry) } }))
    case "Declined":
    case "NotSent":
    case "Signed":
    case "Confirmed":
      return Effect.succeed(entry)
  }
}
