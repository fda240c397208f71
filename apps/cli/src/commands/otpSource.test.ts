import { spawnSync } from "node:child_process"
import { closeSync, mkdirSync, openSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { PassThrough } from "node:stream"
import { expect, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { describe } from "vitest"
import { makePrompts } from "../prompts/Prompts.ts"
import { readTerminal } from "../terminal/Terminal.ts"
import { makeTemporaryFolder } from "../testing/makeTemporaryFolder.ts"
import { makeRecordedFacts } from "../testing/recordedFacts.ts"
import { otpSource } from "./otpSource.ts"

const question = { email: "vera@example.com", resendAt: 0, problem: null }

const makeSource = (otpFile: string | null, stdin = new PassThrough()) => {
  const { facts } = makeRecordedFacts()
  const terminal = readTerminal(facts, "auto")
  return otpSource(otpFile, {
    facts: { ...facts, stdin: Object.assign(stdin, { isTTY: false }) },
    terminal,
    prompts: makePrompts(terminal, { info: () => {}, state: () => {} }),
  })
}

const toResponse = (digits: string) => ({ _tag: "Code", digits })

describe("otpSource", () => {
  it.effect("fails without a usable source and never repeats a code that was given as an argument", () =>
    Effect.scoped(
      Effect.gen(function* () {
        expect(yield* Effect.flip(makeSource(null))).toMatchObject({
          reason: { _tag: "Usage", message: expect.stringContaining("--otp-file") },
        })
        const typed = yield* Effect.flip(makeSource("123456"))
        expect(typed).toMatchObject({ reason: { _tag: "Usage" } })
        expect(JSON.stringify(typed)).not.toContain("123456")
        const folder = makeTemporaryFolder()
        mkdirSync(join(folder, "folder"))
        for (const path of [join(folder, "folder"), join(folder, "nowhere", "code")])
          expect(yield* Effect.flip(makeSource(path))).toMatchObject({ reason: { _tag: "Config" } })
      }),
    ),
  )

  it.effect("reads one code per line from stdin until it ends", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const stdin = new PassThrough()
        const next = yield* makeSource("-", stdin)
        stdin.write("\n123 456\r\n654321\n")
        expect(yield* next(question)).toEqual(toResponse("123456"))
        expect(yield* next(question)).toEqual(toResponse("654321"))
        stdin.end("111-111")
        expect(yield* next(question)).toEqual(toResponse("111111"))
        expect(yield* next(question)).toEqual({ _tag: "Left" })
      }),
    ),
  )

  it.effect.each(["", "\n\n"])("fails when stdin has no code at all: %j", (text) =>
    Effect.scoped(
      Effect.gen(function* () {
        const stdin = new PassThrough()
        const next = yield* makeSource("-", stdin)
        stdin.end(text)
        expect(yield* Effect.flip(next(question))).toMatchObject({
          reason: { _tag: "Usage", message: "stdin contains no email code." },
        })
      }),
    ),
  )

  it.effect("rejects other content on stdin, also when it is very long", () =>
    Effect.scoped(
      Effect.gen(function* () {
        for (const text of ["hello\n", "1".repeat(1_000_000)]) {
          const stdin = new PassThrough()
          const next = yield* makeSource("-", stdin)
          stdin.write(text)
          expect(yield* Effect.flip(next(question))).toMatchObject({ reason: { _tag: "Usage" } })
        }
      }),
    ),
  )

  it.effect("reads a code from a file once, as soon as it is there", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const path = join(makeTemporaryFolder(), "code")
        const next = yield* makeSource(path)
        const asking = yield* Effect.forkChild(next(question), { startImmediately: true })
        yield* TestClock.adjust("1 second")
        writeFileSync(path, "123")
        yield* TestClock.adjust("1 second")
        writeFileSync(path, "123456\n")
        yield* TestClock.adjust("1 second")
        expect(yield* Fiber.join(asking)).toEqual(toResponse("123456"))
        // The second prompt means that the code was wrong, and no other code follows in the file.
        expect(yield* next(question)).toEqual({ _tag: "Left" })
      }),
    ),
  )

  it.effect("waits for a new code in the file when the earlier one is wrong", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const path = join(makeTemporaryFolder(), "code")
        writeFileSync(path, "111111")
        const next = yield* makeSource(path)
        expect(yield* next(question)).toEqual(toResponse("111111"))
        const asking = yield* Effect.forkChild(next(question), { startImmediately: true })
        yield* TestClock.adjust("1 second")
        writeFileSync(path, "222222")
        yield* TestClock.adjust("1 second")
        expect(yield* Fiber.join(asking)).toEqual(toResponse("222222"))
      }),
    ),
  )

  it.effect("times out when no code arrives within its validity", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const next = yield* makeSource(join(makeTemporaryFolder(), "code"))
        const asking = yield* Effect.forkChild(Effect.flip(next(question)), { startImmediately: true })
        yield* TestClock.adjust("11 minutes")
        expect(yield* Fiber.join(asking)).toMatchObject({ reason: { _tag: "NoCode" } })
      }),
    ),
  )

  it.effect("reads the code from a named pipe without blocking the event loop", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const path = join(makeTemporaryFolder(), "pipe")
        expect(spawnSync("mkfifo", [path]).status).toBe(0)
        const next = yield* makeSource(path)
        const asking = yield* Effect.forkChild(next(question), { startImmediately: true })
        yield* TestClock.adjust("1 second")
        const writer = openSync(path, "w")
        yield* TestClock.adjust("1 second")
        writeFileSync(writer, "123456\n")
        closeSync(writer)
        yield* TestClock.adjust("1 second")
        expect(yield* Fiber.join(asking)).toEqual(toResponse("123456"))
      }),
    ),
  )
})
