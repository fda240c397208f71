import { Cause, Effect, Exit, Fiber, Result } from "effect"
import { loadCommand } from "./commands/loadCommand.ts"
import { type ExitName, exitCodes } from "./failure/exitCodes.ts"
import { type Failure, getExitName } from "./failure/exitName.ts"
import { formatReport, type Report } from "./failure/Report.ts"
import { getFailureContext, toReport } from "./failure/toReport.ts"
import type { CommandPlan, SharedOptions } from "./plan/CommandPlan.ts"
import { makePrompts } from "./prompts/Prompts.ts"
import type { Context, InterruptReport } from "./session/Context.ts"
import { openSessionFile } from "./session/SessionFile.ts"
import { openStateFolder, statePath } from "./state/StateFolder.ts"
import { makeOutput } from "./terminal/Output.ts"
import { type ProcessFacts, readTerminal } from "./terminal/Terminal.ts"

const makeContext = (shared: SharedOptions, facts: ProcessFacts): Context => {
  const terminal = readTerminal(facts, shared.format)
  const folder = openStateFolder(statePath(facts.env))
  const output = makeOutput(facts, terminal, shared)
  return {
    shared,
    facts,
    terminal,
    output,
    prompts: makePrompts(terminal, output),
    folder,
    session: openSessionFile(folder),
    interruptReport: makeInterruptReport(),
  }
}

const makeInterruptReport = (): InterruptReport => {
  let left: Report | null = null
  return {
    set: (report) => {
      left = report
    },
    report: () => left,
  }
}

const unexpectedReport: Report = {
  code: "unexpected",
  message: "An unexpected error occurred.",
  hint: "Run it again with --debug for details.",
  retryable: false,
}

const spendingCommands: ReadonlySet<CommandPlan["_tag"]> = new Set<CommandPlan["_tag"]>([
  "Send",
  "SendBatch",
  "Swap",
  "Raise",
])

const toInterruptedReport = ({ _tag }: CommandPlan): Report => ({
  code: "interrupted",
  message: spendingCommands.has(_tag) ? "Interrupted; nothing was sent." : "Interrupted.",
  hint: null,
  retryable: true,
})

const toVerdict = (
  plan: CommandPlan,
  exit: Exit.Exit<ExitName | void, Failure>,
  { interruptReport }: Context,
): { exit: ExitName; report: Report | null } => {
  if (Exit.isSuccess(exit)) return { exit: exit.value ?? "ok", report: null }
  const failure = Cause.findError(exit.cause)
  if (Result.isSuccess(failure)) {
    return { exit: getExitName(failure.success), report: toReport(failure.success, getFailureContext(plan)) }
  }
  if (!Cause.hasInterruptsOnly(exit.cause)) return { exit: "unexpected", report: unexpectedReport }
  // A server ends normally by an interrupt.
  return plan._tag === "Mock"
    ? { exit: "ok", report: null }
    : { exit: "interrupted", report: interruptReport.report() ?? toInterruptedReport(plan) }
}

/** Runs one command and closes everything, so that Node exits by itself. Returns the exit code. */
export const run = async (plan: CommandPlan, shared: SharedOptions, facts: ProcessFacts): Promise<number> => {
  const context = makeContext(shared, facts)
  const { output, terminal } = context
  const fiber = Effect.runFork(
    Effect.scoped(Effect.flatten(Effect.promise(() => loadCommand(plan, context)))),
  )
  // Not `once`: Ink's own listener re-raises the signal when it finds itself alone.
  const end = () => void Effect.runFork(Fiber.interrupt(fiber))
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, end)
  const exit = await Effect.runPromise(Fiber.await(fiber))
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.off(signal, end)

  const verdict = toVerdict(plan, exit, context)
  if (Exit.isFailure(exit)) output.debug(Cause.pretty(exit.cause))
  if (verdict.report !== null) {
    output.state("error", { ...verdict.report })
    facts.stderr.write(formatReport(verdict.report, terminal))
  }
  // An interrupted prompt or a pipe that stays open must not keep the process alive.
  facts.stdin.destroy()
  return exitCodes[verdict.exit]
}
