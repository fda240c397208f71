import type { Page } from "playwright-core"

/** A URL that a page tried to open, with the time. No app opens. */
interface OpenedUrl {
  readonly url: string
  readonly target: string
  /** Set inside a tap, where a browser allows opening an app. */
  readonly tapped: boolean
}

declare global {
  var openings: OpenedUrl[]
}

const userAgents = {
  iphone:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
  ipad: "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Safari/605.1.15",
  iosChrome:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1",
  androidWebView:
    "Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36",
  android:
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36",
} as const

/**
 * Makes a blank page emulate a phone: user agent, touch and size. It is still Chromium; URLs of apps are recorded
 * instead of opened.
 */
export const emulatePhone = (kind: keyof typeof userAgents) => async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  await session.send("Emulation.setUserAgentOverride", { userAgent: userAgents[kind] })
  await session.send("Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: 5 })
  await session.send("Emulation.setDeviceMetricsOverride", {
    width: 390,
    height: 800,
    deviceScaleFactor: 1,
    mobile: true,
  })
  await page.addInitScript(() => {
    globalThis.openings = []
    // `window.event` is not set for events inside a shadow root.
    let tapped = false
    addEventListener("click", () => (tapped = true), true)
    addEventListener("click", () => (tapped = false))
    globalThis.open = (url, target = "") => {
      globalThis.openings.push({ url: String(url), target, tapped })
      return null
    }
  })
}
