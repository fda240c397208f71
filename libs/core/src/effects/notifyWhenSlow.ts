import { Effect } from "effect"

/** Milliseconds without an answer after which a person is told that the wallet is slow. */
const slowNoticeDelayMs = 60_000

/** Runs `tell` once, when `asked` takes longer than a person should wait without a word. */
export const notifyWhenSlow = <A, E>(asked: Effect.Effect<A, E>, tell: Effect.Effect<void>) =>
  Effect.raceFirst(asked, Effect.andThen(Effect.delay(tell, slowNoticeDelayMs), Effect.never))
