import { describe, expect, it } from "vitest"
import { forgetFailures, lazyChunk } from "./lazyChunk.tsx"

const offline = new Error("offline")

/** A chunk whose first loads fail. */
const makeChunk = (failures: number) => {
  let loads = 0
  const chunk = lazyChunk(async () => {
    loads += 1
    if (loads <= failures) throw offline
    return "module"
  })
  const messages: unknown[] = []
  chunk.subscribe(() => messages.push(chunk.loadingMessage()))
  /** Returns what a render would return or throw. */
  const render = (): unknown => {
    try {
      return chunk.read()
    } catch (thrown) {
      return thrown
    }
  }
  return { chunk, messages, render, loads: () => loads }
}

describe("lazyChunk", () => {
  it("suspends renders by one promise until the module is loaded", async () => {
    const { chunk, loads, messages, render } = makeChunk(0)
    const suspended = render()
    expect(suspended).toBeInstanceOf(Promise)
    expect(render()).toBe(suspended)
    expect(chunk.loadingMessage()).toBe("shell.loading")
    await suspended
    expect(render()).toBe("module")
    expect(chunk.now()).toBe("module")
    expect(messages.at(-1)).toBeNull()
    expect(loads()).toBe(1)
  })

  it("stays failed for all renders, and loads again once failures are forgotten", async () => {
    const { chunk, loads, render } = makeChunk(1)
    await expect(render()).rejects.toBe(offline)
    expect([render(), render()]).toEqual([offline, offline])
    expect(chunk.loadingMessage()).toBe("shell.failed")
    expect(loads()).toBe(1)
    forgetFailures()
    expect(chunk.loadingMessage()).toBe("shell.loading")
    await render()
    expect(render()).toBe("module")
  })

  it("loads again after a failed prefetch", async () => {
    const { chunk, render } = makeChunk(1)
    chunk.prefetch()
    await new Promise((resolve) => setTimeout(resolve))
    expect(chunk.loadingMessage()).toBe("shell.loading")
    await render()
    expect(render()).toBe("module")
  })

  it("keeps a module that a prefetch loaded after a failure", async () => {
    const { chunk, render } = makeChunk(1)
    await expect(render()).rejects.toBe(offline)
    chunk.prefetch()
    await render()
    forgetFailures()
    expect(chunk.loadingMessage()).toBeNull()
    expect(render()).toBe("module")
  })
})
