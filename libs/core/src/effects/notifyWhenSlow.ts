import { Clock } from "@wmodal/protocol"
import { Effect } from "effect"

/** Milliseconds without a response after which the user sees that the wallet is slow. */
const slowNoticeDelayMs = 60_000

/** Runs the second effect once when the first takes longer than the delay. */
export const notifyWhenSlow = <A, E>(asked: Effect.Effect<A, E>, tell: Effect.Effect<void>) =>
  Effect.raceFirst(asked, Effect.andThen(Clock.delay(tell, slowNoticeDelayMs), Effect.never))
