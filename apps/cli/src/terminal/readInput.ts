import { readFileSync } from "node:fs"
import { text } from "node:stream/consumers"
import { Effect } from "effect"
import { configError } from "../failure/CliError.ts"
import type { ProcessFacts } from "./Terminal.ts"

/** Reads all of stdin. Removes the line break that `echo` appends. */
export const readStdin = ({ facts }: { readonly facts: Pick<ProcessFacts, "stdin"> }) =>
  Effect.map(
    Effect.tryPromise({ try: () => text(facts.stdin), catch: () => configError("stdin could not be read.") }),
    (content) => content.replace(/\r?\n$/, ""),
  )

export const readFile = (path: string) =>
  Effect.try({
    try: () => readFileSync(path, "utf8"),
    catch: () => configError(`${path} could not be read.`),
  })
