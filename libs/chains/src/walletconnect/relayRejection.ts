import type { RelayRejection } from "../contract/ConnectorError.ts"

/**
 * Parses a relay's message for a closed connection; `null` for any other. Source: the relay's reasons for closing with
 * 3000.
 */
export const parseRelayRejection = (text: string): RelayRejection | null =>
  rejectionPatterns.find(([words]) => words.test(text))?.[1] ?? null

const rejectionPatterns: readonly (readonly [RegExp, RelayRejection])[] = [
  [/origin not allowed/i, "origin"],
  // A device whose clock is ahead, or more than a day behind: a token lasts a day.
  [/JWT Token is (not yet valid|expired)/i, "time"],
  [/invalid key|project id|project not found/i, "projectId"],
]
