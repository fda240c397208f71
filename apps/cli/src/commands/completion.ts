import { Effect } from "effect"
import { listBranches } from "../completion/Branch.ts"
import { formatCompletionScript } from "../completion/scripts.ts"
import type { CommandPlan } from "../plan/CommandPlan.ts"
import { listCommands } from "../plan/parse.ts"
import type { Context } from "../session/Context.ts"
import { drawFacts } from "../views/drawFacts.ts"
import type { Command } from "./Command.ts"

/** Prints a completion script; with `--json` as a field. */
export const completion = (
  { shell }: Extract<CommandPlan, { _tag: "Completion" }>,
  { facts, output, terminal }: Context,
): Command =>
  Effect.suspend(() => {
    const script = formatCompletionScript(shell, listBranches(listCommands()))
    return terminal.format === "auto"
      ? Effect.sync(() => void facts.stdout.write(script))
      : output.result({
          state: "completion",
          json: { shell, script },
          lines: [script],
          drawn: drawFacts("Completion", []),
        })
  })
