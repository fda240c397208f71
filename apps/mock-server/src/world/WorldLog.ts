import { createHash } from "node:crypto"
import type { LogEntry, LoggedRequest, LoggedResponse } from "./LogEntry.ts"

const maxBodyCharacters = 16_384
/** Limits of entries and of their total characters, above the needs of a test. The oldest are removed first. */
const limits = { entries: 10_000, characters: 4_000_000, waiting: 1000 }

/** The outcome of a request. */
export interface RequestOutcome {
  readonly faults: readonly string[]
  readonly response: LoggedResponse | null
}

export interface WorldLog {
  /**
   * Opens the entry of a request.
   * @param chains is called once, after those of earlier requests.
   * @returns the function that writes the entry; only its first call counts.
   */
  readonly open: (
    id: string,
    request: LoggedRequest,
    chains: () => LogEntry["chains"],
  ) => (outcome: RequestOutcome) => void
  /** Returns one `LogEntry` each as JSON, in the order of arrival, up to the oldest open request. */
  readonly lines: () => readonly string[]
}

/** @param written receives each line, in order. */
export const makeWorldLog = (written: (line: string) => void): WorldLog => {
  /** Entries from the oldest open request on. */
  const waiting: { line: (() => string) | null; readonly close: (outcome: RequestOutcome) => void }[] = []
  let lines: string[] = []
  let characters = 0

  const write = (line: string) => {
    lines.push(line)
    characters += line.length
    written(line)
    // Half is removed at once: moving a long list at every request would cost more than the request.
    if (lines.length <= limits.entries && characters <= limits.characters) return
    lines = lines.slice((lines.length + 1) >> 1)
    characters = lines.reduce((sum, { length }) => sum + length, 0)
  }

  return {
    open: (id, asked, chains) => {
      const request = { ...asked, body: truncateBody(asked.body) }
      const close = (outcome: RequestOutcome) => {
        if (place.line !== null) return
        const { faults } = outcome
        const response = outcome.response && {
          ...outcome.response,
          body: truncateBody(outcome.response.body),
        }
        place.line = () =>
          JSON.stringify({ id, ...request, faults, response, chains: chains() } satisfies LogEntry)
        for (let next = waiting[0]?.line; next != null; next = waiting[0]?.line) {
          waiting.shift()
          write(next())
        }
      }
      const place: (typeof waiting)[number] = { line: null, close }
      waiting.push(place)
      // Above the limit the oldest open request is logged without a response, so that it no longer delays the others.
      if (waiting.length > limits.waiting) waiting[0]?.close({ faults: [], response: null })
      return close
    },
    lines: () => lines,
  }
}

const truncateBody = (text: string): string =>
  text.length <= maxBodyCharacters
    ? text
    : `${text.slice(0, maxBodyCharacters)}… (${text.length} characters, SHA-256 ${createHash("sha256").update(text).digest("hex")})`
