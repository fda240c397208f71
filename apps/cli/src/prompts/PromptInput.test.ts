import { PassThrough } from "node:stream"
import fc from "fast-check"
import { expect, it } from "vitest"
import { PromptInput } from "./PromptInput.ts"

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

const open = () => {
  const keyboard = new Keyboard()
  const interrupts: string[] = []
  const input = new PromptInput(keyboard, () => interrupts.push("interrupt"))
  const read = () => {
    const chunks: string[] = []
    for (let chunk: unknown = input.read(); chunk !== null; chunk = input.read()) chunks.push(String(chunk))
    return chunks.join("")
  }
  return { keyboard, input, interrupts, read }
}

const arrive = () => new Promise((resolve) => setImmediate(resolve))

it("discards any keys that were pressed before the question, and reads those after it", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom("y", "Y", "n", "\r", "\n", "\t", "\u001b", "\u001b[C", "4293BC\r"), {
        maxLength: 200,
      }),
      fc.nat(3),
      async (keys, pause) => {
        const { keyboard, input, interrupts, read } = open()
        const [first, second] = [keys.slice(0, keys.length / 2), keys.slice(keys.length / 2)]
        for (const key of first) keyboard.write(key)
        const drained = input.drain()
        for (let turn = 0; turn < pause; turn++) await arrive()
        for (const key of second) keyboard.write(key)
        await drained
        expect(read()).toBe("")
        keyboard.write("y")
        await arrive()
        expect(read()).toBe("y")
        expect(interrupts).toEqual([])
        input.destroy()
      },
    ),
  )
})

it("discards what was pressed before the question changed", async () => {
  const { keyboard, input, read } = open()
  await input.drain()
  const changed = input.drain()
  keyboard.write("y")
  await changed
  expect(read()).toBe("")
})

it("interrupts at any time on Ctrl-C before the question", async () => {
  const { keyboard, input, interrupts, read } = open()
  keyboard.write("y\u0003")
  await input.drain()
  expect([interrupts, read()]).toEqual([["interrupt"], ""])
})

it("leaves the terminal as it was", async () => {
  const { keyboard, input } = open()
  expect(keyboard.isRaw).toBe(true)
  input.destroy()
  await arrive()
  expect([keyboard.isRaw, keyboard.listenerCount("readable")]).toEqual([false, 0])
})
