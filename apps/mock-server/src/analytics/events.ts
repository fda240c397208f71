import type { AnalyticsEvent } from "@wmodal/api"
import { perWorld } from "../world/perWorld.ts"

/** More events than a test asks about; the oldest go first. */
const limit = 10_000

/** What the clients of one world said that happened. */
export interface AnalyticsEvents {
  /** Oldest first. */
  readonly all: () => readonly AnalyticsEvent[]
  readonly add: (event: AnalyticsEvent) => void
}

export const analyticsEventsOf = perWorld((): AnalyticsEvents => {
  const events: AnalyticsEvent[] = []
  return {
    all: () => events,
    add: (event) => {
      events.push(event)
      if (events.length > limit) events.shift()
    },
  }
})
