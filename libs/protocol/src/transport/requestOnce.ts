import { Effect } from "effect"
import * as Clock from "../Clock.ts"
import type { HttpReason } from "./Http.ts"
import { type AttemptReason, type NotAttempted, readPolicy } from "./Retry.ts"
import { type ReadContext, runAttempt, type Target } from "./runAttempt.ts"

/** Sends a request once, without retries: for requests that a user sees or signs. Sends nothing to a blocked host. */
export const requestOnce = <T extends Target, A, R extends AttemptReason>(
  {
    asked,
    target,
    limit = readPolicy.attemptTimeoutMs,
  }: {
    readonly asked: Omit<ReadContext<T>, "tiers">
    readonly target: T
    /** Milliseconds. */
    readonly limit?: number
  },
  attempt: (target: T) => Effect.Effect<A, R>,
): Effect.Effect<A, R | HttpReason | NotAttempted> =>
  Effect.flatMap(Clock.currentTimeMillis, (at): Effect.Effect<A, R | HttpReason | NotAttempted> => {
    const { hosts, method } = asked
    const begun = hosts.begin({ host: target.host, method, at })
    return begun === null
      ? Effect.fail({ _tag: "BackedOff", until: hosts.view(target.host).heldUntil })
      : runAttempt({ asked, target, attempt, started: begun, at, limit, interrupted: () => "abandoned" })
  })
