import { describe, expect, it } from "vitest"
import type { FakeEngineState } from "../../gallery/fakeEngine.ts"
import { getTexts, renderScene } from "../../gallery/renderScene.tsx"
import type { SceneName } from "../../gallery/scenes.ts"
import { Connect } from "./Connect.tsx"

const words = (scene: SceneName) => getTexts(renderScene(scene, <Connect />))

describe("Connect", () => {
  it("labels wallets as installed, ready and recent, in the engine's order", () => {
    expect(words("connect").slice(0, 8)).toEqual([
      "P",
      "Phantom",
      "Installed",
      "Recent",
      "MetaMask",
      "Installed",
      "Ready",
      "R",
    ])
  })

  it("labels a wallet that is not installed", () => {
    expect(words("connect").slice(-5)).toEqual([
      "C",
      "Coinbase Wallet",
      "Not installed",
      "All wallets",
      "Wallets found: 5",
    ])
  })

  it("labels no wallet as not installed while that is unknown, and offers a retry", () => {
    const shown = words("connect-failed")
    expect(shown.slice(0, 3)).toEqual([
      "Something did not load",
      "Check your connection. Nothing was sent.",
      "Try again",
    ])
    expect(shown).toContain("MetaMask")
    expect(shown).not.toContain("Coinbase Wallet")
    const looking = getTexts(renderScene("connect", <Connect />, { discovery: "looking" }))
    expect(looking).toContain("Coinbase Wallet")
    expect(looking).not.toContain("Not installed")
  })

  it("says in the row of all wallets that the list could not be loaded", () => {
    const shown = getTexts(renderScene("connect", <Connect />, { count: "failed" }))
    expect(shown.slice(-3)).toEqual(["All wallets", "Not loaded", "Wallets found: 5"])
  })

  it("shows the wallets alone behind one row where the page collapses them", () => {
    // Sign-in is lazy: only the wallets are in this markup.
    expect(words("sign-in-collapsed")).not.toContain("MetaMask")
    const list = getTexts(renderScene("sign-in-collapsed", <Connect only={["wallet"]} />))
    expect(list).toContain("MetaMask")
    expect(list).toContain("All wallets")
  })

  it("shows the wallets at once where there is no other way, even if the page collapses them", () => {
    const alone = { features: { collapseWallets: true } }
    expect(getTexts(renderScene("connect", <Connect />, alone))).toContain("MetaMask")
  })

  it("shows the QR code row, the phone apps and the link to all wallets", () => {
    expect(words("connect-elsewhere").slice(-7)).toEqual([
      "WalletConnect",
      "Scan with your phone",
      "Rainbow",
      "On your phone",
      "All wallets",
      "480+",
      "Wallets found: 3",
    ])
    expect(words("connect-elsewhere-few").slice(-3)).toEqual(["All wallets", "7", "Wallets found: 2"])
  })

  it("hides the apps of phones without a relay, and the link to all wallets unless the page enables it", () => {
    const without = (over: Partial<FakeEngineState>) =>
      getTexts(renderScene("connect-elsewhere", <Connect />, over))
    expect(without({ relay: false })).not.toContain("On your phone")
    expect(without({ relay: false })).toEqual(
      expect.arrayContaining(["Rainbow", "Not installed", "All wallets"]),
    )
    expect(without({ features: { allWallets: false } })).not.toContain("All wallets")
    expect(without({ features: { allWallets: "mobile" } })).not.toContain("All wallets")
    expect(words("connect-link-making")).toContain("All wallets")
  })

  it("disables an app until its link is ready, because it must open inside the tap", () => {
    const waiting = renderScene("connect-link-making", <Connect />)
    expect(waiting.match(/class="row skeleton" aria-disabled="true"/g)).toHaveLength(2)
    expect(renderScene("connect-link-making", <Connect />, { preparing: false })).not.toContain(
      "aria-disabled",
    )
  })

  it("keeps the space of the rows while wallets are searched", () => {
    expect(renderScene("connect-loading", <Connect />)).toContain('aria-label="Finding wallets"')
  })

  it("shows a wallet of several chains once, and only wallets that support the requested chain", () => {
    const shown = words("connect-chains")
    expect(shown.filter((word) => word === "Phantom")).toHaveLength(1)
    const forSolana = getTexts(renderScene("connect-chains", <Connect namespace="solana" />))
    expect(forSolana).toEqual(expect.arrayContaining(["Phantom", "MetaMask", "Wallets found: 2"]))
    expect(forSolana).not.toContain("Xverse")
  })

  it("keeps the space of sign-in, before the wallets or after them", () => {
    const order = (scene: SceneName) =>
      [...renderScene(scene, <Connect />).matchAll(/min-block-size:(\d+)px|>(All wallets)</g)].map(
        ([, height, wallets]) => wallets ?? height,
      )
    expect(order("sign-in")).toEqual(["80", "120", "All wallets"])
    expect(order("sign-in-wallet-first")).toEqual(["All wallets", "80", "120"])
    expect(order("sign-in-social-between")).toEqual(["120", "All wallets", "80"])
    expect(order("sign-in-email-alone")).toEqual(["80", "All wallets"])
    expect(order("connect-elsewhere")).toEqual(["All wallets"])
  })

  it("hides sign-in for a chain that it does not support", () => {
    const markup = renderScene("sign-in", <Connect namespace="bip122" />)
    expect(markup).not.toContain("min-block-size")
  })
})
