import type { AnalyticsEvent } from "@wmodal/api"
import { perWorld } from "../world/perWorld.ts"

/** Limits of events and of their total characters, above the needs of a test. The oldest are removed first. */
const limits = { events: 10_000, characters: 4_000_000 }

/** The events that the clients of one world reported. */
export interface AnalyticsEvents {
  /** Returns the events, oldest first. */
  readonly entries: () => readonly AnalyticsEvent[]
  readonly add: (event: AnalyticsEvent) => void
}

export const getAnalyticsEvents = perWorld((): AnalyticsEvents => {
  const kept: { readonly event: AnalyticsEvent; readonly characters: number }[] = []
  let characters = 0
  return {
    entries: () => kept.map(({ event }) => event),
    add: (event) => {
      const added = { event, characters: JSON.stringify(event).length }
      kept.push(added)
      characters += added.characters
      while (kept.length > limits.events || characters > limits.characters)
        characters -= kept.shift()?.characters ?? 0
    },
  }
})
