import { Writable } from "node:stream"
import { Effect, Fiber } from "effect"
import fc from "fast-check"
import { Text } from "ink"
import { createElement } from "react"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { Keyboard } from "../testing/renderScreen.tsx"
import { silenceMs } from "./PromptInput.ts"
import { promptCode, promptDecision, promptLine, promptPassword, promptReview } from "./screenPrompts.tsx"

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const line = { label: "Type burn:", refusal: (text: string) => (text === "burn" ? null : "No.") }

/** Every prompt, with the keys that answer it as a user presses them. */
const prompts = {
  review: {
    ask: promptReview({ title: "Sign", origin: "wmodal", lines: [], acts: [] }),
    presses: ["y"],
    answer: "approve",
  },
  decision: {
    ask: promptDecision(() => createElement(Text, null, "Send")),
    presses: ["\u001b[C", "\r"],
    answer: "approve",
  },
  line: { ask: promptLine(line), presses: ["burn", "\r"], answer: "burn" },
  password: { ask: promptPassword("Password"), presses: ["hunter2\r"], answer: "hunter2" },
  code: {
    ask: promptCode({ email: "vera@example.com", resendAt: 0, problem: null }),
    presses: ["123456"],
    answer: { _tag: "Code", digits: "123456" },
  },
} as const

const arrive = async () => {
  for (let turn = 0; turn < 8; turn++) await new Promise((resolve) => setImmediate(resolve))
}

const pass = async (milliseconds: number) => {
  vi.advanceTimersByTime(milliseconds)
  await arrive()
}

/** Opens a prompt on a terminal of its own. */
const open = (ask: Effect.Effect<unknown>) => {
  const keyboard = new Keyboard()
  let screen = ""
  const written = new Writable({
    decodeStrings: false,
    write: (chunk: string, _encoding, done) => {
      screen += chunk
      done()
    },
  })
  const stdout = Object.assign(written, { columns: 80, rows: 24, isTTY: true })
  vi.spyOn(process, "stdin", "get").mockReturnValue(keyboard as Keyboard & NodeJS.ReadStream & { fd: 0 })
  vi.spyOn(process, "stdout", "get").mockReturnValue(stdout as typeof stdout & NodeJS.WriteStream & { fd: 1 })
  const answers: unknown[] = []
  const fiber = Effect.runFork(Effect.tap(ask, (answer) => Effect.sync(() => answers.push(answer))))
  return {
    answers,
    screen: () => screen,
    press: async (keys: string) => {
      keyboard.write(keys)
      await arrive()
    },
    close: () => Effect.runPromise(Fiber.interrupt(fiber)),
  }
}

const randomKey = fc.oneof(
  fc.constantFrom("y", "Y", "n", "r", "\r", "\n", "\t", "\u001b", "\u001b[C", "\u007f", "1", "123456"),
  fc.constantFrom("y\r", "burn\r", "hunter2\n", "\t\r", "y".repeat(50)),
  fc.string({ minLength: 1, maxLength: 4 }).filter((text) => !text.includes("\u0003")),
)

/** Typed in intervals of 0 to 699 ms, or held for a while: the same key every 30 ms. */
const pressed = fc.record({
  key: randomKey,
  interval: fc.oneof(fc.constant(30), fc.integer({ min: 0, max: silenceMs - 1 })),
  repeat: fc.oneof(fc.constant(1), fc.constant(20)),
})

describe.each(Object.entries(prompts))("the prompt for a %s", (_name, { answer, ask, presses }) => {
  it("responds to none of 300 random and held keys, and then to a pressed one", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(pressed, { minLength: 10, maxLength: 40 }), async (strokes) => {
        const { answers, close, press, screen } = open(ask)
        await arrive()
        const keys = strokes.flatMap(({ key, interval, repeat }) =>
          Array.from({ length: repeat }, () => ({ key, interval })),
        )
        for (let count = 0; count < 300; count++) {
          const { interval, key } = keys[count % keys.length] ?? { interval: 0, key: "y" }
          await press(key)
          await pass(interval)
        }
        expect(answers).toEqual([])
        expect(screen()).toContain("Keys do not count yet. Pause for a moment.")
        await pass(silenceMs)
        for (const key of presses) await press(key)
        expect(answers).toEqual([answer])
        await close()
      }),
      { numRuns: 5 },
    )
  })
})

it("responds to no key that is held from one prompt into the next", async () => {
  const { answers, close, press } = open(Effect.all([prompts.line.ask, prompts.decision.ask]))
  await pass(silenceMs)
  await press("burn")
  for (let count = 0; count < 300; count++) {
    await press("\r")
    await pass(30)
  }
  expect(answers).toEqual([])
  await pass(silenceMs)
  await press("y")
  expect(answers).toEqual([["burn", "approve"]])
  await close()
})

describe("a view that is longer than the screen", () => {
  const view = (lines: number) =>
    promptDecision(() =>
      createElement(Text, null, Array.from({ length: lines }, (_, at) => `row ${at + 1}.`).join("\n")),
    )

  it("shows page by page, and asks only below its end", async () => {
    const { answers, close, press, screen } = open(view(70))
    for (const end of [22, 44, 66]) {
      expect(screen()).toContain(`row ${end}.`)
      expect(screen()).not.toContain(`row ${end + 1}.`)
      expect(screen()).not.toContain("Approve")
      await pass(silenceMs)
      await press("y")
      expect(screen()).not.toContain(`row ${end + 1}.`)
      await press("\r")
    }
    expect(screen()).toContain("row 70.")
    await pass(silenceMs)
    await press("y")
    expect(answers).toEqual(["approve"])
    await close()
  })

  it("declines when the user leaves before its end", async () => {
    const { answers, close, press, screen } = open(view(70))
    await pass(silenceMs)
    await press("\u001b")
    await pass(200)
    expect([answers, screen().includes("row 23.")]).toEqual([["decline"], false])
    await close()
  })

  it("shows a view of a few screens at once", async () => {
    const { close, screen } = open(view(60))
    expect(screen()).toContain("row 60.")
    await close()
  })
})
