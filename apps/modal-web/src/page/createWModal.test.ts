import { afterEach, describe, expect, it, vi } from "vitest"
import { createWModal } from "./createWModal.ts"
import { pageModal } from "./instances.ts"

const made: { destroy: () => void }[] = []
const make = (options: unknown) => {
  // A page without types passes anything: that is what is tried here.
  const modal = createWModal(options as Parameters<typeof createWModal>[0])
  made.push(modal)
  return modal
}

afterEach(() => {
  for (const modal of made.splice(0)) modal.destroy()
  vi.unstubAllGlobals()
})

describe("createWModal", () => {
  it.each([undefined, null, 7, "x", [], {}, { chains: 3 }, { themeMode: "pink" }])(
    "never throws, whatever it gets: %j",
    (options) => {
      expect(make(options).getState()).toMatchObject({ engine: "idle", open: false, status: "disconnected" })
    },
  )

  it("loads nothing before somebody wants it", () => {
    const load = vi.fn(() => Promise.reject(new Error("not now")))
    make({ projectId: "p", networks: [], chains: [{ namespace: "eip155", load }] })
    expect(load).not.toHaveBeenCalled()
  })

  it("tells subscribers what changes, until they leave", () => {
    const modal = make({})
    const listener = vi.fn()
    const leave = modal.subscribe(listener)
    modal.setThemeMode("dark")
    leave()
    modal.setThemeMode("light")
    expect(listener).toHaveBeenCalledTimes(1)
    expect(modal.getState().theme.mode).toBe("light")
  })

  it("keeps the page's elements with the oldest living instance", () => {
    const [first, second] = [make({}), make({})]
    expect(pageModal()).toBe(first)
    first.destroy()
    expect(pageModal()).toBe(second)
    second.destroy()
    expect(pageModal()).toBeNull()
  })

  it("does nothing any more once destroyed, and says so", async () => {
    const modal = make({})
    const listener = vi.fn()
    modal.subscribe(listener)
    modal.destroy()
    expect(listener).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ engine: "destroyed", account: null, status: "disconnected" }),
    )
    listener.mockClear()
    modal.open()
    modal.preload()
    modal.setThemeMode("dark")
    expect(listener).not.toHaveBeenCalled()
    expect(await modal.switchNetwork("eip155:1")).toMatchObject({ ok: false, error: { tag: "Destroyed" } })
  })

  it("answers whoever still waits for the engine when it is destroyed", async () => {
    const load = vi.fn(() => new Promise<never>(() => {}))
    const modal = make({ projectId: "p", networks: [], chains: [{ namespace: "eip155", load }] })
    const outcomes = Promise.all([modal.switchNetwork("eip155:1"), modal.disconnect()])
    modal.destroy()
    const refused = { ok: false, error: expect.objectContaining({ tag: "Destroyed" }) }
    expect(await outcomes).toEqual([refused, refused])
  })

  it("keeps a listener that throws from the others", () => {
    const reported = vi.fn()
    vi.stubGlobal("reportError", reported)
    const modal = make({})
    const listener = vi.fn()
    modal.subscribe(() => {
      throw new Error("the page's own mistake")
    })
    modal.subscribe(listener)
    modal.setThemeMode("dark")
    expect(listener).toHaveBeenCalledTimes(1)
    expect(reported).toHaveBeenCalledTimes(1)
  })
})
