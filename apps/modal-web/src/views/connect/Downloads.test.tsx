import type { WalletEntry } from "@wmodal/core"
import { describe, expect, it } from "vitest"
import { everywhere } from "../../gallery/phoneScenes.ts"
import { getTexts, renderScene } from "../../gallery/renderScene.tsx"
import { Downloads } from "./Downloads.tsx"

const stores: WalletEntry["stores"] = {
  ...everywhere.stores,
  chromeStore: "https://chromewebstore.google.com/detail/rainbow",
}
const markup = (os: "ios" | "android" | null) =>
  renderScene("downloads", <Downloads wallet={{ ...everywhere, stores }} />, {
    place: {
      mobile: os !== null,
      device: { os: os ?? "other", tapOnly: false, telegram: false, framed: false },
    },
  })
const hrefs = (text: string) => [...text.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)

describe("Downloads", () => {
  it("links to every store, this browser's first", () => {
    expect(hrefs(markup(null))).toEqual([
      stores.chromeStore,
      stores.appStore,
      stores.playStore,
      stores.homepage,
    ])
  })

  it("links only to the phone's own store", () => {
    expect(hrefs(markup("ios"))).toEqual([stores.appStore, stores.homepage])
    expect(hrefs(markup("android"))).toEqual([stores.playStore, stores.homepage])
  })

  it("opens each store in a tab without a referrer, and announces that", () => {
    expect(markup(null).match(/target="_blank" rel="noopener noreferrer"/g)).toHaveLength(4)
    expect(markup(null)).not.toContain("aria-label")
    expect(getTexts(markup(null)).join(" ")).toContain(
      "App Store iPhone and iPad get Rainbow, opens in a new tab",
    )
  })

  it("shows a text when no download is known", () => {
    const nowhere = { appStore: null, playStore: null, chromeStore: null, homepage: null }
    const shown = renderScene("downloads", <Downloads wallet={{ ...everywhere, stores: nowhere }} />)
    expect(getTexts(shown)).toContain("No download found for Rainbow")
    expect(hrefs(shown)).toEqual([])
  })
})
