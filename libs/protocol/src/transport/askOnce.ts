import { Clock, Effect } from "effect"
import { type Asked, attemptAt, type Target } from "./attemptAt.ts"
import type { HttpReason } from "./Http.ts"
import { type AttemptReason, type NotAsked, readPolicy } from "./Retry.ts"

/**
 * Asks once, whatever comes of it: for what a person sees or signs. A host that is to be left alone is not asked at
 * all, so nothing has left then.
 */
export const askOnce = <T extends Target, A, R extends AttemptReason>(
  {
    asked,
    target,
    limit = readPolicy.attempt,
  }: {
    readonly asked: Omit<Asked<T>, "tiers">
    readonly target: T
    /** Milliseconds. */
    readonly limit?: number
  },
  attempt: (target: T) => Effect.Effect<A, R>,
): Effect.Effect<A, R | HttpReason | NotAsked> =>
  Effect.flatMap(Clock.currentTimeMillis, (at): Effect.Effect<A, R | HttpReason | NotAsked> => {
    const { hosts, method } = asked
    const begun = hosts.begin({ host: target.host, method, at })
    return begun === null
      ? Effect.fail({ _tag: "HeldBack", until: hosts.view(target.host).heldUntil })
      : attemptAt({ asked, target, attempt, begun, at, limit, interrupted: () => "abandoned" })
  })
