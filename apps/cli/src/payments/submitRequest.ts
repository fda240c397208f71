import type { LedgerEntry } from "@wmodal/core/flows"
import { Effect, Exit, Fiber } from "effect"

/** Milliseconds for a wallet to hear that nobody says yes. */
const withdrawTimeoutMs = 2_000

/**
 * Asks the wallet. Interrupted before the wallet has its yes, nothing was sent; after it, the answer is waited for,
 * so that nobody is left with a payment that they do not know of.
 */
export const submitRequest = <E>(
  question: Effect.Effect<LedgerEntry, E>,
  deps: {
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
        Effect.tap((entry) => Effect.sync(() => deps.left(entry))),
        Effect.onInterrupt(() =>
          Effect.gen(function* () {
            if (!deps.taken()) {
              const entry = deps.standing?.() ?? null
              if (entry !== null) deps.left(entry)
              // What was declined stands as that in the ledger.
              if (deps.withdraw)
                yield* Effect.andThen(
                  deps.withdraw,
                  Effect.timeoutOption(Fiber.await(asking), withdrawTimeoutMs),
                )
              return yield* Fiber.interrupt(asking)
            }
            const exit = yield* Fiber.await(asking)
            if (Exit.isSuccess(exit)) deps.left(exit.value)
          }),
        ),
      )
    }),
  )
