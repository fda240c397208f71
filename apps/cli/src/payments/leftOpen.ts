import { isSettled, type Ledger, SendError, type SendReview } from "@wmodal/core/flows"
import { Effect, SubscriptionRef } from "effect"
import { type CliError, guard } from "../failure/CliError.ts"
import { isSamePayment, wentBefore } from "./batchChecks.ts"
import { handleOf } from "./follow.ts"

/**
 * Whoever asks for a payment that an earlier run had left open most likely believes that it did not go through.
 * It is looked for, and where it did, or nobody can say, the payment is not made: nobody has been told of it yet.
 * @param open The ids of what was open when this run began.
 */
export const refuseLeftOpen = Effect.fnUntraced(function* (
  ledger: Pick<Ledger, "checkAgain" | "entries">,
  review: SendReview,
  { confirm, open }: { readonly open: ReadonlySet<string>; readonly confirm: readonly string[] },
): Effect.fn.Return<void, CliError | SendError> {
  const same = () =>
    SubscriptionRef.getUnsafe(ledger.entries).filter(
      (entry) => open.has(entry.id) && isSamePayment(entry, review),
    )
  // What cannot be found out now stays open.
  yield* Effect.forEach(same(), ({ id, state }) =>
    isSettled(state) ? Effect.void : Effect.result(ledger.checkAgain(id)),
  )
  for (const entry of same()) {
    if (!isSettled(entry.state)) return yield* new SendError({ reason: { _tag: "Twin", entry: entry.id } })
    if (entry.state._tag === "Confirmed" && !confirm.includes(handleOf(entry))) {
      return yield* guard(wentBefore(entry, review), `To pay it once more: --confirm ${handleOf(entry)}`)
    }
  }
})
