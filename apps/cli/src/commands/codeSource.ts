import { closeSync, constants, fstatSync, openSync, readSync, statSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { Clock, Effect, type Scope } from "effect"
import { CliError, config, usage } from "../failure/CliError.ts"
import type { CodeAnswer, CodeQuestion } from "../prompts/Prompts.ts"
import type { Context } from "../session/Context.ts"

/** Where the codes of mails come from. Each call gives the next one. */
export type CodeSource = (question: CodeQuestion) => Effect.Effect<CodeAnswer, CliError>

const left: CodeAnswer = { _tag: "Left" }
const code = (digits: string): CodeAnswer => ({ _tag: "Code", digits })

/** As people write it down. `null`: it is none, or none yet. */
const codeIn = (text: string): string | null => {
  const digits = text.replace(/[\s-]/g, "")
  return /^\d{6}$/.test(digits) ? digits : null
}

/**
 * The person at the prompt, unless a file was named. Before any mail is sent it fails where no code could ever come.
 * @param otpFile `-` for stdin
 */
export const codeSource = Effect.fnUntraced(function* (
  otpFile: string | null,
  { facts, prompts, terminal }: Pick<Context, "facts" | "prompts" | "terminal">,
): Effect.fn.Return<CodeSource, CliError, Scope.Scope> {
  if (otpFile === null) {
    return terminal.asks
      ? prompts.code
      : yield* usage(
          "Nobody is here to type the code of the mail: --otp-file.",
          "--otp-file <file>, - for stdin",
        )
  }
  if (/^\d{6}$/.test(otpFile))
    return yield* usage(
      "A command line can be read by others.",
      "--otp-file names a file with the code, - is stdin.",
    )
  return otpFile === "-" ? fromStdin(facts.stdin) : yield* fromFile(resolve(otpFile))
})

/** More than any line with a code has. */
const longest = 100

/** A line each, for as long as there are any: whoever writes them hears of a wrong one. */
const fromStdin = (stdin: Context["facts"]["stdin"]): CodeSource => {
  const lines = linesOf(stdin)
  return () =>
    Effect.gen(function* () {
      const line = yield* Effect.tryPromise({
        try: () => lines.next(),
        catch: () => config("stdin could not be read."),
      })
      if (line.done === true) return left
      const digits = codeIn(line.value)
      return digits === null
        ? yield* usage("What came on stdin is no code of six digits.", "A line each.")
        : code(digits)
    })
}

async function* linesOf(stdin: Context["facts"]["stdin"]): AsyncGenerator<string, void> {
  let text = ""
  for await (const chunk of stdin) {
    text += `${chunk}`
    const lines = text.split("\n")
    text = lines.pop() ?? ""
    for (const line of lines) if (line.trim() !== "") yield line
    if (text.length > longest) break
  }
  if (text.trim() !== "") yield text
}

/** Milliseconds: a code is good for that long. */
const patience = 600_000
const pause = "100 millis"

/**
 * It is read when the code is asked for, and as soon as there is one. What stood there before may be of an earlier mail:
 * where it is wrong, another one is waited for.
 */
const fromFile = Effect.fnUntraced(function* (path: string) {
  yield* reachable(path)
  const reader = yield* Effect.acquireRelease(
    Effect.sync(() => readerOf(path)),
    ({ close }) => Effect.sync(close),
  )
  const before = reader.read()
  let tried: string | null = null
  const source: CodeSource = () =>
    Effect.gen(function* () {
      if (tried !== null && tried !== codeIn(before)) return left
      const until = (yield* Clock.currentTimeMillis) + patience
      while ((yield* Clock.currentTimeMillis) < until) {
        const digits = codeIn(reader.read())
        if (digits !== null && digits !== tried) {
          tried = digits
          return code(digits)
        }
        yield* Effect.sleep(pause)
      }
      return yield* new CliError({ reason: { _tag: "NoCode", from: path } })
    })
  return source
})

/** Fails where there can be none: before a mail is sent in vain. */
const reachable = (path: string) =>
  Effect.try({
    try: () => {
      if (!statSync(dirname(path)).isDirectory()) throw new Error("no folder")
      const found = statSync(path, { throwIfNoEntry: false })
      if (found?.isDirectory() === true) throw new Error("a folder")
      // Whatever is there must be readable.
      if (found !== undefined) closeSync(openSync(path, flags))
    },
    catch: () => config(`The file ${path} could not be read.`, "--otp-file <file>, - for stdin"),
  })

// A pipe that nobody has written to yet must not hold up the process.
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/** Reads what is there now; of a pipe, what has come since. */
const readerOf = (path: string) => {
  let pipe: number | null = null
  let come = ""
  const open = () => {
    const file = openSync(path, flags)
    // Whoever writes to a pipe must not find it closed between two looks.
    if (!fstatSync(file).isFile()) pipe = file
    return file
  }
  return {
    read: (): string => {
      try {
        const file = pipe ?? open()
        try {
          const bytes = Buffer.alloc(longest)
          const text = bytes.toString("utf8", 0, readSync(file, bytes))
          if (pipe === null) return text
          come = `${come}${text}`.slice(-longest)
          return come
        } finally {
          if (pipe === null) closeSync(file)
        }
      } catch {
        // It is not there yet.
        return come
      }
    },
    close: () => {
      if (pipe !== null) closeSync(pipe)
    },
  }
}
