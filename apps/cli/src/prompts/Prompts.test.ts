import { expect, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { describe } from "vitest"
import { makeOutput } from "../terminal/Output.ts"
import { type Format, readTerminal } from "../terminal/Terminal.ts"
import { makeRecordedFacts } from "../testing/recordedFacts.ts"
import { makePrompts } from "./Prompts.ts"

/** Runs a request on a phone without a screen. stderr is a terminal unless `tty` says otherwise. */
const runOnPhone = Effect.fnUntraced(function* (format: Format, tty: readonly "stderr"[] = ["stderr"]) {
  const { facts, stderr, stdout } = makeRecordedFacts({ tty })
  const terminal = readTerminal(facts, format)
  const { onPhone } = makePrompts(terminal, makeOutput(facts, terminal, { debug: false }))
  const response = yield* Deferred.make<string>()
  const fiber = yield* Effect.forkChild(onPhone("Rainbow", Deferred.await(response)), {
    startImmediately: true,
  })
  return { fiber, respond: Deferred.succeed(response, "0x1"), printed: () => [stdout(), stderr()] }
})

describe("Prompts.onPhone in a pipe", () => {
  const line =
    "Rainbow: No response for a minute. Look for the request on your phone. If you cancel here, your wallet may still respond to it.\n"
  const state = '{"v":1,"state":"slow","wallet":"Rainbow"}\n'

  it.effect.each<[Format, string, string]>([
    ["auto", "", line],
    ["json", "", ""],
    ["jsonl", state, ""],
  ])("prints once that the wallet is slow after 60 s, in the format %s", ([format, stdout, stderr]) =>
    Effect.gen(function* () {
      const { fiber, printed, respond } = yield* runOnPhone(format)
      yield* TestClock.adjust("59999 millis")
      expect(printed()).toEqual(["", ""])
      yield* TestClock.adjust("1 millis")
      expect(printed()).toEqual([stdout, stderr])
      yield* TestClock.adjust("200 seconds")
      expect(printed()).toEqual([stdout, stderr])
      yield* respond
      expect(yield* Fiber.join(fiber)).toBe("0x1")
    }),
  )

  it.effect("keeps stderr free for the error when a program reads it", () =>
    Effect.gen(function* () {
      const { printed } = yield* runOnPhone("auto", [])
      yield* TestClock.adjust("2 minutes")
      expect(printed()).toEqual(["", ""])
    }),
  )

  it.effect("prints nothing after a response or an interrupt", () =>
    Effect.gen(function* () {
      const answered = yield* runOnPhone("jsonl")
      const left = yield* runOnPhone("jsonl")
      yield* TestClock.adjust("30 seconds")
      yield* answered.respond
      yield* Fiber.join(answered.fiber)
      yield* Fiber.interrupt(left.fiber)
      yield* TestClock.adjust("2 minutes")
      expect([...answered.printed(), ...left.printed()]).toEqual(["", "", "", ""])
    }),
  )
})
