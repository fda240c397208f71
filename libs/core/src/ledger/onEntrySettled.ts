import { SubscriptionRef } from "@wmodal/protocol"
import { Effect, type Scope, Stream } from "effect"
import { isSettled, type Ledger, type LedgerEntry } from "./Ledger.ts"

/** Emits each entry once, when it is settled. Ends with the scope. */
export const onEntrySettled = (
  { entries }: Pick<Ledger, "entries">,
  tell: (entry: LedgerEntry) => Effect.Effect<unknown>,
): Effect.Effect<void, never, Scope.Scope> =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const open = new Set<string>()
    const look = (now: readonly LedgerEntry[]) =>
      Effect.forEach(now, (entry) => {
        if (!isSettled(entry.state)) {
          open.add(entry.id)
          return Effect.void
        }
        return open.delete(entry.id) ? Effect.forkIn(tell(entry), scope) : Effect.void
      })
    yield* Effect.forkIn(Stream.runForEach(SubscriptionRef.changes(entries), look), scope, {
      startImmediately: true,
    })
  })
