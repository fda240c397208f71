import type { HttpReason } from "./Http.ts"

/**
 * The retry policy of every read. No other code retries, and requests that a user sees or signs are never retried.
 * Times in milliseconds.
 */
export const readPolicy = {
  /** The timeout of one attempt. */
  attemptTimeoutMs: 10_000,
  /** The deadline of the logical call, including waits. */
  totalTimeoutMs: 30_000,
  /** Retries after the first attempt with a single host. */
  retries: 3,
  /** The maximum delay before the first retry on a host. It doubles, and the actual delay is random from zero. */
  baseDelayMs: 150,
  /** Statuses that may pass on the same host. After any other, such as 403, only the next host is tried. */
  retriedStatuses: [408, 413, 429, 500, 502, 503, 504],
} as const

/** Returns the number of requests that one logical read may send, hedges included. */
export const getRequestBudget = (hosts: number): number => Math.max(1 + readPolicy.retries, 2 * hosts)

/** Returns the backoff delay in milliseconds before the next attempt on a host. `random` is from [0, 1). */
export const getBackoffDelayMs = (failures: number, random: number): number =>
  Math.round(random * readPolicy.baseDelayMs * 2 ** (failures - 1))

/** The reason why no request was sent. */
export type NotAttempted =
  /** Every host is blocked by its `Retry-After` or its breaker. `until` is UTC milliseconds. */
  | { readonly _tag: "BackedOff"; readonly until: number }
  /** The logical call has no request budget left. */
  | { readonly _tag: "BudgetExhausted" }

/** The tags with which an attempt may fail. Each caller adds its own data to them. */
export type AttemptReason =
  | HttpReason
  | { readonly _tag: "Malformed" }
  | { readonly _tag: "Answered"; readonly code: number; readonly text?: string }
  /** A smaller batch may succeed. */
  | { readonly _tag: "BatchRefused"; readonly size: number }
  /** No request was sent. */
  | NotAttempted
  | { readonly _tag: "NoEndpoint" }

/** `Stop` when no host would respond differently, `NextHost` when this host will not, `Retry` when it may. */
export type RetryDecision = "Stop" | "NextHost" | "Retry"

/**
 * Codes by which a node says that it cannot answer now what another one may: over its limit or behind the chain
 * (-32005), without history or a node behind it (-32011), not yet at the block or over its rate (-32016). Source: EIP-1474,
 * Agave's custom errors, OP Stack's proxyd.
 */
const hostCodes: ReadonlySet<number> = new Set([-32005, -32011, -32016])

/** Words of a node that refuses a call by a limit, with HTTP status code 200. Source: EIP-1474. */
const limitPattern = /\blimit exceeded/i

/** Words of one that has run too many calls, which passes. Sources: Infura, Alchemy, QuickNode. */
const ratePattern = /rate.?limit|request rate exceeded|request limit|too many requests|compute units/i

const says = (reason: AttemptReason, pattern: RegExp): boolean =>
  reason._tag === "Answered" && pattern.test(reason.text ?? "") && !/revert/i.test(reason.text ?? "")

/** Reports that a node answered with an error that concerns itself, not the request. */
export const isHostAnswer = (reason: AttemptReason): boolean =>
  reason._tag === "Answered" &&
  (hostCodes.has(reason.code) || says(reason, limitPattern) || says(reason, ratePattern))

/**
 * Returns whether a failed attempt ends the read, moves it to another host, or may be repeated. `method`: of the call, or
 * its name in records.
 */
export const classifyFailure = (reason: AttemptReason, method: string): RetryDecision => {
  switch (reason._tag) {
    case "Answered":
      if (!isHostAnswer(reason)) return "Stop"
      // Nodes limit what one request for logs may cover, in words of their own: the same request fails again.
      return says(reason, ratePattern) && method !== "eth_getLogs" ? "Retry" : "NextHost"
    case "BackedOff":
    case "NoEndpoint":
    case "BudgetExhausted":
    case "TooLarge":
      return "Stop"
    case "Malformed":
    case "Redirected":
      return "NextHost"
    case "Status":
      return readPolicy.retriedStatuses.some((status) => status === reason.status) ? "Retry" : "NextHost"
    case "BatchRefused":
    case "Unreachable":
    case "TimedOut":
      return "Retry"
  }
}
