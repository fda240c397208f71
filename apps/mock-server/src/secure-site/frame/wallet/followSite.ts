import { Effect, Schedule } from "effect"
import * as z from "zod/mini"
import { FrameEvent, getFrameEventsPath } from "../../siteCalls.ts"
import type { SiteApiOptions } from "./SiteApi.ts"

export type SiteEvent = z.output<typeof FrameEvent>

/** Maximum length of an event in characters, which bounds the buffer. */
const maxEventCharacters = 10_000

/**
 * Follows the server's events until it is interrupted, and reconnects when the server is unreachable.
 * @param heard called with each event, and with `null` while the events are unavailable
 */
export const followSite = (
  { fetch, origin, projectId }: SiteApiOptions,
  heard: (event: SiteEvent | null) => void,
): Effect.Effect<never> =>
  Effect.tryPromise(async (signal) => {
    const response = await fetch(`${origin}${getFrameEventsPath(projectId)}`, {
      signal,
      credentials: "omit",
      redirect: "error",
    })
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

/** Reads a byte stream without async iteration, which not every browser supports. */
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
