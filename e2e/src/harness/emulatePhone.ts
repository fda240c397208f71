import type { Page } from "playwright-core"

/** What a page opened, and when: nothing really opens. */
interface OpenedUrl {
  readonly url: string
  readonly target: string
  /** Inside a tap, where a browser lets an app be opened. */
  readonly tapped: boolean
}

declare global {
  var openings: OpenedUrl[]
}

const userAgents = {
  iphone:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
  android:
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36",
} as const

/**
 * Makes a blank page one on a phone, as far as the page can see: its user agent, its touch and its size. It is still
 * Chromium. What it opens is written down instead.
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
    // `event` of the window is not set for what happens inside a shadow root.
    let tapped = false
    addEventListener("click", () => (tapped = true), true)
    addEventListener("click", () => (tapped = false))
    globalThis.open = (url, target = "") => {
      globalThis.openings.push({ url: String(url), target, tapped })
      return null
    }
  })
}
