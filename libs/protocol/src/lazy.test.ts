import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { awaitLazy } from "./awaitLazy.ts"
import { type LazyState, lazy } from "./lazy.ts"

/** A late part whose loads are settled by the test. */
const makePart = () => {
  const loads: PromiseWithResolvers<string>[] = []
  const states: LazyState[] = []
  const causes: unknown[] = []
  const part = lazy(
    () => {
      const load = Promise.withResolvers<string>()
      loads.push(load)
      return load.promise
    },
    (state, cause) => {
      states.push(state)
      if (cause !== undefined) causes.push(cause)
    },
  )
  return { part, loads, states, causes }
}

/** Runs all callbacks of settled promises. */
const settle = () => new Promise((resolve) => setTimeout(resolve))

describe("lazy", () => {
  it("loads nothing before the first call", () => {
    const { part, loads, states } = makePart()
    expect(part.now()).toBeNull()
    expect(loads).toEqual([])
    expect(states).toEqual([])
  })

  it("shares one load between concurrent and later calls", async () => {
    const { part, loads, states } = makePart()
    part.preload()
    const both = Promise.all([part.get(), part.get()])
    expect(part.get()).toBe(part.get())
    expect(part.now()).toBeNull()
    loads[0]?.resolve("code")
    expect(await both).toEqual(["code", "code"])
    expect(await part.get()).toBe("code")
    part.preload()
    expect(part.now()).toBe("code")
    expect(loads).toHaveLength(1)
    expect(states).toEqual(["loading", "ready"])
  })

  it("has the value when it reports `loaded`", async () => {
    const seen: unknown[] = []
    const part = lazy(
      async () => "code",
      () => {
        seen.push(part.now())
      },
    )
    await part.get()
    expect(seen).toEqual([null, "code"])
  })

  it("fails each waiting call and loads again on the next one", async () => {
    const { part, loads, states, causes } = makePart()
    const offline = new Error("offline")
    const both = Promise.allSettled([part.get(), part.get()])
    loads[0]?.reject(offline)
    expect(await both).toEqual([
      { status: "rejected", reason: offline },
      { status: "rejected", reason: offline },
    ])
    expect(part.now()).toBeNull()
    expect(causes).toEqual([offline])
    const again = part.get()
    loads[1]?.resolve("code")
    expect(await again).toBe("code")
    expect(states).toEqual(["loading", "failed", "loading", "ready"])
  })

  it("returns to `idle` when only a preload fails, and loads again on the next call", async () => {
    const { part, loads, states } = makePart()
    part.preload()
    loads[0]?.reject(new Error("offline"))
    await settle()
    expect(states).toEqual(["loading", "idle"])
    part.preload()
    loads[1]?.resolve("code")
    await settle()
    expect(part.now()).toBe("code")
  })

  it("reports `failed` when a call waits for a preload that fails", async () => {
    const { part, loads, states } = makePart()
    part.preload()
    const waiting = part.get()
    loads[0]?.reject(new Error("offline"))
    await expect(waiting).rejects.toThrow("offline")
    part.preload()
    loads[1]?.reject(new Error("offline"))
    await settle()
    expect(states).toEqual(["loading", "failed", "loading", "idle"])
  })
})

describe("awaitLazy", () => {
  it("succeeds at once with a loaded value", async () => {
    const part = lazy(async () => "code")
    const value = awaitLazy(part, () => "not loaded")
    expect(await Effect.runPromise(value)).toBe("code")
    expect(Effect.runSync(value)).toBe("code")
  })

  it("fails with the error made from the cause, and loads again when it is run again", async () => {
    const { part, loads } = makePart()
    const value = awaitLazy(part, (cause) => ({ cause }))
    const offline = new Error("offline")
    const first = Effect.runPromise(Effect.flip(value))
    loads[0]?.reject(offline)
    expect(await first).toEqual({ cause: offline })
    const second = Effect.runPromise(value)
    loads[1]?.resolve("code")
    expect(await second).toBe("code")
  })
})
