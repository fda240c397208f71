import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { createWModal } from "./createWModal.ts"
import { getPageModal } from "./instances.ts"
import type { WModalState } from "./WModal.ts"

const made: { destroy: () => void }[] = []
const make = (options: unknown, readFirstState: Parameters<typeof createWModal>[1] = () => null) => {
  // A page without types passes anything, and this test covers that.
  const modal = createWModal(options as Parameters<typeof createWModal>[0], readFirstState)
  made.push(modal)
  return modal
}

afterEach(() => {
  for (const modal of made.splice(0)) modal.destroy()
  vi.unstubAllGlobals()
})

describe("createWModal", () => {
  it.each([undefined, null, 7, "x", [], {}, { chains: 3 }, { themeMode: "pink" }])(
    "never throws for any options: %j",
    (options) => {
      expect(make(options).getState()).toMatchObject({ engine: "idle", open: false, status: "disconnected" })
    },
  )

  it("loads nothing before the first use", () => {
    const load = vi.fn(() => Promise.reject(new Error("not now")))
    make({ projectId: "p", networks: [], chains: [{ namespace: "eip155", load }] })
    expect(load).not.toHaveBeenCalled()
  })

  it("notifies subscribers of changes until they unsubscribe", () => {
    const modal = make({})
    const listener = vi.fn()
    const leave = modal.subscribe(listener)
    modal.setThemeMode("dark")
    leave()
    modal.setThemeMode("light")
    expect(listener).toHaveBeenCalledTimes(1)
    expect(modal.getState().theme.mode).toBe("light")
  })

  it("binds the page's elements to the oldest living instance", () => {
    const [first, second] = [make({}), make({})]
    expect(getPageModal()).toBe(first)
    first.destroy()
    expect(getPageModal()).toBe(second)
    second.destroy()
    expect(getPageModal()).toBeNull()
  })

  it("does nothing after destroy and reports that", async () => {
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

  it("settles pending calls when it is destroyed before the engine has loaded", async () => {
    const load = vi.fn(() => new Promise<never>(() => {}))
    const modal = make({ projectId: "p", networks: [], chains: [{ namespace: "eip155", load }] })
    const outcomes = Promise.all([modal.switchNetwork("eip155:1"), modal.disconnect()])
    modal.destroy()
    const refused = { ok: false, error: expect.objectContaining({ tag: "Destroyed" }) }
    expect(await outcomes).toEqual([refused, refused])
  })

  it("isolates other listeners from one that throws", () => {
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

  describe("createWModal for a returning visitor", () => {
    const chain = { namespace: "eip155", load: () => new Promise<never>(() => {}) }
    const options = { projectId: "p", networks: [], chains: [chain] }
    const account = { address: "0x1" }

    beforeEach(() => {
      vi.stubGlobal("document", { URL: "http://localhost/" })
    })

    it("has the account of the last visit at once and loads the engine", () => {
      const read = vi.fn(() => ({ status: "connecting", account }) as Partial<WModalState>)
      const modal = make({ ...options, cookie: true }, read)
      expect(read).toHaveBeenCalledExactlyOnceWith(true, [])
      expect(modal.getState()).toMatchObject({ status: "connecting", account, engine: "loading" })
    })

    it("keeps a first visitor's state as the initial state, which a server renders", () => {
      const modal = make(options, () => ({ status: "connecting" }))
      expect(modal.getInitialState()).toMatchObject({ status: "disconnected", engine: "idle", account: null })
      expect(modal.getInitialState()).toBe(modal.getInitialState())
    })

    it("gets the account later when the code that reads it is a chunk", async () => {
      const late = make(options, async () => ({ status: "connecting" }))
      expect(late.getState().status).toBe("disconnected")
      await vi.waitFor(() => expect(late.getState().status).toBe("connecting"))
    })
  })

  it("reads nothing of a last visit on a server", () => {
    const read = vi.fn(() => null)
    make({}, read)
    expect(read).not.toHaveBeenCalled()
  })
})

describe("preloadWhenIdle", () => {
  const load = vi.fn(() => new Promise<never>(() => {}))
  const options = { projectId: "p", networks: [], chains: [{ namespace: "eip155", load }] }
  const idle: (() => void)[] = []
  beforeEach(() => {
    load.mockClear()
    idle.length = 0
    vi.stubGlobal("document", { URL: "http://localhost/", readyState: "complete" })
    vi.stubGlobal("navigator", {})
    vi.stubGlobal("requestIdleCallback", (run: () => void) => idle.push(run))
  })
  const passIdle = () => {
    for (const run of idle.splice(0)) run()
  }

  it("loads once the page is idle", () => {
    const modal = make(options)
    modal.preloadWhenIdle()
    expect(load).not.toHaveBeenCalled()
    passIdle()
    expect(load).toHaveBeenCalledTimes(1)
    expect(modal.getState().engine).toBe("loading")
  })

  it.each([
    ["the option preload is intent", { ...options, preload: "intent" }, {}],
    ["the user saves data", options, { connection: { saveData: true } }],
  ])("loads nothing when %s", (_, given, navigator) => {
    vi.stubGlobal("navigator", navigator)
    const modal = make(given)
    modal.preloadWhenIdle()
    passIdle()
    expect(load).not.toHaveBeenCalled()
    modal.preload()
    expect(load).toHaveBeenCalledTimes(1)
  })

  it("loads nothing after destroy", () => {
    const modal = make(options)
    modal.preloadWhenIdle()
    modal.destroy()
    passIdle()
    expect(load).not.toHaveBeenCalled()
  })
})
