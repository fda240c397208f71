import { Effect, SubscriptionRef } from "effect"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import type { Binding } from "../../binding/EngineContext.tsx"
import { makeFakeEngine } from "../../gallery/fakeEngine.ts"
import { everywhere } from "../../gallery/phoneScenes.ts"
import { type SceneName, sceneOf } from "../../gallery/scenes.ts"
import { openInTap, openWalletApp, wasOpened } from "./openWalletApp.ts"

const bindingOf = (scene: SceneName): Binding => {
  const held = sceneOf(scene)
  return {
    engine: Effect.runSync(makeFakeEngine(held)),
    run: () => {},
    place: held.place,
    frame: () => Promise.reject(),
  }
}

describe("openInTap", () => {
  const open = vi.fn()
  beforeEach(() => {
    vi.stubGlobal("window", { open })
  })
  afterEach(() => {
    open.mockReset()
    vi.unstubAllGlobals()
  })

  it("opens the app of a phone at once, in a way that tells it nothing of this page", () => {
    const binding = bindingOf("phone-open")
    openInTap(binding, everywhere)
    expect(open.mock.calls).toEqual([
      [expect.stringMatching(/^rainbow:\/\/wc\?uri=wc%3A/), "_self", "noopener,noreferrer"],
    ])
    expect(wasOpened(binding.engine, everywhere)).toBe(true)
  })

  it("opens nothing where no link is there yet, nor what a computer would open", () => {
    openInTap(bindingOf("phone-open-making"), everywhere)
    openInTap(bindingOf("phone-code"), everywhere)
    expect(open).not.toHaveBeenCalled()
  })

  it("opens nothing by a link that is over, which a page that wakes up may still have", () => {
    const binding = bindingOf("phone-open")
    const { link } = binding.engine.pairing
    for (const left of [-3_600_000, 0, 9_000]) {
      Effect.runSync(SubscriptionRef.set(link, { uri: "wc:2@2", expiresAt: Date.now() + left }))
      openInTap(binding, everywhere)
    }
    expect(open).not.toHaveBeenCalled()
  })

  it("counts as opened for one wallet and one link alone", () => {
    const binding = bindingOf("phone-open")
    openWalletApp(binding, everywhere, "mobile")
    expect(wasOpened(binding.engine, { ...everywhere, id: "another" })).toBe(false)
    Effect.runSync(SubscriptionRef.set(binding.engine.pairing.link, { uri: "wc:2@2", expiresAt: 0 }))
    expect(wasOpened(binding.engine, everywhere)).toBe(false)
  })
})
