import type { AttemptRecord } from "@wmodal/protocol"

/** One attempt as `--debug` tells of it: `node.example eth_call: failed (HTTP status code: 503), 12 ms`. */
export const formatAttempt = ({ host, method, ms, outcome, why }: AttemptRecord): string =>
  `${host} ${method}: ${outcome}${why && ` (${why})`}, ${ms} ms`
