import type { AnalyticsEvent } from "@wmodal/api"
import { perWorld } from "../world/perWorld.ts"

/** Events, and characters of them all: more than a test asks about. The oldest go first. */
const limits = { events: 10_000, characters: 4_000_000 }

/** What the clients of one world said that happened. */
export interface AnalyticsEvents {
  /** Oldest first. */
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
