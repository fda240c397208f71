import { SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Problem } from "../problems/Problem.ts"
import type { Alerts } from "./Alerts.ts"

export const makeAlerts = Effect.gen(function* () {
  const current = yield* SubscriptionRef.make<Problem | null>(null)
  const alerts: Alerts = {
    current,
    show: (problem) => SubscriptionRef.set(current, problem),
    dismiss: SubscriptionRef.set(current, null),
  }
  return alerts
})
