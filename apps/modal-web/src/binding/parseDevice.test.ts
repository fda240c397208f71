import { describe, expect, it } from "vitest"
import { type DeviceTraits, parseDevice } from "./parseDevice.ts"

const on = (userAgent: string, over: Partial<DeviceTraits> = {}) =>
  parseDevice({ userAgent, touchPoints: 0, framed: false, has: () => false, ...over })

const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1"
const mac =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15"
const android =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36"

describe("parseDevice", () => {
  it("recognises phones, tablets and computers, and an iPad that reports itself as a Mac", () => {
    expect(on(iphone).os).toBe("ios")
    expect(on(android).os).toBe("android")
    expect(on(mac).os).toBe("mac")
    expect(on("curl/8.5").os).toBe("other")
    expect(on(mac, { touchPoints: 5 }).os).toBe("ios")
  })

  it("distinguishes Safari from browsers that use its name", () => {
    const named = (name: string) => iphone.replace("Version/18.5", name)
    expect(on(iphone).safari).toBe(true)
    expect(on(mac).safari).toBe(true)
    for (const name of ["CriOS/137.0.7151.79", "FxiOS/139.0", "EdgiOS/137.0.3296.44"])
      expect(on(named(name)).safari).toBe(false)
    for (const other of [android, mac.replace("Version/18.5", "Chrome/137.0.0.0"), ""])
      expect(on(other).safari).toBe(false)
  })

  it("recognises Telegram's browser by its globals", () => {
    expect(on(iphone).telegram).toBe(false)
    for (const name of ["TelegramWebviewProxy", "Telegram", "TelegramWebviewProxyProto"])
      expect(on(iphone, { has: (one) => one === name }).telegram).toBe(true)
  })
})
