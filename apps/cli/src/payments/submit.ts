import type { LedgerEntry } from "@wmodal/core/flows"
import { Effect, Exit, Fiber } from "effect"

/** Milliseconds for a wallet to hear that nobody says yes. */
const farewell = 2_000

/**
 * Asks the wallet. Interrupted before the wallet has its yes, nothing was sent; after it, the answer is waited for,
 * so that nobody is left with a payment that they do not know of.
 */
export const submitted = <E>(
  question: Effect.Effect<LedgerEntry, E>,
  around: {
    readonly taken: () => boolean
    readonly left: (entry: LedgerEntry) => void
    /** What may still leave from elsewhere when nobody waits for it here any more; absent for a wallet of this process. */
    readonly standing?: () => LedgerEntry | null
    /** See `Asking`. */
    readonly withdraw?: Effect.Effect<void> | null
  },
): Effect.Effect<LedgerEntry, E> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      const asking = yield* Effect.forkChild(Effect.interruptible(question), { startImmediately: true })
      return yield* restore(Fiber.join(asking)).pipe(
        Effect.tap((entry) => Effect.sync(() => around.left(entry))),
        Effect.onInterrupt(() =>
          Effect.gen(function* () {
            if (!around.taken()) {
              const entry = around.standing?.() ?? null
              if (entry !== null) around.left(entry)
              // What was declined stands as that in the ledger.
              if (around.withdraw)
                yield* Effect.andThen(around.withdraw, Effect.timeoutOption(Fiber.await(asking), farewell))
              return yield* Fiber.interrupt(asking)
            }
            const exit = yield* Fiber.await(asking)
            if (Exit.isSuccess(exit)) around.left(exit.value)
          }),
        ),
      )
    }),
  )
