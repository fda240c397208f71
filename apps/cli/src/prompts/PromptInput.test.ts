import { PassThrough } from "node:stream"
import fc from "fast-check"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { PromptInput, silenceMs } from "./PromptInput.ts"

/** A terminal that a test types on. */
class Keyboard extends PassThrough {
  isRaw = false
  setRawMode(isRaw: boolean) {
    this.isRaw = isRaw
    return this
  }
  ref() {
    return this
  }
  unref() {
    return this
  }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }))
afterEach(() => void vi.useRealTimers())

const arrive = () => new Promise((resolve) => setImmediate(resolve))

const open = (takesText = false) => {
  const keyboard = new Keyboard()
  const events: string[] = []
  const input = new PromptInput(keyboard, {
    onInterrupt: () => events.push("interrupt"),
    onReady: (isReady) => events.push(isReady ? "ready" : "guarded"),
    takesText,
  })
  const read = () => {
    const chunks: string[] = []
    for (let chunk: unknown = input.read(); chunk !== null; chunk = input.read()) chunks.push(String(chunk))
    return chunks.join("")
  }
  const type = async (keys: string) => {
    keyboard.write(keys)
    await arrive()
  }
  /** Lets time pass, and everything arrive that was typed until then. */
  const pass = async (milliseconds: number) => {
    vi.advanceTimersByTime(milliseconds)
    for (let turn = 0; turn < 10; turn++) await arrive()
  }
  return { keyboard, input, events, read, type, pass }
}

it("takes the first key after 700 ms of silence that follow the draw", async () => {
  const { events, input, pass, read, type } = open()
  await type("y")
  input.guard()
  await pass(silenceMs - 1)
  expect(events).toEqual([])
  await pass(1)
  expect([events, read()]).toEqual([["ready"], ""])
  await type("y")
  expect(read()).toBe("y")
})

it("discards any keys in intervals below 700 ms, however many, and restarts the silence with each", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          keys: fc.constantFrom("y", "Y", "n", "\r", "\n", "\t", "\u001b", "\u001b[C", "y\r", "4293BC\r"),
          delay: fc.integer({ min: 0, max: silenceMs - 1 }),
        }),
        { maxLength: 60 },
      ),
      fc.boolean(),
      async (presses, takesText) => {
        const { events, input, pass, read, type } = open(takesText)
        input.guard()
        for (const { delay, keys } of presses) {
          await pass(delay)
          await type(keys)
        }
        await pass(silenceMs - 1)
        expect([events, read()]).toEqual([[], ""])
        await pass(1)
        expect([events, read()]).toEqual([["ready"], ""])
        input.destroy()
      },
    ),
    { numRuns: 40 },
  )
})

it("discards keys of a time in which the program was too busy to read them", async () => {
  const { events, input, keyboard, pass, read } = open()
  input.guard()
  // The timers of a blocked event loop precede what was typed in the meantime.
  vi.advanceTimersByTime(silenceMs)
  keyboard.write("y")
  await pass(0)
  await pass(silenceMs - 1)
  expect([events, read()]).toEqual([[], ""])
  await pass(1)
  expect(events).toEqual(["ready"])
})

it("discards what was pressed before the question changed, and waits again", async () => {
  const { events, input, pass, read, type } = open()
  input.guard()
  await pass(silenceMs)
  input.guard()
  await type("y")
  await pass(silenceMs)
  expect([events, read()]).toEqual([["ready", "guarded", "ready"], ""])
})

it.each(["y\r", "yy", "\u001b[C\r", "\t\r", "\u007fy"])(
  "waits again after the keys %j, which arrive at once and are no press",
  async (keys) => {
    const { events, input, pass, read, type } = open()
    input.guard()
    await pass(silenceMs)
    await type(keys)
    expect([events, read()]).toEqual([["ready", "guarded"], ""])
  },
)

it.each(["y", "\r", "\u001b", "\u001b[C", "\u001bOC", "\u001b[1;5C", "€"])(
  "takes the key %j",
  async (key) => {
    const { input, pass, read, type } = open()
    input.guard()
    await pass(silenceMs)
    await type(key)
    expect(read()).toBe(key)
  },
)

it("takes pasted text where a text is required", async () => {
  const { input, pass, read, type } = open(true)
  input.guard()
  await pass(silenceMs)
  await type("4293BC\r")
  expect(read()).toBe("4293BC\r")
})

it("interrupts at any time on Ctrl-C before keys count", async () => {
  const { events, input, pass, read, type } = open()
  await type("y\u0003")
  input.guard()
  await type("\u0003")
  await pass(silenceMs)
  await type("yy\u0003")
  expect(events.filter((event) => event === "interrupt")).toHaveLength(3)
  expect(read()).toBe("")
})

it("leaves the terminal as it was", async () => {
  const { events, input, keyboard, pass } = open()
  expect(keyboard.isRaw).toBe(true)
  input.guard()
  input.destroy()
  await pass(silenceMs)
  expect([keyboard.isRaw, keyboard.listenerCount("readable"), events]).toEqual([false, 0, []])
})
