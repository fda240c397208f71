import { writeFileSync } from "node:fs"
import { text } from "node:stream/consumers"
import type { Story } from "@wmodal/mock-server"
import { Effect, Result } from "effect"
import { configError } from "../failure/CliError.ts"
import type { CommandPlan } from "../plan/CommandPlan.ts"
import type { Context } from "../session/Context.ts"
import { describeStep } from "../story/describeStep.ts"
import { formatJunit } from "../story/junit.ts"
import { openStoryWallet } from "../story/openStoryWallet.ts"
import { makeBrowser } from "../story/Page.ts"
import { playStory } from "../story/playStory.ts"
import { openStoryEffects } from "../story/StoryEffects.ts"
import { makeSiwxPage } from "../story/siwxPage.ts"
import { readTextSync } from "../terminal/readInput.ts"
import type { EngineCommand } from "./Command.ts"

/** Plays a story. The first failed step ends it and sets the exit code. */
export const runStory = (plan: Extract<CommandPlan, { _tag: "RunStory" }>, context: Context): EngineCommand =>
  Effect.gen(function* () {
    const { facts, output, terminal } = context
    const story = yield* readStoryFile(plan, facts.stdin)
    const { phone, settings, world } = yield* openStoryEffects(plan, story, context)
    const { forget, frameHost, person, wallet } = yield* openStoryWallet({ story, settings, phone, context })
    const siwx = story.siwx === null ? null : makeSiwxPage(settings, story.siwx)
    const browser = makeBrowser(settings, wallet, frameHost, siwx)
    const lines: string[] = []
    const played = yield* Effect.result(
      playStory(story, {
        browser,
        person,
        world,
        forget,
        passed: (step, number) => {
          lines.push(`ok ${number} ${describeStep(step)}`)
          output.state("step", { step: number, line: step.line, is: describeStep(step), ok: true })
        },
      }),
    )
    const failed = Result.isFailure(played) ? played.failure : null
    if (failed !== null) {
      const step = story.steps[failed.step - 1]
      lines.push(`not ok ${failed.step} ${step === undefined ? "" : describeStep(step)}`)
      lines.push(...failed.trace.map((text) => `  line ${failed.line}: ${text}`))
    }
    const report = plan.junit
    if (report !== null) {
      yield* Effect.try({
        try: () => writeFileSync(report, formatJunit(story, failed)),
        catch: () => configError(`${report} could not be written.`, "--junit <file>"),
      })
    }
    const state = yield* Effect.result(world.state())
    yield* output.result({
      state: "story",
      json: {
        story: story.title,
        seed: plan.seed ?? story.seed,
        ok: failed === null,
        steps: story.steps.length,
        failed: failed === null ? null : { step: failed.step, line: failed.line, trace: failed.trace },
        state: Result.getOrNull(state),
      },
      lines,
      drawn: async () => (await import("../views/StoryReport.tsx")).renderStoryReport(story, failed),
    })
    if (failed === null) return "ok"
    if (!terminal.draws) output.info(failed.message)
    return failed.exit
  })

const readStoryFile = Effect.fnUntraced(function* (
  { file, seed }: Extract<CommandPlan, { _tag: "RunStory" }>,
  stdin: Context["facts"]["stdin"],
) {
  const shown = file === "-" ? "stdin" : file
  const unreadable = () => configError(`${shown} could not be read.`, "wmodal run <story.yaml>")
  const content = yield* file === "-"
    ? Effect.tryPromise({ try: () => text(stdin), catch: unreadable })
    : Effect.try({ try: () => readTextSync(file), catch: unreadable })
  const { parseStory, StoryInvalid } = yield* Effect.promise(() => import("@wmodal/mock-server"))
  const story: Story = yield* Effect.try({
    try: () => parseStory(content),
    catch: (error) =>
      configError(
        `${shown} is not a valid story. ${error instanceof StoryInvalid ? error.message : ""}`.trim(),
        "See stories/story.schema.json for the format.",
      ),
  })
  return seed === null ? story : { ...story, seed }
})
