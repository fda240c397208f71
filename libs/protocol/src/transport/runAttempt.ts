import { Clock, Effect, Exit } from "effect"
import type { AttemptOutcome, Hosts, StartedAttempt } from "./Hosts.ts"
import type { HttpReason } from "./Http.ts"
import { type AttemptReason, classifyFailure } from "./Retry.ts"
import type { Sample } from "./ranking.ts"

/** What is asked, and of whom one may ask it. */
export interface ReadContext<T extends Target> {
  readonly hosts: Hosts["Service"]
  /** What records call it: a JSON-RPC method, or the pattern of an API's path. */
  readonly method: string
  /**
   * `ofHost` where a host that refuses such a call, or answers with nonsense, is out of order, as a node is, or the
   * one path that it refuses;
   * `ofCall` where that may well lie in what was asked.
   */
  readonly refusal: "ofHost" | "ofCall"
  /** The best first, in each tier. */
  readonly tiers: readonly (readonly T[])[]
}

/** Where something is asked. */
export interface Target {
  readonly host: string
  /** Is told of each attempt that says something about it. */
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
  /** Why it is interrupted, if it is. `late`: its host let too much time pass. */
  readonly interrupted: () => "overtaken" | "late" | "abandoned"
}

/** One attempt, which its host and whoever ranks it learn of, however it ends. */
export const runAttempt = <T extends Target, A, R extends AttemptReason>({
  asked: { refusal },
  target,
  attempt,
  started,
  at,
  limit,
  interrupted,
}: AttemptParams<T, A, R>): Effect.Effect<A, R | HttpReason> =>
  attempt(target).pipe(
    Effect.timeoutOrElse({
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
        const ending = reason === undefined ? successReport : makeFailureReport(reason.error, refusal)
        if (ending === null) return
        const { ranked, ...told } = ending
        if (ranked !== null) target.onAttemptEnd?.({ ok: ranked, milliseconds: now - at, at })
        started.end({ ...told, now })
      }),
    ),
  )

/** `ranked`: what the attempt says of the one target, beside what it says of the whole host. */
type AttemptReport = Omit<AttemptOutcome, "now"> & { readonly ranked: boolean | null }

const successReport: AttemptReport = { ok: true, ranked: true, outcome: "ok", why: "" }

/** `null` where nothing was sent. */
const makeFailureReport = (
  reason: AttemptReason,
  refusal: ReadContext<Target>["refusal"],
): AttemptReport | null => {
  const verdict = classifyFailure(reason)
  const why = describeFailure(reason)
  if (why === null) return null
  const fine = verdict === "Stop" || (verdict === "NextHost" && refusal === "ofCall")
  // Who sends too much may do so for what was asked, or to all; who takes less at once is not out of order.
  const ranked = reason._tag === "TooLarge" || reason._tag === "BatchRefused" ? null : fine
  return {
    ok: ranked === false && isPathRefusal(reason) ? null : ranked,
    ranked,
    outcome: "failed",
    why,
    retryAt: verdict === "Retry" && reason._tag === "Status" ? reason.retryAt : undefined,
  }
}

/** Whether a host refuses what is asked or where, which says nothing of its other paths: another network's, say. */
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
    case "Malformed":
      return "malformed"
    case "BatchRefused":
      return `takes no ${reason.size} at once`
    case "TooLarge":
      return `more than ${reason.limit} bytes`
    case "TimedOut":
      return `no answer in ${reason.milliseconds} ms`
    case "BackedOff":
    case "NoEndpoint":
    case "BudgetExhausted":
      return null
  }
}
