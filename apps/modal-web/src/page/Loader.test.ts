import { describe, expect, it, vi } from "vitest"
import { makeLoader } from "./Loader.ts"

const setUp = () => {
  const attempts: PromiseWithResolvers<string>[] = []
  const changed = vi.fn<(state: string) => void>()
  const dispose = vi.fn<(value: string) => void>()
  const loader = makeLoader({
    load: () => {
      const attempt = Promise.withResolvers<string>()
      attempts.push(attempt)
      return attempt.promise
    },
    changed: (state) => changed(state),
    dispose,
  })
  const settle = async (index: number, outcome: "resolve" | "reject") => {
    attempts[index]?.[outcome]("engine")
    await Promise.allSettled([attempts[index]?.promise])
    await Promise.resolve()
  }
  return { attempts, changed, dispose, loader, settle }
}

describe("makeLoader", () => {
  it("loads nothing before the first request", () => {
    const { attempts } = setUp()
    expect(attempts).toHaveLength(0)
  })

  it("keeps requests while loading, in order, and loads once", async () => {
    const { attempts, loader, settle } = setUp()
    const served: string[] = []
    loader.preload()
    loader.whenLoaded((value) => served.push(`1 ${value}`), vi.fn())
    loader.whenLoaded((value) => served.push(`2 ${value}`), vi.fn())
    expect(served).toEqual([])
    await settle(0, "resolve")
    expect(served).toEqual(["1 engine", "2 engine"])
    loader.whenLoaded((value) => served.push(`3 ${value}`), vi.fn())
    expect(served).toHaveLength(3)
    expect(attempts).toHaveLength(1)
  })

  it("reports a failed load to waiting callers and loads again at the next request", async () => {
    const { changed, loader, settle } = setUp()
    const [use, giveUp] = [vi.fn(), vi.fn()]
    loader.whenLoaded(use, giveUp)
    await settle(0, "reject")
    expect(giveUp).toHaveBeenCalledTimes(1)
    expect(changed.mock.calls.flat()).toEqual(["loading", "failed"])
    loader.whenLoaded(use, giveUp)
    await settle(1, "resolve")
    expect(use).toHaveBeenCalledTimes(1)
    expect(giveUp).toHaveBeenCalledTimes(1)
  })

  it("reports no failure of a preload, because no caller is waiting", async () => {
    const { changed, loader, settle } = setUp()
    loader.preload()
    await settle(0, "reject")
    expect(changed.mock.calls.flat()).toEqual(["loading", "idle"])
  })

  it("cancels waiting requests when destroyed and disposes of a late result", async () => {
    const { changed, dispose, loader, settle } = setUp()
    const [use, giveUp] = [vi.fn(), vi.fn()]
    loader.whenLoaded(use, giveUp)
    loader.destroy()
    expect(giveUp).toHaveBeenCalledTimes(1)
    await settle(0, "resolve")
    expect(dispose).toHaveBeenCalledWith("engine")
    expect(use).not.toHaveBeenCalled()
    expect(giveUp).toHaveBeenCalledTimes(1)
    expect(changed.mock.calls.flat()).toEqual(["loading"])
    loader.preload()
    expect(changed).toHaveBeenCalledTimes(1)
  })

  it("disposes of the loaded value when destroyed", async () => {
    const { dispose, loader, settle } = setUp()
    loader.preload()
    await settle(0, "resolve")
    loader.destroy()
    expect(dispose).toHaveBeenCalledTimes(1)
  })
})
