import { SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import type { Binding } from "../../binding/EngineContext.tsx"
import { makeFakeEngine } from "../../gallery/fakeEngine.ts"
import { everywhere } from "../../gallery/phoneScenes.ts"
import { getScene, type SceneName } from "../../gallery/scenes.ts"
import { openAppInTap, openWalletApp, toAppTarget, wasOpened } from "./openWalletApp.ts"

const device = { os: "ios", tapOnly: true, telegram: false, framed: false } as const

const links = { mobile: "rainbow://", desktop: "rainbow-desktop://", webapp: "https://app.rainbow.example" }

const wallet = { name: "Rainbow", links }

const where = {
  wallet,
  platform: "mobile",
  uri: "wc:1@2?symKey=a",
  namespace: "eip155",
  page: "https://shop.example/cart",
  mobile: true,
  device,
} as const

describe("toAppTarget", () => {
  it("returns each app of a wallet with the link in it, and the target to remember without it", () => {
    expect(toAppTarget(where)).toEqual({
      redirect: "rainbow://wc?uri=wc%3A1%402%3FsymKey%3Da",
      href: "rainbow://",
      target: "_self",
      browses: false,
    })
    expect(toAppTarget({ ...where, platform: "webapp" })).toMatchObject({
      redirect: "https://app.rainbow.example/wc?uri=wc%3A1%402%3FsymKey%3Da",
      target: "_blank",
    })
  })

  it("returns null before there is a link, and for unsafe targets", () => {
    expect(toAppTarget({ ...where, uri: null })).toBeNull()
    expect(toAppTarget({ ...where, wallet: { ...wallet, links: { ...links, mobile: null } } })).toBeNull()
    expect(
      toAppTarget({ ...where, wallet: { ...wallet, links: { ...links, mobile: "javascript:alert(1)" } } }),
    ).toBeNull()
  })

  it("returns this page's address for wallets that do not pair by a link on Solana", () => {
    const phantom = { ...where, wallet: { ...wallet, name: "Phantom" }, uri: null }
    expect(toAppTarget({ ...phantom, namespace: "solana" })).toMatchObject({
      redirect:
        "https://phantom.app/ul/browse/https%3A%2F%2Fshop.example%2Fcart?ref=https%3A%2F%2Fshop.example",
      browses: true,
    })
    expect(toAppTarget(phantom)).toBeNull()
  })
})

const makeBinding = (scene: SceneName): Binding => {
  const held = getScene(scene)
  return {
    engine: Effect.runSync(makeFakeEngine(held)),
    run: () => {},
    keepsInput: true,
    place: held.place,
    frame: () => Promise.reject(),
  }
}

describe("openAppInTap", () => {
  const open = vi.fn()
  beforeEach(() => {
    vi.stubGlobal("window", { open })
  })
  afterEach(() => {
    open.mockReset()
    vi.unstubAllGlobals()
  })

  it("opens a phone's app at once, without a referrer", () => {
    const binding = makeBinding("phone-open")
    openAppInTap(binding, everywhere)
    expect(open.mock.calls).toEqual([
      [expect.stringMatching(/^rainbow:\/\/wc\?uri=wc%3A/), "_self", "noopener,noreferrer"],
    ])
    expect(wasOpened(binding.engine, everywhere)).toBe(true)
  })

  it("opens nothing without a link, nor a desktop target", () => {
    openAppInTap(makeBinding("phone-open-making"), everywhere)
    openAppInTap(makeBinding("phone-code"), everywhere)
    expect(open).not.toHaveBeenCalled()
  })

  it("opens nothing with an expired link, which a page may still have after sleep", () => {
    const binding = makeBinding("phone-open")
    const { link } = binding.engine.pairing
    for (const left of [-3_600_000, 0, 9_000]) {
      Effect.runSync(SubscriptionRef.set(link, { uri: "wc:2@2", expiresAt: Date.now() + left }))
      openAppInTap(binding, everywhere)
    }
    expect(open).not.toHaveBeenCalled()
  })

  it("counts as opened for one wallet and one link only", () => {
    const binding = makeBinding("phone-open")
    openWalletApp(binding, everywhere, "mobile")
    expect(wasOpened(binding.engine, { ...everywhere, id: "another" })).toBe(false)
    Effect.runSync(SubscriptionRef.set(binding.engine.pairing.link, { uri: "wc:2@2", expiresAt: 0 }))
    expect(wasOpened(binding.engine, everywhere)).toBe(false)
  })
})
