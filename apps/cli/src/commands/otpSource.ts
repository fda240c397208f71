import { closeSync, constants, fstatSync, openSync, readSync, statSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { Clock, Effect, type Scope } from "effect"
import { CliError, configError, usageError } from "../failure/CliError.ts"
import type { CodePrompt, CodeResponse } from "../prompts/Prompts.ts"
import type { Context } from "../session/Context.ts"

/** A source of email codes. Each call returns the next one. */
export type OtpSource = (question: CodePrompt) => Effect.Effect<CodeResponse, CliError>

const cancelledResponse: CodeResponse = { _tag: "Left" }
const toCodeResponse = (digits: string): CodeResponse => ({ _tag: "Code", digits })

/** Parses a code with separators as people write it. `null` when the text is not (yet) a code. */
const parseOtp = (text: string): string | null => {
  const digits = text.replace(/[\s-]/g, "")
  return /^\d{6}$/.test(digits) ? digits : null
}

/**
 * Returns the prompt, or the named file. Fails before an email is sent when no code could be read.
 * @param otpFile `-` for stdin
 */
export const otpSource = Effect.fnUntraced(function* (
  otpFile: string | null,
  { facts, prompts, terminal }: Pick<Context, "facts" | "prompts" | "terminal">,
): Effect.fn.Return<OtpSource, CliError, Scope.Scope> {
  if (otpFile === null) {
    return terminal.asks
      ? prompts.code
      : yield* usageError(
          "Cannot ask for the email code: not a terminal. Pass --otp-file.",
          "--otp-file <file>, - for stdin",
        )
  }
  if (/^\d{6}$/.test(otpFile))
    return yield* usageError(
      "Do not pass the code on the command line; other processes can read it.",
      "Use --otp-file <file>, or - for stdin.",
    )
  return otpFile === "-" ? readOtpFromStdin(facts.stdin) : yield* readOtpFromFile(resolve(otpFile))
})

/** The limit of a line with a code. */
const maxLineBytes = 100

/** Reads one code per line until stdin ends. A wrong code is reported before the next one is read. */
const readOtpFromStdin = (stdin: Context["facts"]["stdin"]): OtpSource => {
  const lines = iterateLines(stdin)
  let isFirst = true
  return () =>
    Effect.gen(function* () {
      const line = yield* Effect.tryPromise({
        try: () => lines.next(),
        catch: () => configError("stdin could not be read."),
      })
      if (line.done === true)
        return isFirst
          ? yield* usageError("stdin contains no email code.", "One code per line.")
          : cancelledResponse
      isFirst = false
      const digits = parseOtp(line.value)
      return digits === null
        ? yield* usageError("stdin does not contain a six-digit code.", "One code per line.")
        : toCodeResponse(digits)
    })
}

async function* iterateLines(stdin: Context["facts"]["stdin"]): AsyncGenerator<string, void> {
  let text = ""
  for await (const chunk of stdin) {
    text += `${chunk}`
    const lines = text.split("\n")
    text = lines.pop() ?? ""
    for (const line of lines) if (line.trim() !== "") yield line
    if (text.length > maxLineBytes) break
  }
  if (text.trim() !== "") yield text
}

/** Milliseconds: the validity of a code. */
const otpFileTimeoutMs = 600_000
const otpFilePollInterval = "100 millis"

/**
 * Polls the file from the prompt on. The first content may be of an earlier email: when that code is wrong, it waits
 * for another one.
 */
const readOtpFromFile = Effect.fnUntraced(function* (path: string) {
  yield* requireReachableFile(path)
  const reader = yield* Effect.acquireRelease(
    Effect.sync(() => openReader(path)),
    ({ close }) => Effect.sync(close),
  )
  const before = reader.read()
  let tried: string | null = null
  const source: OtpSource = () =>
    Effect.gen(function* () {
      if (tried !== null && tried !== parseOtp(before)) return cancelledResponse
      const until = (yield* Clock.currentTimeMillis) + otpFileTimeoutMs
      while ((yield* Clock.currentTimeMillis) < until) {
        const digits = parseOtp(reader.read())
        if (digits !== null && digits !== tried) {
          tried = digits
          return toCodeResponse(digits)
        }
        yield* Effect.sleep(otpFilePollInterval)
      }
      return yield* new CliError({ reason: { _tag: "NoCode", from: path } })
    })
  return source
})

/** Fails before an email is sent when the file can never be read. */
const requireReachableFile = (path: string) =>
  Effect.try({
    try: () => {
      if (!statSync(dirname(path)).isDirectory()) throw new Error("no folder")
      const found = statSync(path, { throwIfNoEntry: false })
      if (found?.isDirectory() === true) throw new Error("a folder")
      // An existing file must be readable.
      if (found !== undefined) closeSync(openSync(path, openFlags))
    },
    catch: () => configError(`The file ${path} could not be read.`, "--otp-file <file>, - for stdin"),
  })

// Opening a pipe without a writer must not block the process.
const openFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/** Reads the current content; of a pipe, the new bytes. */
const openReader = (path: string) => {
  let pipe: number | null = null
  let come = ""
  const open = () => {
    const file = openSync(path, openFlags)
    // A pipe stays open between two reads, because its writer would fail otherwise.
    if (!fstatSync(file).isFile()) pipe = file
    return file
  }
  return {
    read: (): string => {
      try {
        const file = pipe ?? open()
        try {
          const bytes = Buffer.alloc(maxLineBytes)
          const text = bytes.toString("utf8", 0, readSync(file, bytes))
          if (pipe === null) return text
          come = `${come}${text}`.slice(-maxLineBytes)
          return come
        } finally {
          if (pipe === null) closeSync(file)
        }
      } catch {
        // The file does not exist yet.
        return come
      }
    },
    close: () => {
      if (pipe !== null) closeSync(pipe)
    },
  }
}
