import type { Problem } from "@wmodal/core"
import { useMessages } from "../../messages/Translate.tsx"
import { useSecondsUntil } from "../../ui/Countdown.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { ProblemNotice } from "../ProblemNotice.tsx"

/**
 * Returns the seconds to wait when that is the only problem; then the typed text is not wrong. The secure site sends
 * the wait as text.
 */
export const getRetrySeconds = (problem: Problem | null): number | null => {
  if (problem?._tag === "EngineError")
    return problem.reason._tag === "Throttled" ? problem.reason.seconds : null
  if (problem?._tag !== "FrameError" || problem.reason._tag !== "Said") return null
  const seconds = /^Please try again after (\d{1,4}) seconds?\.?$/.exec(problem.reason.text)?.[1]
  return seconds === undefined ? null : Number(seconds)
}

/** The reason why a mail was not sent, or its code not accepted. */
export const EmailProblem = ({ problem }: { readonly problem: Problem }) => {
  const seconds = getRetrySeconds(problem)
  return seconds === null ? (
    <ProblemNotice problem={problem} />
  ) : (
    <Throttled problem={problem} seconds={seconds} />
  )
}

const ends = new WeakMap<Problem, number>()

/** Returns the time of the next try, UTC milliseconds. The wait counts from the first report. */
const getRetryTime = (problem: Problem, seconds: number): number => {
  const end = ends.get(problem) ?? Date.now() + seconds * 1000
  ends.set(problem, end)
  return end
}

interface ThrottledProps {
  readonly problem: Problem
  readonly seconds: number
}

/** A wait that is announced once and counts down visually. */
const Throttled = ({ problem, seconds }: ThrottledProps) => {
  const { t } = useMessages()
  const left = useSecondsUntil(getRetryTime(problem, seconds))
  const title = (count: number) =>
    count === 0 ? t("throttled.over") : t("throttled.text", { seconds: count })
  const text = t("problem.throttled.body")
  return (
    <>
      <span className="hidden" role="alert">
        {`${title(left === 0 ? 0 : seconds)} ${text}`}
      </span>
      <div aria-hidden="true">
        <Notice tone={left === 0 ? "info" : "warn"} title={title(left)} text={text} />
      </div>
    </>
  )
}
