import { Clock, Effect, Exit } from "effect"
import type { Begun, Ending, Hosts } from "./Hosts.ts"
import type { HttpReason } from "./Http.ts"
import { type AttemptReason, judge } from "./Retry.ts"
import type { Sample } from "./ranking.ts"

/** What is asked, and of whom one may ask it. */
export interface Asked<T extends Target> {
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
  readonly ended?: (sample: Sample & { readonly at: number }) => void
}

interface Given<T extends Target, A, R> {
  readonly asked: Omit<Asked<T>, "tiers">
  readonly target: T
  readonly attempt: (target: T) => Effect.Effect<A, R>
  readonly begun: Begun
  /** UTC milliseconds. */
  readonly at: number
  /** Milliseconds. */
  readonly limit: number
  /** Why it is interrupted, if it is. `late`: its host let too much time pass. */
  readonly interrupted: () => "overtaken" | "late" | "abandoned"
}

/** One attempt, which its host and whoever ranks it learn of, however it ends. */
export const attemptAt = <T extends Target, A, R extends AttemptReason>({
  asked: { refusal },
  target,
  attempt,
  begun,
  at,
  limit,
  interrupted,
}: Given<T, A, R>): Effect.Effect<A, R | HttpReason> =>
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
          if (cut === "late") target.ended?.({ ok: false, milliseconds: now - at, at })
          const outcome = cut === "abandoned" ? cut : "overtaken"
          return begun.end({ now, ok: null, outcome, why: "" })
        }
        const ending = reason === undefined ? answered : failed(reason.error, refusal)
        if (ending === null) return
        const { ranked, ...told } = ending
        if (ranked !== null) target.ended?.({ ok: ranked, milliseconds: now - at, at })
        begun.end({ ...told, now })
      }),
    ),
  )

/** `ranked`: what the attempt says of the one target, beside what it says of the whole host. */
type Told = Omit<Ending, "now"> & { readonly ranked: boolean | null }

const answered: Told = { ok: true, ranked: true, outcome: "ok", why: "" }

/** `null` where nothing was sent. */
const failed = (reason: AttemptReason, refusal: Asked<Target>["refusal"]): Told | null => {
  const verdict = judge(reason)
  const why = whyOf(reason)
  if (why === null) return null
  const fine = verdict === "Final" || (verdict === "Elsewhere" && refusal === "ofCall")
  // Who sends too much may do so for what was asked, or to all; who takes less at once is not out of order.
  const ranked = reason._tag === "TooLarge" || reason._tag === "BatchRefused" ? null : fine
  return {
    ok: ranked === false && isOfPath(reason) ? null : ranked,
    ranked,
    outcome: "failed",
    why,
    retryAt: verdict === "Again" && reason._tag === "Status" ? reason.retryAt : undefined,
  }
}

/** Whether a host refuses what is asked or where, which says nothing of its other paths: another network's, say. */
const isOfPath = (reason: AttemptReason): boolean =>
  reason._tag === "Status" && [400, 404, 405, 410, 415, 422].includes(reason.status)

const whyOf = (reason: AttemptReason): string | null => {
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
    case "HeldBack":
    case "NoEndpoint":
    case "Spent":
      return null
  }
}
