import { type EntryState, isSettled } from "@wmodal/core/flows"
import type { Expected, Step, Story } from "@wmodal/mock-server"
import type { Fetch } from "@wmodal/protocol"
import { Clock, Effect } from "effect"
import type { ExitName } from "../failure/exitCodes.ts"
import { exitOf } from "../failure/exitOf.ts"
import type { Browser } from "./Page.ts"
import type { Person } from "./Person.ts"
import { makeStage, type Seen, type Stage } from "./Stage.ts"
import { StoryFailed } from "./StoryFailed.ts"
import type { World } from "./World.ts"

/** Milliseconds between two looks. */
const pace = 100

/** Who plays. */
export interface Cast {
  readonly browser: Browser
  readonly person: Person
  readonly world: World
  /** What the secure site keeps at this device is gone. */
  readonly forget: Effect.Effect<void>
  /** Told of each step that went well. `number` is from 1. */
  readonly passed: (step: Step, number: number) => void
}

/** Plays each step and holds it against what it should leave. The first one that fails ends the story. */
export const playStory = Effect.fnUntraced(function* (
  story: Story,
  cast: Cast,
): Effect.fn.Return<void, StoryFailed, Fetch> {
  const stage = yield* Effect.mapError(
    makeStage(cast),
    (text) =>
      new StoryFailed({ step: 1, line: story.steps[0]?.line ?? 1, trace: [text], exit: "unexpected" }),
  )
  const play = Effect.fnUntraced(function* (step: Step) {
    const seen = yield* stage.act(step)
    const { failure } = seen
    if (failure !== null && !foresees(step.expect)) {
      return yield* Effect.fail({ trace: [`it failed: ${seen.says.join(" ")}`], exit: exitOf(failure) })
    }
    if (step.expect !== null)
      yield* holds({ stage, seen, step, expected: step.expect, patience: story.patience })
  })
  yield* Effect.ensuring(
    Effect.forEach(story.steps, (step, index) =>
      Effect.mapError(play(step), (wrong) => {
        const { trace, exit } = typeof wrong === "string" ? { trace: [wrong], exit: undefined } : wrong
        return new StoryFailed({ step: index + 1, line: step.line, trace, exit: exit ?? "unexpected" })
      }).pipe(Effect.tap(() => Effect.sync(() => cast.passed(step, index + 1)))),
    ),
    stage.leave,
  )
})

/** Whether a failure of the step is what the story is about. */
const foresees = (expected: Expected | null): boolean =>
  expected !== null &&
  (expected.says !== undefined || expected.stopped !== undefined || expected.state !== undefined)

const holds = Effect.fnUntraced(function* (look: {
  readonly stage: Stage
  readonly step: Step
  readonly expected: Expected
  readonly seen: Seen
  /** Seconds. */
  readonly patience: number
}) {
  const { expected, seen, stage, step } = look
  const end = (yield* Clock.currentTimeMillis) + look.patience * 1000
  while (true) {
    const differing = yield* stage.differences(expected, seen, step.network)
    if (differing.length === 0) return
    if (cannotHold(expected, stage.standing()) || (yield* Clock.currentTimeMillis) >= end)
      return yield* Effect.fail({ trace: differing, exit: exitInstead(expected, seen, stage.standing()) })
    yield* Effect.sleep(pace)
  }
})

/** Whether it has ended in another way than it should: no patience helps. */
const cannotHold = ({ state }: Expected, standing: EntryState | null): boolean =>
  state !== undefined && standing !== null && standing._tag !== state && isSettled(standing)

/** As a command ends in which the same happened. */
const exitInstead = (
  expected: Expected,
  { failure }: Seen,
  standing: EntryState | null,
): ExitName | undefined => {
  if (failure !== null) return exitOf(failure)
  return standing === null || standing._tag === expected.state ? undefined : exitsByState[standing._tag]
}

const exitsByState: Readonly<Partial<Record<EntryState["_tag"], ExitName>>> = {
  Declined: "declined",
  Cancelled: "declined",
  Reverted: "reverted",
  Replaced: "reverted",
  Expired: "reverted",
  Lost: "network",
}
