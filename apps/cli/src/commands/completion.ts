import { Effect } from "effect"
import { completionScript } from "../completion/scripts.ts"
import { branches } from "../completion/Tree.ts"
import type { Plan } from "../plan/Plan.ts"
import { commandTree } from "../plan/parse.ts"
import type { Context } from "../session/Context.ts"
import type { Command } from "./Command.ts"

/** Prints a script for the shell to read. With `--json` it is a field like any other. */
export const completion = (
  { shell }: Extract<Plan, { _tag: "Completion" }>,
  { facts, output, terminal }: Context,
): Command =>
  Effect.promise(async () => {
    const script = completionScript(shell, branches(commandTree()))
    if (terminal.format === "auto") facts.stdout.write(script)
    else {
      const drawn = async () =>
        (await import("../views/result.tsx")).result("Completion", [])(terminal.columns)
      await output.result({ state: "completion", json: { shell, script }, lines: [script], drawn })
    }
  })
