import { type EntryState, isSettled } from "@wmodal/core/flows"
import type { Expected, Story, StoryStep } from "@wmodal/mock-server"
import type { Fetch } from "@wmodal/protocol"
import { Clock, Effect } from "effect"
import type { ExitName } from "../failure/exitCodes.ts"
import { getExitName } from "../failure/exitName.ts"
import type { Browser } from "./Page.ts"
import type { StoryEffects } from "./StoryEffects.ts"
import { StoryFailed } from "./StoryFailed.ts"
import { makeStoryRunner, type StepObservation, type StoryRunner } from "./StoryRunner.ts"
import type { StoryUser } from "./StoryUser.ts"

/** Milliseconds between two polls. */
const pollIntervalMs = 100

/** The parts that play a story. */
export interface StoryPlayDeps {
  readonly browser: Browser
  readonly person: StoryUser
  readonly world: StoryEffects
  /** Deletes the data of the secure site on this device. */
  readonly forget: Effect.Effect<void>
  /** Called after each successful step. `number` starts at 1. */
  readonly passed: (step: StoryStep, number: number) => void
}

/** Plays each step and compares its result with the expectations. The first failure ends the story. */
export const playStory = Effect.fnUntraced(function* (
  story: Story,
  cast: StoryPlayDeps,
): Effect.fn.Return<void, StoryFailed, Fetch> {
  const stage = yield* Effect.mapError(
    makeStoryRunner(cast),
    (text) =>
      new StoryFailed({ step: 1, line: story.steps[0]?.line ?? 1, trace: [text], exit: "unexpected" }),
  )
  const play = Effect.fnUntraced(function* (step: StoryStep) {
    const seen = yield* stage.act(step)
    const { failure } = seen
    if (failure !== null && !expectsFailure(step.expect)) {
      return yield* Effect.fail({ trace: [`it failed: ${seen.says.join(" ")}`], exit: getExitName(failure) })
    }
    if (step.expect !== null)
      yield* awaitExpectation({ stage, seen, step, expected: step.expect, patience: story.patience })
  })
  yield* Effect.ensuring(
    Effect.forEach(story.steps, (step, index) =>
      Effect.mapError(play(step), (wrong) => {
        const { trace, exit } = typeof wrong === "string" ? { trace: [wrong], exit: undefined } : wrong
        return new StoryFailed({ step: index + 1, line: step.line, trace, exit: exit ?? "unexpected" })
      }).pipe(Effect.tap(() => Effect.sync(() => cast.passed(step, index + 1)))),
    ),
    stage.close,
  )
})

/** Returns true if the step expects a failure. */
const expectsFailure = (expected: Expected | null): boolean =>
  expected !== null &&
  (expected.says !== undefined || expected.stopped !== undefined || expected.state !== undefined)

const awaitExpectation = Effect.fnUntraced(function* (look: {
  readonly stage: StoryRunner
  readonly step: StoryStep
  readonly expected: Expected
  readonly seen: StepObservation
  /** The seconds to wait for the expected state. */
  readonly patience: number
}) {
  const { expected, seen, stage, step } = look
  const end = (yield* Clock.currentTimeMillis) + look.patience * 1000
  while (true) {
    const differing = yield* stage.differences(expected, seen, step.network)
    if (differing.length === 0) return
    if (isUnreachable(expected, stage.getNewestState()) || (yield* Clock.currentTimeMillis) >= end)
      return yield* Effect.fail({
        trace: differing,
        exit: getActualExit(expected, seen, stage.getNewestState()),
      })
    yield* Effect.sleep(pollIntervalMs)
  }
})

/** Returns true if the payment is settled in a state other than the expected one: waiting cannot help. */
const isUnreachable = ({ state }: Expected, standing: EntryState | null): boolean =>
  state !== undefined && standing !== null && standing._tag !== state && isSettled(standing)

/** Returns the exit of a command with the same outcome. */
const getActualExit = (
  expected: Expected,
  { failure }: StepObservation,
  standing: EntryState | null,
): ExitName | undefined => {
  if (failure !== null) return getExitName(failure)
  return standing === null || standing._tag === expected.state ? undefined : exitByState[standing._tag]
}

const exitByState: Readonly<Partial<Record<EntryState["_tag"], ExitName>>> = {
  Declined: "declined",
  Cancelled: "declined",
  Reverted: "reverted",
  Replaced: "reverted",
  Expired: "reverted",
  Lost: "network",
}
