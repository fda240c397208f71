import { Effect } from "effect"
import { listBranches } from "../completion/Branch.ts"
import { formatCompletionScript } from "../completion/scripts.ts"
import type { CommandPlan } from "../plan/CommandPlan.ts"
import { listCommands } from "../plan/parse.ts"
import type { Context } from "../session/Context.ts"
import type { Command } from "./Command.ts"

/** Prints a script for the shell to read. With `--json` it is a field like any other. */
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
