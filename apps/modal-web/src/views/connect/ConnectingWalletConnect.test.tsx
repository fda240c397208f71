import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { linksMadeAt } from "../../gallery/phoneScenes.ts"
import { getTexts, renderScene } from "../../gallery/renderScene.tsx"
import { getScene, type SceneName } from "../../gallery/scenes.ts"
import { ConnectingWalletConnect } from "./ConnectingWalletConnect.tsx"
import { demoLinks } from "./demoLinks.ts"
import { PairingMethod } from "./PairingMethod.tsx"

const markup = (scene: SceneName) => {
  const view = getScene(scene).history.at(-1)
  return renderScene(
    scene,
    <ConnectingWalletConnect wallet={view?._tag === "ConnectingWalletConnect" ? view.wallet : null} />,
  )
}
const words = (scene: SceneName) => getTexts(markup(scene))

describe("ConnectingWalletConnect", () => {
  beforeEach(() => {
    // Other files may have loaded the scenes minutes ago.
    vi.useFakeTimers({ now: linksMadeAt })
  })
  afterEach(() => {
    demoLinks.current = null
    vi.useRealTimers()
  })

  it.each([
    ["phone-declined", "Rainbow did not connect", "Connection declined", "Try again"],
    ["phone-declined-any", "No wallet connected", "Connection declined", "Try again"],
    ["phone-expired", "No wallet connected", "Request expired", "Show a new code"],
    ["phone-unreachable", "No wallet connected", "Relay unavailable", "Try again"],
    ["phone-refused-origin", "No wallet connected", "Invalid App Configuration", "Choose another wallet"],
    ["phone-refused-time", "No wallet connected", "Session Expired", "Try again"],
    ["phone-refused-project", "No wallet connected", "Invalid Project ID", "Choose another wallet"],
    ["phone-not-loaded", "No wallet connected", "Something did not load", "Try again"],
    ["phone-malformed", "No wallet connected", "Your wallet returned an invalid response", "Try again"],
    [
      "phone-no-relay",
      "WalletConnectConnector not found",
      "WalletConnectConnector not found",
      "Choose another wallet",
    ],
    ["phone-not-detected", "Rainbow was not detected", "Rainbow was not detected", "Get Rainbow"],
  ] as const)("shows a text and one next action: %s", (scene, title, text, action) => {
    const shown = words(scene)
    expect(shown).toEqual(expect.arrayContaining([title, text]))
    expect(shown.at(-1)).toBe(action)
    expect(markup(scene).match(/class="button"/g)).toHaveLength(1)
  })

  it("does not repeat a failure that the alert above every view shows", () => {
    expect(words("phone-refused-alert")).toEqual(["No wallet connected", "Choose another wallet"])
  })

  it("shows a code for any wallet, its remaining time, its link and help for users without a wallet", () => {
    expect(words("phone-code")).toEqual([
      "Copy link",
      "No wallet yet?",
      "New code in",
      expect.stringMatching(/^3:\d\d$/),
      "· waiting for your wallet",
      "The code is ready. Scan it with your phone.",
    ])
    expect(markup("phone-code")).toContain(
      'role="img" aria-label="QR code to scan with a wallet on your phone"',
    )
  })

  it("reports that a code is the last one", () => {
    expect(words("phone-code-ends")).toContain("This code expires in")
  })

  it.each(["phone-code-slow", "phone-code-wallet-slow"] as const)(
    "names the clock of the device when no wallet answers for a minute: %s",
    (scene) => {
      const hint = "Does your wallet say the code has expired? Check the date and time of this device."
      expect(words(scene).filter((text) => text === hint)).toHaveLength(2)
      expect(words("phone-code")).not.toContain(hint)
    },
  )

  it("names the clock of the device when every code has expired", () => {
    expect(words("phone-expired").join(" ")).toContain(
      "If your wallet called it expired at once, check the date and time of this device.",
    )
  })

  it("keeps every space while the code is made, and offers only actions that work", () => {
    expect(words("phone-making")).toEqual(["Copy link", "No wallet yet?", "Creating code", "Creating code"])
    expect(markup("phone-making").match(/<button/g)).toHaveLength(1)
    expect(markup("phone-making")).not.toContain('role="img"')
  })

  it("shows progress before the request has begun, because the view sends it", () => {
    expect(
      getTexts(
        renderScene("phone-code", <ConnectingWalletConnect wallet={null} />, { states: {}, link: null }),
      ),
    ).toContain("Creating code")
  })

  it("offers each way to reach the wallet when there are several", () => {
    const tabs = (scene: SceneName) => markup(scene).match(/role="tab"/g)?.length ?? 0
    expect(words("phone-tabs").slice(0, 3)).toEqual(["Mobile", "Web app", "Desktop"])
    expect(words("phone-open-tabs").slice(0, 2)).toEqual(["Mobile", "Web app"])
    expect([tabs("phone-tabs"), tabs("phone-open-tabs"), tabs("phone-open"), tabs("phone-code")]).toEqual([
      3, 2, 0, 0,
    ])
  })

  it("opens an app on a phone instead of showing a code, and can always be cancelled", () => {
    expect(words("phone-open")).toEqual([
      "Open Rainbow to continue",
      "Approve the connection in Rainbow, then come back here.",
      "Open",
      "Cancel",
      "Copy link",
      "No Rainbow yet?",
    ])
    expect(words("phone-open-making")).toContain("Creating link…")
    expect(markup("phone-open-making")).toContain('aria-disabled="true"')
    expect(words("phone-open-slow")).toContain(
      "Still waiting for Rainbow. Look for its request, or open it again.",
    )
  })

  it("reports that a web wallet opens in a tab", () => {
    expect(markup("phone-webapp")).toContain('aria-label="Open Rainbow in a new tab"')
    expect(words("phone-desktop")).toContain("Open Rainbow to continue")
  })

  it("reports that it has connected, and that the request has ended", () => {
    const way = { wallet: null, platform: "qrcode", namespace: undefined } as const
    const over = (phase: "Stopped" | "Connected") =>
      getTexts(renderScene("phone-code", <PairingMethod {...way} phase={{ _tag: phase, name: "Rainbow" }} />))
    expect(over("Connected")).toEqual(["Connected to Rainbow"])
    expect(over("Stopped").at(-1)).toBe("Show a new code")
  })

  it("shows nothing below the code except the demo's links", () => {
    expect(markup("phone-code")).not.toContain("<a ")
    demoLinks.current = {
      text: "Open the demo phone",
      hrefFor: (uri) => `/phone#uri=${encodeURIComponent(uri)}`,
    }
    expect(markup("phone-code")).toContain('href="/phone#uri=wc%3A')
    expect(words("phone-code")).toContain("Open the demo phone")
    expect(words("phone-making")).not.toContain("Open the demo phone")
  })
})
