import type { SubscriptionRef } from "@wmodal/protocol"
import type { Effect } from "effect"
import type { Problem } from "../problems/Problem.ts"

/**
 * Problems that concern the whole modal and require the site's operator, such as a missing project id. An alert stays
 * until the user dismisses it or closes the modal; one that prevents every connection returns with the next opening.
 */
export interface Alerts {
  readonly current: SubscriptionRef.SubscriptionRef<Problem | null>
  readonly show: (problem: Problem) => Effect.Effect<void>
  readonly dismiss: Effect.Effect<void>
}
