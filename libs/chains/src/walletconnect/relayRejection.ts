import type { RelayRejection } from "../contract/ConnectorError.ts"

/**
 * Parses a relay's message for a closed connection; `null` for any other. Source: the relay's reasons for closing with
 * 3000.
 */
export const parseRelayRejection = (text: string): RelayRejection | null =>
  rejectionPatterns.find(([words]) => words.test(text))?.[1] ?? null

const rejectionPatterns: readonly (readonly [RegExp, RelayRejection])[] = [
  [/origin not allowed/i, "origin"],
  [/JWT Token is not yet valid/i, "time"],
  [/invalid key|project id|project not found/i, "projectId"],
]
