import type { DirectoryWallet } from "@wmodal/api"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { makeToWalletEntries } from "./makeToWalletEntries.ts"

const entries = makeToWalletEntries({ walletImageUrl: (id) => `https://images.example/${id}` })
const wallet = (change: Partial<DirectoryWallet>): DirectoryWallet => ({ id: "a", name: "A", ...change })

describe("makeToWalletEntries", () => {
  it("converts every field of the directory", () => {
    const full = wallet({
      badge_type: "certified",
      image_id: "i",
      rdns: "io.a",
      mobile_link: "a://",
      desktop_link: "a-desktop://",
      webapp_link: "https://a.example/app",
      app_store: "https://apps.example",
      play_store: "https://play.example",
      chrome_store: "https://chrome.example",
      homepage: "https://a.example",
    })
    expect(entries([full])).toEqual([
      {
        id: "a",
        name: "A",
        icon: "https://images.example/i",
        rdns: "io.a",
        certified: true,
        links: { mobile: "a://", desktop: "a-desktop://", webapp: "https://a.example/app" },
        stores: {
          appStore: "https://apps.example",
          playStore: "https://play.example",
          chromeStore: "https://chrome.example",
          homepage: "https://a.example",
        },
      },
    ])
  })

  it("treats an empty, null or missing field as unknown", () => {
    for (const nothing of [null, "", undefined])
      expect(
        entries([
          wallet({
            badge_type: nothing,
            image_id: nothing,
            rdns: nothing,
            mobile_link: nothing,
            homepage: nothing,
          }),
        ]),
      ).toMatchObject([
        {
          icon: null,
          rdns: null,
          certified: false,
          links: { mobile: null, desktop: null, webapp: null },
          stores: { homepage: null },
        },
      ])
  })

  it("sanitizes and shortens names, drops nameless wallets, and returns only https: links", () => {
    const hostile = wallet({
      name: `Evil\u202e\u0000${"x".repeat(100)}`,
      homepage: "javascript:alert(1)",
      chrome_store: "http://store.example",
      app_store: "itms-apps://evil",
    })
    expect(entries([hostile, wallet({ name: "\u202e\u0000" })])).toMatchObject([
      {
        name: `Evil${"x".repeat(60)}`,
        stores: { homepage: null, chromeStore: null, appStore: null, playStore: null },
      },
    ])
  })

  it("never throws, and returns only https: links for any directory", () => {
    const text = fc.option(fc.string({ unit: "binary" }))
    const any = fc.record({
      id: fc.string(),
      name: fc.string({ unit: "binary" }),
      homepage: text,
      app_store: text,
      chrome_store: fc.oneof(text, fc.webUrl()),
    })
    fc.assert(
      fc.property(fc.array(any), (wallets) => {
        for (const { name, stores } of entries(wallets)) {
          expect(name).not.toBe("")
          for (const url of Object.values(stores)) expect(url ?? "https://x").toMatch(/^\s*https:/i)
        }
      }),
    )
  })
})
