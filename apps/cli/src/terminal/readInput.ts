import { readFileSync } from "node:fs"
import { text } from "node:stream/consumers"
import { Effect } from "effect"
import { configError, usageError } from "../failure/CliError.ts"
import type { ProcessFacts } from "./Terminal.ts"

/** Fails for a text without content: an empty pipe or file is a mistake of what made it, not the text that is meant. */
const requireContent = (text: string, from: string) =>
  text.trim() === ""
    ? Effect.fail(usageError(`${from} is empty.`, "Check the command or the file that provides it."))
    : Effect.succeed(text)

/** Reads all of stdin, which must have content. Removes the line break that `echo` appends. */
export const readStdin = ({ facts }: { readonly facts: Pick<ProcessFacts, "stdin"> }) =>
  Effect.tryPromise({
    try: () => text(facts.stdin),
    catch: () => configError("stdin could not be read."),
  }).pipe(
    Effect.flatMap((content) => requireContent(content, "stdin")),
    Effect.map((content) => content.replace(/\r?\n$/, "")),
  )

/** Reads a file, which must have content. */
export const readFile = (path: string) =>
  Effect.flatMap(
    Effect.try({
      try: () => readFileSync(path, "utf8"),
      catch: () => configError(`${path} could not be read.`),
    }),
    (content) => requireContent(content, path),
  )
