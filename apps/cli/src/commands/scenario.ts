import { readFileSync } from "node:fs"
import { text } from "node:stream/consumers"
import type { Scenario } from "@wmodal/mock-server"
import { Effect } from "effect"
import { config } from "../failure/CliError.ts"
import type { ProcessFacts } from "../terminal/Terminal.ts"

/**
 * The scenario of a file.
 * @param path `-` for stdin.
 * @param decode Throws what says the field that is wrong.
 */
export const readScenario = Effect.fnUntraced(function* (
  path: string,
  stdin: ProcessFacts["stdin"],
  decode: (value: unknown) => Scenario,
) {
  const shown = path === "-" ? "stdin" : path
  const unreadable = () => config(`${shown} could not be read.`, "--scenario <file>")
  const content = yield* path === "-"
    ? Effect.tryPromise({ try: () => text(stdin), catch: unreadable })
    : Effect.try({ try: () => readFileSync(path, "utf8"), catch: unreadable })
  const value = yield* Effect.try({
    try: (): unknown => JSON.parse(content),
    catch: () => config(`${shown} is not JSON.`, "--scenario <file>"),
  })
  return yield* Effect.try({
    try: () => decode(value),
    catch: (error) =>
      config(error instanceof Error ? error.message : "The scenario is wrong.", "--scenario <file>"),
  })
})
