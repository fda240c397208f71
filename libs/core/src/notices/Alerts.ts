import type { SubscriptionRef } from "@wmodal/protocol"
import type { Effect } from "effect"
import type { Problem } from "../problems/Problem.ts"

/** Problems that block the whole modal and require the site's operator, such as a missing project id. */
export interface Alerts {
  readonly current: SubscriptionRef.SubscriptionRef<Problem | null>
  readonly show: (problem: Problem) => Effect.Effect<void>
  readonly dismiss: Effect.Effect<void>
}
