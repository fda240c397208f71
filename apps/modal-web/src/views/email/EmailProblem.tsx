import type { Problem } from "@wmodal/core"
import { useMessages } from "../../messages/Translate.tsx"
import { useSecondsUntil } from "../../ui/Countdown.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { ProblemNotice } from "../ProblemNotice.tsx"

/** How long there is to wait, where that is all: nothing that was typed is wrong then. The secure site says it in words. */
export const getRetrySeconds = (problem: Problem | null): number | null => {
  if (problem?._tag === "EngineError")
    return problem.reason._tag === "Throttled" ? problem.reason.seconds : null
  if (problem?._tag !== "FrameError" || problem.reason._tag !== "Said") return null
  const seconds = /^Please try again after (\d{1,4}) seconds?\.?$/.exec(problem.reason.text)?.[1]
  return seconds === undefined ? null : Number(seconds)
}

/** Why a mail was not sent, or its code not taken. */
export const EmailProblem = ({ problem }: { readonly problem: Problem }) => {
  const seconds = getRetrySeconds(problem)
  return seconds === null ? (
    <ProblemNotice problem={problem} />
  ) : (
    <Throttled problem={problem} seconds={seconds} />
  )
}

const ends = new WeakMap<Problem, number>()

/** UTC milliseconds: it counts from when it was first told. */
const getRetryTime = (problem: Problem, seconds: number): number => {
  const end = ends.get(problem) ?? Date.now() + seconds * 1000
  ends.set(problem, end)
  return end
}

interface ThrottledProps {
  readonly problem: Problem
  readonly seconds: number
}

/** It is spoken once, and counts down for the eye alone. */
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
