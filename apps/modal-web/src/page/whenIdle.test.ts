import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { isConnectionSaving, whenIdle } from "./whenIdle.ts"

afterEach(() => vi.unstubAllGlobals())

describe("whenIdle", () => {
  let idle: (() => void)[]
  beforeEach(() => {
    idle = []
    vi.stubGlobal("requestIdleCallback", (run: () => void) => idle.push(run))
  })

  it("waits for the page to load, then for an idle moment", () => {
    const page = { readyState: "interactive" }
    const events = new EventTarget()
    vi.stubGlobal("document", page)
    vi.stubGlobal("addEventListener", events.addEventListener.bind(events))
    const run = vi.fn()
    whenIdle(run)
    expect(idle).toEqual([])
    page.readyState = "complete"
    events.dispatchEvent(new Event("load"))
    expect(run).not.toHaveBeenCalled()
    for (const go of idle) go()
    expect(run).toHaveBeenCalledExactlyOnceWith()
  })

  it("waits a moment in a browser without idle callbacks", () => {
    vi.useFakeTimers()
    vi.stubGlobal("requestIdleCallback", undefined)
    vi.stubGlobal("document", { readyState: "complete" })
    const run = vi.fn()
    whenIdle(run)
    vi.advanceTimersByTime(199)
    expect(run).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(run).toHaveBeenCalledTimes(1)
    vi.useRealTimers()
  })
})

describe("isConnectionSaving", () => {
  it.each([
    [undefined, false],
    [{}, false],
    [{ effectiveType: "4g" }, false],
    [{ effectiveType: "3g" }, true],
    [{ effectiveType: "slow-2g" }, true],
    [{ effectiveType: "4g", saveData: true }, true],
  ])("returns, for the connection %j, %j", (connection, saves) => {
    expect(isConnectionSaving(connection === undefined ? {} : { connection })).toBe(saves)
  })
})
