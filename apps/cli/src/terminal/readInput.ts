import { readFileSync } from "node:fs"
import { buffer } from "node:stream/consumers"
import { Effect } from "effect"
import { configError, usageError } from "../failure/CliError.ts"
import type { ProcessFacts } from "./Terminal.ts"

/**
 * Decodes a text. Fails for one without content: an empty pipe or file is a mistake of what made it. Fails for other
 * bytes than UTF-8: with replacement characters, something else would be signed than was passed.
 */
const decodeInput = (bytes: Uint8Array, from: string) =>
  Effect.try({
    try: () => new TextDecoder("utf-8", { fatal: true }).decode(bytes),
    catch: () =>
      usageError(`${from} is not UTF-8 text.`, "Save the text as UTF-8. Bytes cannot be read here."),
  }).pipe(
    Effect.filterOrFail(
      (text) => text.trim() !== "",
      () => usageError(`${from} is empty.`, "Check the command or the file that provides it."),
    ),
  )

/** Reads all of stdin, which must have content. Removes the line break that `echo` appends. */
export const readStdin = ({ facts }: { readonly facts: Pick<ProcessFacts, "stdin"> }) =>
  Effect.tryPromise({
    try: () => buffer(facts.stdin),
    catch: () => configError("stdin could not be read."),
  }).pipe(
    Effect.flatMap((bytes) => decodeInput(bytes, "stdin")),
    Effect.map((content) => content.replace(/\r?\n$/, "")),
  )

/** Reads a file, which must have content. */
export const readFile = (path: string) =>
  Effect.flatMap(
    Effect.try({
      try: () => readFileSync(path),
      catch: () => configError(`${path} could not be read.`),
    }),
    (bytes) => decodeInput(bytes, path),
  )

/**
 * Reads a text file without the byte order mark that editors on Windows put first. Throws when it cannot be read.
 */
export const readTextSync = (path: string): string => new TextDecoder().decode(readFileSync(path))
