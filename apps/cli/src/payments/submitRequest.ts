import type { LedgerEntry } from "@wmodal/core/flows"
import { Effect, Exit, Fiber } from "effect"

/** Milliseconds for a wallet to process the withdrawal. */
const withdrawTimeoutMs = 2_000

/**
 * Sends the request to the wallet. When interrupted before the approval, nothing is sent; after it, the response is
 * awaited, so that every sent payment is reported.
 */
export const submitRequest = <E>(
  question: Effect.Effect<LedgerEntry, E>,
  deps: {
    readonly taken: () => boolean
    readonly left: (entry: LedgerEntry) => void
    /**
     * Returns the entry that a remote wallet may still send after this process stops waiting; absent for a wallet of
     * this process.
     */
    readonly standing?: () => LedgerEntry | null
    /** See `ApprovalChannel`. */
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
              // The ledger records the request as declined.
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
