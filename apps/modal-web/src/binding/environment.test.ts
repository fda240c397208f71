import { Platform } from "@wmodal/core"
import { Effect } from "effect"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { provideBrowser } from "./environment.ts"

const place = { mobile: false, device: { os: "other", app: "browser" } } as never

const readPlatform = (react: boolean) =>
  Effect.runSync(
    provideBrowser({ place, frame: () => Promise.reject(new Error("No frame")), warn: () => {}, react })(
      Platform,
    ),
  )

describe("provideBrowser", () => {
  beforeEach(() => {
    vi.stubGlobal("window", {})
    vi.stubGlobal("location", {
      origin: "https://shop.example",
      host: "shop.example",
      hostname: "shop.example",
      pathname: "/cart",
      search: "?size=42",
    })
    const description = { getAttribute: () => "Shoes" }
    const icons = [{ href: "https://shop.example/icon.png" }, { href: "data:image/png;base64," }]
    vi.stubGlobal("document", {
      title: "Shop",
      querySelector: (selector: string) => (/og:description/.test(selector) ? description : null),
      querySelectorAll: (selector: string) => (selector === "link[rel~=icon]" ? icons : []),
    })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it("takes the dApp's title, description, origin and icons from the page", () => {
    expect(readPlatform(false).metadata).toEqual({
      name: "Shop",
      description: "Shoes",
      url: "https://shop.example",
      icons: ["https://shop.example/icon.png"],
    })
  })

  it("names React as the platform on a page with the React hooks only", () => {
    expect([true, false].map((react) => readPlatform(react).name)).toEqual(["react", "html"])
  })

  it("reports the page's address without its query", () => {
    expect(readPlatform(false).page?.()).toEqual({ url: "https://shop.example/cart", domain: "shop.example" })
  })
})
