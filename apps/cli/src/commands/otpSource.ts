import { closeSync, constants, fstatSync, openSync, readSync, statSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { Clock, Effect, type Scope } from "effect"
import { CliError, configError, usageError } from "../failure/CliError.ts"
import type { CodePrompt, CodeResponse } from "../prompts/Prompts.ts"
import type { Context } from "../session/Context.ts"

/** Where the codes of mails come from. Each call gives the next one. */
export type OtpSource = (question: CodePrompt) => Effect.Effect<CodeResponse, CliError>

const cancelledResponse: CodeResponse = { _tag: "Left" }
const toCodeResponse = (digits: string): CodeResponse => ({ _tag: "Code", digits })

/** As people write it down. `null`: it is none, or none yet. */
const parseOtp = (text: string): string | null => {
  const digits = text.replace(/[\s-]/g, "")
  return /^\d{6}$/.test(digits) ? digits : null
}

/**
 * The person at the prompt, unless a file was named. Before any mail is sent it fails where no code could ever come.
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

/** More than any line with a code has. */
const maxLineBytes = 100

/** A line each, for as long as there are any: whoever writes them hears of a wrong one. */
const readOtpFromStdin = (stdin: Context["facts"]["stdin"]): OtpSource => {
  const lines = iterateLines(stdin)
  return () =>
    Effect.gen(function* () {
      const line = yield* Effect.tryPromise({
        try: () => lines.next(),
        catch: () => configError("stdin could not be read."),
      })
      if (line.done === true) return cancelledResponse
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

/** Milliseconds: a code is good for that long. */
const otpFileTimeoutMs = 600_000
const otpFilePollInterval = "100 millis"

/**
 * It is read when the code is asked for, and as soon as there is one. What stood there before may be of an earlier mail:
 * where it is wrong, another one is waited for.
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

/** Fails where there can be none: before a mail is sent in vain. */
const requireReachableFile = (path: string) =>
  Effect.try({
    try: () => {
      if (!statSync(dirname(path)).isDirectory()) throw new Error("no folder")
      const found = statSync(path, { throwIfNoEntry: false })
      if (found?.isDirectory() === true) throw new Error("a folder")
      // Whatever is there must be readable.
      if (found !== undefined) closeSync(openSync(path, openFlags))
    },
    catch: () => configError(`The file ${path} could not be read.`, "--otp-file <file>, - for stdin"),
  })

// A pipe that nobody has written to yet must not hold up the process.
const openFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/** Reads what is there now; of a pipe, what has come since. */
const openReader = (path: string) => {
  let pipe: number | null = null
  let come = ""
  const open = () => {
    const file = openSync(path, openFlags)
    // Whoever writes to a pipe must not find it closed between two looks.
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
        // It is not there yet.
        return come
      }
    },
    close: () => {
      if (pipe !== null) closeSync(pipe)
    },
  }
}
