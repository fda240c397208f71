import { Cause, Effect, Exit, Fiber, Result } from "effect"
import { commandOf } from "./commands/commandOf.ts"
import { type ExitName, exitCodes } from "./failure/exitCodes.ts"
import { exitOf, type Failure } from "./failure/exitOf.ts"
import { type Report, reportText } from "./failure/Report.ts"
import { aboutOf, reportOf } from "./failure/reportOf.ts"
import type { Plan, Shared } from "./plan/Plan.ts"
import { makePrompts } from "./prompts/Prompts.ts"
import type { Aftermath, Context } from "./session/Context.ts"
import { openSessionFile } from "./session/SessionFile.ts"
import { openStateFolder, statePath } from "./state/StateFolder.ts"
import { makeOutput } from "./terminal/Output.ts"
import { type ProcessFacts, readTerminal } from "./terminal/Terminal.ts"

const contextOf = (shared: Shared, facts: ProcessFacts): Context => {
  const terminal = readTerminal(facts, shared.format)
  const folder = openStateFolder(statePath(facts.env))
  return {
    shared,
    facts,
    terminal,
    output: makeOutput(facts, terminal, shared),
    prompts: makePrompts(terminal),
    folder,
    session: openSessionFile(folder),
    aftermath: makeAftermath(),
  }
}

const makeAftermath = (): Aftermath => {
  let left: Report | null = null
  return {
    set: (report) => {
      left = report
    },
    report: () => left,
  }
}

const unexpected: Report = {
  code: "unexpected",
  message: "Something unexpected happened.",
  hint: "Run it again with --debug to see what.",
  retryable: false,
}

const spends: ReadonlySet<Plan["_tag"]> = new Set<Plan["_tag"]>(["Send", "SendBatch", "Swap", "Raise"])

const interrupted = ({ _tag }: Plan): Report => ({
  code: "interrupted",
  message: spends.has(_tag) ? "Interrupted; nothing was sent." : "Interrupted.",
  hint: null,
  retryable: true,
})

const verdictOf = (
  plan: Plan,
  exit: Exit.Exit<ExitName | void, Failure>,
  { aftermath }: Context,
): { exit: ExitName; report: Report | null } => {
  if (Exit.isSuccess(exit)) return { exit: exit.value ?? "ok", report: null }
  const failure = Cause.findError(exit.cause)
  if (Result.isSuccess(failure)) {
    return { exit: exitOf(failure.success), report: reportOf(failure.success, aboutOf(plan)) }
  }
  if (!Cause.hasInterruptsOnly(exit.cause)) return { exit: "unexpected", report: unexpected }
  // Being ended is how a server is done.
  return plan._tag === "Mock"
    ? { exit: "ok", report: null }
    : { exit: "interrupted", report: aftermath.report() ?? interrupted(plan) }
}

/** Runs one command to its end. Nothing is left open: Node ends by itself. @returns the exit code. */
export const run = async (plan: Plan, shared: Shared, facts: ProcessFacts): Promise<number> => {
  const context = contextOf(shared, facts)
  const { output, terminal } = context
  const fiber = Effect.runFork(Effect.scoped(Effect.flatten(Effect.promise(() => commandOf(plan, context)))))
  // Not `once`: Ink's own listener re-raises the signal when it finds itself alone.
  const end = () => void Effect.runFork(Fiber.interrupt(fiber))
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, end)
  const exit = await Effect.runPromise(Fiber.await(fiber))
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.off(signal, end)

  const verdict = verdictOf(plan, exit, context)
  if (Exit.isFailure(exit)) output.debug(Cause.pretty(exit.cause))
  if (verdict.report !== null) {
    output.state("error", { ...verdict.report })
    facts.stderr.write(reportText(verdict.report, terminal))
  }
  // A prompt that was interrupted, or a pipe that nobody closes, must not keep the process.
  facts.stdin.destroy()
  return exitCodes[verdict.exit]
}
