import { describe, expect, it } from "vitest"
import { type DeviceTraits, parseDevice } from "./parseDevice.ts"

const computer = { touchPoints: 0, touchAlone: false } as const
const touch = { touchPoints: 5, touchAlone: true } as const
/** A touch screen, and a trackpad or a mouse. */
const touchAndMouse = { touchPoints: 10, touchAlone: false } as const

const on = (userAgent: string, over: Partial<DeviceTraits>) =>
  parseDevice({ userAgent, ...computer, framed: false, has: () => false, ...over })

const webKit = "AppleWebKit/605.1.15 (KHTML, like Gecko)"
const blink = "AppleWebKit/537.36 (KHTML, like Gecko)"
const iphone = (rest: string) => `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${webKit} ${rest}`
const mac = (rest: string) => `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${rest}`
const android = (rest: string, more = "") => `Mozilla/5.0 (Linux; Android 14; K${more}) ${blink} ${rest}`
const linux = (rest: string, more = "") => `Mozilla/5.0 (X11; Linux x86_64${more}) ${blink} ${rest}`
const safari = "Version/18.5 Safari/605.1.15"
const chrome = "Chrome/137.0.0.0 Safari/537.36"
const mobileChrome = "Chrome/137.0.0.0 Mobile Safari/537.36"

describe("parseDevice", () => {
  it.each([
    ["iPhone", iphone("Version/18.5 Mobile/15E148 Safari/604.1"), touch, "ios", true],
    ["iPhone that requests desktop pages", mac(`${webKit} ${safari}`), touch, "ios", true],
    ["iPad", mac(`${webKit} ${safari}`), touch, "ios", true],
    ["iPad with a trackpad", mac(`${webKit} ${safari}`), { ...touch, touchAlone: false }, "ios", true],
    ["iPad in Chrome", mac(`${webKit} CriOS/137.0 Mobile/15E148 Safari/604.1`), touch, "ios", true],
    ["Mac", mac(`${webKit} ${safari}`), computer, "mac", false],
    ["Mac in Chrome", mac(`${blink} ${chrome}`), computer, "mac", false],
    ["Android phone", android(mobileChrome), touch, "android", true],
    ["Android phone with a mouse", android(mobileChrome), touchAndMouse, "android", true],
    ["Android tablet", android(chrome), touch, "android", true],
    ["Android tablet that requests desktop pages", linux(chrome), touch, "android", true],
    [
      "Firefox on Android",
      "Mozilla/5.0 (Android 14; Mobile; rv:139.0) Firefox/139.0",
      touch,
      "android",
      true,
    ],
    ["Samsung DeX", linux(`SamsungBrowser/27.0 ${chrome}`), touchAndMouse, "android", true],
    ["Linux laptop with a touch screen", linux(chrome), touchAndMouse, "other", false],
    ["Linux computer", linux(chrome), computer, "other", false],
    [
      "Chrome OS tablet",
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${blink} ${chrome}`,
      touch,
      "other",
      false,
    ],
    [
      "Windows laptop with a touch screen",
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} ${chrome}`,
      touchAndMouse,
      "other",
      false,
    ],
    ["Windows tablet", `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} ${chrome}`, touch, "other", false],
    ["Meta Quest", linux(`OculusBrowser/38.0 ${chrome}`, "; Quest 3"), touch, "other", false],
    [
      "Meta Quest that requests phone pages",
      `Mozilla/5.0 (Linux; Android 14; Quest 3) ${blink} OculusBrowser/38.0 Chrome/137.0.0.0 Mobile VR Safari/537.36`,
      touch,
      "other",
      false,
    ],
    ["Android television", android(chrome, "; BRAVIA 4K TV"), computer, "other", false],
    ["Android box without touch", android(chrome), computer, "android", false],
    [
      "phone of another system",
      `Mozilla/5.0 (Phone; OpenHarmony 5.0) ${blink} Chrome/114.0.0.0 Mobile`,
      touch,
      "other",
      true,
    ],
    ["no browser", "curl/8.5", computer, "other", false],
  ] as const)("recognizes a device: %s", (_, userAgent, traits, os, mobile) => {
    const found = on(userAgent, traits)
    expect([found.device.os, found.mobile]).toEqual([os, mobile])
  })

  it.each([
    ["iOS Safari", iphone("Version/18.5 Mobile/15E148 Safari/604.1"), touch, true],
    ["iOS Chrome", iphone("CriOS/137.0.7151.79 Mobile/15E148 Safari/604.1"), touch, true],
    ["iPad", mac(`${webKit} ${safari}`), touch, true],
    ["web view of iOS", iphone("Mobile/15E148 Instagram 300.0"), touch, true],
    ["web view of Android", android(`Version/4.0 ${mobileChrome}`, "; wv"), touch, true],
    ["Facebook on Android", android(`${mobileChrome} [FB_IAB/FB4A;FBAV/466.0]`), touch, true],
    ["TikTok on Android", android(`${mobileChrome} musical_ly_2023 BytedanceWebview/d8a21c6`), touch, true],
    ["Android Chrome", android(mobileChrome), touch, false],
    ["Mac", mac(`${webKit} ${safari}`), computer, false],
  ] as const)("knows where an app opens inside a tap only: %s", (_, userAgent, traits, tapOnly) => {
    expect(on(userAgent, traits).device.tapOnly).toBe(tapOnly)
  })

  it("recognizes Telegram's browser by its globals", () => {
    expect(on(android(mobileChrome), touch).device).toMatchObject({ telegram: false, tapOnly: false })
    for (const name of ["TelegramWebviewProxy", "Telegram", "TelegramWebviewProxyProto"])
      expect(on(android(mobileChrome), { ...touch, has: (one) => one === name }).device).toMatchObject({
        telegram: true,
        tapOnly: true,
      })
  })
})
