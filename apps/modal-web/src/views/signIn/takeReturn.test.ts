import { Effect } from "effect"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { makeFakeEngine } from "../../gallery/fakeEngine.ts"
import { getScene } from "../../gallery/scenes.ts"
import { takeReturn } from "./takeReturn.ts"

const here = "https://shop.example/cart?item=1"
const result = `result_uri=${encodeURIComponent("https://secure.example/result?code=1")}`
const kept = new Map<string, string>()
const replaceState = vi.fn<(state: unknown, title: string, url: URL) => void>()
const done = vi.fn<(...what: readonly unknown[]) => void>()
const device = { os: "ios", tapOnly: true, telegram: true, framed: false } as const

/** Starts on a page with this address, with the wallet of the scene connected. */
const startAt = async (href: string) => {
  vi.stubGlobal("location", { href })
  const engine = await Effect.runPromise(
    makeFakeEngine({
      ...getScene("account"),
      socials: ["x"],
      signIn: { state: { _tag: "Idle" }, user: null },
    }),
  )
  const signIn = Effect.map(engine.signIn, (flow) => ({
    ...flow,
    withSocial: (provider: string) => Effect.sync(() => done("sign in", provider)),
  }))
  const router = {
    ...engine.router,
    open: (view: unknown) => Effect.sync(() => done("open", view)),
  }
  return takeReturn({ ...engine, router, signIn }, { device })
}

beforeEach(() => {
  kept.clear()
  vi.stubGlobal("history", { state: null, replaceState })
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => kept.delete(key),
  })
})
afterEach(() => {
  replaceState.mockReset()
  done.mockReset()
  vi.unstubAllGlobals()
})

describe("takeReturn", () => {
  it("hands a separated window's result over and draws nothing when a wallet is connected", async () => {
    const heard = new Promise((resolve) => {
      const channel = new BroadcastChannel("@wmodal/social/7")
      channel.addEventListener("message", ({ data }) => {
        channel.close()
        resolve(data)
      })
    })
    await Effect.runPromise(await startAt(`${here}&${result}&wmodal_return=7`))
    expect(await heard).toBe("https://secure.example/result?code=1")
    expect(replaceState.mock.calls[0]?.[2].href).toBe(here)
    expect(done).not.toHaveBeenCalled()
  })

  it("removes the result from the address before anything runs, and goes on with this tab's sign-in", async () => {
    kept.set("@wmodal/social", "x")
    const goOn = await startAt(`${here}&${result}`)
    expect(replaceState.mock.calls[0]?.[2].href).toBe(here)
    expect(done).not.toHaveBeenCalled()
    await Effect.runPromise(goOn)
    expect(done.mock.calls).toEqual([
      ["open", { _tag: "Connect" }],
      ["sign in", "x"],
    ])
  })

  it("opens nothing when no sign-in began in this tab", async () => {
    await Effect.runPromise(await startAt(`${here}&${result}`))
    expect(replaceState).toHaveBeenCalledOnce()
    expect(done).not.toHaveBeenCalled()
  })
})
