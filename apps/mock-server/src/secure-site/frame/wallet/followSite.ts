import { Effect, Schedule } from "effect"
import * as z from "zod/mini"
import { FrameEvent, getFrameEventsPath } from "../../siteCalls.ts"
import type { SiteApiOptions } from "./SiteApi.ts"

export type SiteEvent = z.output<typeof FrameEvent>

/** More than any event has: what never ends is no event. */
const maxEventCharacters = 10_000

/**
 * Hears what the site's server says unasked, until it is interrupted. A server that is away is asked again.
 * @param heard told each event, and `null` where nothing can be heard for now
 */
export const followSite = (
  { fetch, origin, projectId }: SiteApiOptions,
  heard: (event: SiteEvent | null) => void,
): Effect.Effect<never> =>
  Effect.tryPromise(async (signal) => {
    const response = await fetch(`${origin}${getFrameEventsPath(projectId)}`, { signal, credentials: "omit" })
    if (!response.ok || response.body === null) throw new Error("No events")
    const decoder = new TextDecoder()
    let text = ""
    for await (const chunk of readChunks(response.body)) {
      text += decoder.decode(chunk, { stream: true })
      const events = text.split("\n\n")
      text = (events.pop() ?? "").slice(-maxEventCharacters)
      for (const event of events.flatMap(parseEvents)) heard(event)
    }
    throw new Error("No more events")
  }).pipe(
    Effect.tapError(() => Effect.sync(() => heard(null))),
    Effect.retry(Schedule.min([Schedule.exponential("1 second"), Schedule.spaced("15 seconds")])),
    Effect.orDie,
  )

/** A stream of bytes, which not every browser iterates over by itself. */
async function* readChunks(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

const parseEvents = (text: string): readonly SiteEvent[] => {
  const data = text
    .split("\n")
    .flatMap((line) => (line.startsWith("data:") ? line.slice("data:".length) : []))
    .join("\n")
  try {
    const event = z.safeParse(FrameEvent, JSON.parse(data))
    return event.success ? [event.data] : []
  } catch {
    return []
  }
}
