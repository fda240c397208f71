import type { Effect, SubscriptionRef } from "effect"
import type { Problem } from "../problems/Problem.ts"

/** What blocks the whole modal and needs the site's operator, such as a missing project id. */
export interface Alerts {
  readonly current: SubscriptionRef.SubscriptionRef<Problem | null>
  readonly show: (problem: Problem) => Effect.Effect<void>
  readonly dismiss: Effect.Effect<void>
}
