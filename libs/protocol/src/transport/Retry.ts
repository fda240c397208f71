import type { HttpReason } from "./Http.ts"

/**
 * How every read is repeated; nothing else in the product repeats one, and what a person
 * sees or signs is never repeated. Times in milliseconds.
 */
export const readPolicy = {
  /** For one attempt. */
  attemptTimeoutMs: 10_000,
  /** For the logical call, waits included. */
  totalTimeoutMs: 30_000,
  /** After the first attempt, where there is one host. */
  retries: 3,
  /** At most this long before the first repetition on a host, doubling. How long is random from zero. */
  baseDelayMs: 150,
  /** Those that may pass on the same host. Any other, 403 among them, is put to the next host alone. */
  retriedStatuses: [408, 413, 429, 500, 502, 503, 504],
} as const

/** Requests that one logical read may make, hedges included. */
export const getRequestBudget = (hosts: number): number => Math.max(1 + readPolicy.retries, 2 * hosts)

/** Milliseconds before a host that failed so often in this read is asked again. `random` is from [0, 1). */
export const getBackoffDelayMs = (failures: number, random: number): number =>
  Math.round(random * readPolicy.baseDelayMs * 2 ** (failures - 1))

/** Why nobody was asked. */
export type NotAttempted =
  /** Every host is to be left alone: by its own `Retry-After`, or since it failed too often. `until` is UTC milliseconds. */
  | { readonly _tag: "BackedOff"; readonly until: number }
  /** The logical call that this read is part of has made all the requests that it may. */
  | { readonly _tag: "BudgetExhausted" }

/** What an attempt may fail with. Whoever asks gives these tags data of their own. */
export type AttemptReason =
  | HttpReason
  | { readonly _tag: "Malformed" }
  | { readonly _tag: "Answered"; readonly code: number }
  /** Fewer at once may be taken. */
  | { readonly _tag: "BatchRefused"; readonly size: number }
  /** Nothing was sent at all. */
  | NotAttempted
  | { readonly _tag: "NoEndpoint" }

/** `Final` where no host would say otherwise, `Elsewhere` where this one will not, `Again` where it may. */
export type RetryDecision = "Stop" | "NextHost" | "Retry"

export const classifyFailure = (reason: AttemptReason): RetryDecision => {
  switch (reason._tag) {
    case "Answered":
    case "BackedOff":
    case "NoEndpoint":
    case "BudgetExhausted":
    case "TooLarge":
      return "Stop"
    case "Malformed":
      return "NextHost"
    case "Status":
      return readPolicy.retriedStatuses.some((status) => status === reason.status) ? "Retry" : "NextHost"
    case "BatchRefused":
    case "Unreachable":
    case "TimedOut":
      return "Retry"
  }
}
