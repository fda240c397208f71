import { Effect } from "effect"
import { listBranches } from "../completion/Branch.ts"
import { formatCompletionScript } from "../completion/scripts.ts"
import type { CommandPlan } from "../plan/CommandPlan.ts"
import { listCommands } from "../plan/parse.ts"
import type { Context } from "../session/Context.ts"
import type { Command } from "./Command.ts"

/** Prints a completion script; with `--json` as a field. */
export const completion = (
  { shell }: Extract<CommandPlan, { _tag: "Completion" }>,
  { facts, output, terminal }: Context,
): Command =>
  Effect.promise(async () => {
    const script = formatCompletionScript(shell, listBranches(listCommands()))
    if (terminal.format === "auto") facts.stdout.write(script)
    else {
      const drawn = async () =>
        (await import("../views/renderFacts.tsx")).renderFacts("Completion", [])(terminal.columns)
      await output.result({ state: "completion", json: { shell, script }, lines: [script], drawn })
    }
  })
