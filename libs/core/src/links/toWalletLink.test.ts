import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Device } from "./Device.ts"
import { type LinkPlatform, toWalletLink, type WalletLink } from "./toWalletLink.ts"

const uri = "wc:7f6e504b@2?relay-protocol=irn&symKey=587d5484"
const once = encodeURIComponent(uri)
const twice = encodeURIComponent(once)

const device = (change: Partial<Device> = {}): Device => ({
  os: "other",
  tapOnly: false,
  telegram: false,
  framed: false,
  ...change,
})

/** Links of a directory, with the addresses that are opened. */
const forms: readonly (readonly [link: string, href: string])[] = [
  // Web links, which an app may handle.
  ["https://metamask.app.link", "https://metamask.app.link/"],
  ["https://metamask.app.link/", "https://metamask.app.link/"],
  ["https://link.trustwallet.com/open", "https://link.trustwallet.com/open/"],
  ["https://app.example:8443/a/b/", "https://app.example:8443/a/b/"],
  ["HTTPS://app.example", "HTTPS://app.example/"],
  [" https://app.example ", "https://app.example/"],
  // An app's own scheme, in every notation of the directory.
  ["rainbow", "rainbow://"],
  ["rainbow:", "rainbow://"],
  ["rainbow:/", "rainbow://"],
  ["rainbow://", "rainbow://"],
  ["Rainbow://", "rainbow://"],
  ["uniswap://app", "uniswap://app/"],
  ["uniswap://app/", "uniswap://app/"],
  ["cbwallet://", "cbwallet://"],
  ["com.wallet+x-1://", "com.wallet+x-1://"],
  ["ledgerlive", "ledgerlive://"],
  ["edge://", "edge://"],
  // A wallet on this machine, for wallet developers.
  ["http://127.0.0.1:5173/phone", "http://127.0.0.1:5173/phone/"],
  ["http://localhost:3000", "http://localhost:3000/"],
  ["http://[::1]:3000", "http://[::1]:3000/"],
]

const custom = "rainbow://"
const universal = "https://app.example"

/** Platforms, with the number of times that the link is encoded. */
const places: readonly (readonly [
  name: string,
  link: string,
  platform: LinkPlatform,
  device: Device,
  target: WalletLink["target"],
  encoded: string,
])[] = [
  ["a phone", custom, "mobile", device({ os: "ios" }), "_self", once],
  ["a phone with Android", custom, "mobile", device({ os: "android" }), "_self", once],
  ["a phone, by a page of the web", universal, "mobile", device({ os: "ios" }), "_self", once],
  ["a frame on a phone", custom, "mobile", device({ os: "ios", framed: true }), "_top", once],
  ["a frame on a phone, by a page of the web", universal, "mobile", device({ framed: true }), "_top", once],
  ["a computer", custom, "desktop", device(), "_blank", once],
  ["a frame on a computer", custom, "desktop", device({ framed: true }), "_blank", once],
  ["a web app", universal, "webapp", device(), "_blank", once],
  ["a web app on a phone", universal, "webapp", device({ os: "ios" }), "_blank", once],
  ["Telegram on an iPhone", custom, "mobile", device({ os: "ios", telegram: true }), "_blank", once],
  [
    "Telegram in a frame",
    custom,
    "mobile",
    device({ os: "ios", telegram: true, framed: true }),
    "_blank",
    once,
  ],
  ["Telegram on Android", custom, "mobile", device({ os: "android", telegram: true }), "_blank", twice],
  [
    "Telegram on Android, by a page of the web",
    universal,
    "mobile",
    device({ os: "android", telegram: true }),
    "_blank",
    once,
  ],
  ["Telegram on a computer", custom, "desktop", device({ telegram: true }), "_blank", once],
]

/** Links of a directory that must never be opened. */
const refused = [
  "",
  " ",
  ":",
  "://",
  "//evil.example",
  "/wc",
  "javascript:alert(1)",
  "javascript:alert",
  "javascript",
  "JaVaScRiPt://%0aalert(1)",
  " javascript://x",
  "java\nscript://x",
  "javascript\t://x",
  "vbscript:x",
  "data:text/html,<script>alert(1)</script>",
  "data://x",
  "blob:https://app.example/1",
  "file:///etc/passwd",
  "filesystem:https://app.example/temporary/1",
  "about:blank",
  "about://",
  "view-source:https://app.example",
  "chrome://settings",
  "chrome-extension://abc/index.html",
  "intent:#Intent;scheme=wc;end",
  "intent://scan/#Intent;scheme=zxing;end",
  "android-app://com.evil",
  "market://details?id=com.evil",
  "itms-apps://evil",
  "itms-services://?action=download-manifest",
  "ms-settings:privacy",
  "ms-msdt://x",
  "search-ms:query=x",
  "tel:+1",
  "tel://+1",
  "sms:+1",
  "mailto:a@b.example",
  "facetime://+1",
  "ws://a.example",
  "ftp://a.example",
  "http://evil.example",
  "http://127.0.0.1.evil.example",
  "http://localhost.evil.example",
  "http://127.0.0.1@evil.example",
  "https://user:secret@evil.example",
  "https://",
  "https:",
  "https:\\\\evil.example",
  "http",
  "https://evil.example/\u202etxt",
  "https://evil.example/<script>",
  "rain bow://",
  "rain\u0000bow://",
  "1nch://",
  "ра\u0456nbow://",
  `https://a.example/${"x".repeat(2_000)}`,
]

const never = /^(javascript|data|blob|file|intent|vbscript|about|chrome|ms-.*|market|tel|http|somebody):?$/

const getScheme = (address: string) => {
  const { protocol, hostname, username } = new URL(address)
  if (username !== "" && protocol.startsWith("http")) return "somebody"
  return protocol === "http:" && /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)
    ? "this machine"
    : protocol
}

describe("toWalletLink", () => {
  for (const [link, href] of forms)
    it(`opens ${JSON.stringify(link)} as ${href}`, () => {
      expect(toWalletLink({ link, uri, platform: "desktop", device: device() })).toEqual({
        redirect: `${href}wc?uri=${once}`,
        href,
        target: "_blank",
      })
    })

  for (const [name, link, platform, where, target, encoded] of places)
    it(`opens ${link} from ${name} in ${target}`, () => {
      const opened = toWalletLink({ link, uri, platform, device: where })
      expect(opened?.target).toBe(target)
      expect(opened?.redirect).toBe(`${opened?.href}wc?uri=${encoded}`)
    })

  for (const link of refused)
    it(`never opens ${JSON.stringify(link.slice(0, 60))}`, () => {
      for (const platform of ["mobile", "desktop", "webapp"] as const)
        expect(toWalletLink({ link, uri, platform, device: device() })).toBe(null)
    })

  it("opens only https:, this machine and an app's own scheme for any input", () => {
    const scheme = fc.constantFrom(
      ..."javascript data blob file intent vbscript about chrome ms-x market tel http https app com.app".split(
        " ",
      ),
    )
    const mixed = fc
      .tuple(scheme, fc.constantFrom("", ":", ":/", "://", "://x/", ":\t//", "\n://", ":\\\\"), fc.string())
      .map((parts) => parts.join(""))
    fc.assert(
      fc.property(
        fc.oneof(mixed, fc.string({ unit: "binary" }), fc.webUrl({ validSchemes: ["https", "http"] })),
        fc.string(),
        (link, any) => {
          const opened = toWalletLink({ link, uri: any, platform: "mobile", device: device() })
          if (opened === null) return
          for (const address of [opened.href, opened.redirect]) expect(getScheme(address)).not.toMatch(never)
          // The pairing URI reaches the app unchanged, and the address contains no part of the URI.
          expect(opened.redirect).toBe(`${opened.href}wc?uri=${encodeURIComponent(any)}`)
        },
      ),
    )
  })
})
