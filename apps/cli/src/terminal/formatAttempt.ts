import type { AttemptRecord } from "@wmodal/protocol"

/** Formats one attempt for `--debug`: `node.example eth_call: failed (HTTP status code: 503), 12 ms`. */
export const formatAttempt = ({ host, method, ms, outcome, why }: AttemptRecord): string =>
  `${host} ${method}: ${outcome}${why && ` (${why})`}, ${ms} ms`
