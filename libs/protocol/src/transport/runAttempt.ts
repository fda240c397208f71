import { Effect, Exit } from "effect"
import * as Clock from "../Clock.ts"
import type { AttemptOutcome, Hosts, StartedAttempt } from "./Hosts.ts"
import type { HttpReason } from "./Http.ts"
import { type AttemptReason, classifyFailure } from "./Retry.ts"
import type { Sample } from "./ranking.ts"

/** A request and its candidate nodes. */
export interface ReadContext<T extends Target> {
  readonly hosts: Hosts["Service"]
  /** The name in records: a JSON-RPC method, or the pattern of an API path. */
  readonly method: string
  /**
   * `ofHost` where a host that rejects such a call, or returns nonsense, is unhealthy: a node, or the one path that
   * it rejects.
   * `ofCall` where the request itself may be the cause.
   */
  readonly refusal: "ofHost" | "ofCall"
  /** The nodes from best to worst, per tier. */
  readonly tiers: readonly (readonly T[])[]
}

/** The target of a request. */
export interface Target {
  readonly host: string
  /** Receives the sample of each conclusive attempt. */
  readonly onAttemptEnd?: (sample: Sample & { readonly at: number }) => void
}

interface AttemptParams<T extends Target, A, R> {
  readonly asked: Omit<ReadContext<T>, "tiers">
  readonly target: T
  readonly attempt: (target: T) => Effect.Effect<A, R>
  readonly started: StartedAttempt
  /** UTC milliseconds. */
  readonly at: number
  /** Milliseconds. */
  readonly limit: number
  /** The reason of an interruption. `late`: the host exceeded its timeout. */
  readonly interrupted: () => "overtaken" | "late" | "abandoned"
}

/** Runs one attempt and records its outcome for the host and the ranking, also on interruption. */
export const runAttempt = <T extends Target, A, R extends AttemptReason>({
  asked,
  target,
  attempt,
  started,
  at,
  limit,
  interrupted,
}: AttemptParams<T, A, R>): Effect.Effect<A, R | HttpReason> =>
  attempt(target).pipe(
    Clock.timeoutOrElse({
      duration: limit,
      orElse: () => Effect.fail<HttpReason>({ _tag: "TimedOut", milliseconds: limit }),
    }),
    Effect.onExit((exit) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const reason = Exit.isFailure(exit)
          ? exit.cause.reasons.find((part) => part._tag === "Fail")
          : undefined
        if (Exit.isFailure(exit) && reason === undefined) {
          const cut = interrupted()
          if (cut === "late") target.onAttemptEnd?.({ ok: false, milliseconds: now - at, at })
          const outcome = cut === "abandoned" ? cut : "overtaken"
          return started.end({ now, ok: null, outcome, why: "" })
        }
        const ending = reason === undefined ? successReport : makeFailureReport(reason.error, asked)
        if (ending === null) return
        const { ranked, ...told } = ending
        if (ranked !== null) target.onAttemptEnd?.({ ok: ranked, milliseconds: now - at, at })
        started.end({ ...told, now })
      }),
    ),
  )

/** `ranked`: the attempt's effect on the target's rank, in addition to its effect on the whole host. */
type AttemptReport = Omit<AttemptOutcome, "now"> & { readonly ranked: boolean | null }

const successReport: AttemptReport = { ok: true, ranked: true, outcome: "ok", why: "" }

/** Returns `null` when no request was sent. */
const makeFailureReport = (
  reason: AttemptReason,
  { method, refusal }: Pick<ReadContext<Target>, "method" | "refusal">,
): AttemptReport | null => {
  const verdict = classifyFailure(reason, method)
  const why = describeFailure(reason)
  if (why === null) return null
  const fine =
    verdict === "Stop" || (verdict === "NextHost" && refusal === "ofCall" && reason._tag !== "Redirected")
  // An oversized reply may be due to the request or to the node. A smaller batch limit does not make a node
  // unhealthy.
  const ranked = reason._tag === "TooLarge" || reason._tag === "BatchRefused" ? null : fine
  return {
    // A host that answers lives, so its other calls go on.
    ok: ranked === false && (isPathRefusal(reason) || reason._tag === "Answered") ? null : ranked,
    ranked,
    outcome: "failed",
    why,
    retryAt: verdict === "Retry" && reason._tag === "Status" ? reason.retryAt : undefined,
  }
}

/**
 * Reports that a host rejects the request or its path. Its other paths, such as another network's, may still work.
 */
const isPathRefusal = (reason: AttemptReason): boolean =>
  reason._tag === "Status" && [400, 404, 405, 410, 415, 422].includes(reason.status)

const describeFailure = (reason: AttemptReason): string | null => {
  switch (reason._tag) {
    case "Answered":
      return `error ${reason.code}`
    case "Status":
      return `HTTP status code: ${reason.status}`
    case "Unreachable":
      return reason.detail
    case "Redirected":
      return `redirects${reason.to && ` to ${reason.to}`}`
    case "Malformed":
      return "malformed"
    case "BatchRefused":
      return `rejects batches of ${reason.size}`
    case "TooLarge":
      return `more than ${reason.limit} bytes`
    case "TimedOut":
      return `no response in ${reason.milliseconds} ms`
    case "BackedOff":
    case "NoEndpoint":
    case "BudgetExhausted":
      return null
  }
}
