import { describe, expect, it } from "vitest"
import type { WalletEntry } from "../connectors/WalletEntry.ts"
import { getWalletPlatforms, type WalletPlatform } from "./getWalletPlatforms.ts"

const entry = (
  links: Partial<WalletEntry["links"]> = {},
  { rdns = null, chromeStore = null }: { rdns?: string | null; chromeStore?: string | null } = {},
) => ({
  links: { mobile: null, desktop: null, webapp: null, ...links },
  rdns,
  stores: { appStore: null, playStore: null, chromeStore, homepage: null },
})

const everything = entry(
  { mobile: "app://", desktop: "app://", webapp: "https://app.example" },
  { rdns: "io.app" },
)

const cases: readonly (readonly [
  name: string,
  request: Parameters<typeof getWalletPlatforms>[0],
  expected: readonly WalletPlatform[],
])[] = [
  ["any wallet, by a computer", { entry: null, mobile: false, installed: false }, ["qrcode"]],
  ["any wallet, by a phone", { entry: null, mobile: true, installed: false }, ["qrcode"]],
  [
    "one with everything, installed",
    { entry: everything, mobile: false, installed: true },
    ["browser", "qrcode", "webapp", "desktop"],
  ],
  [
    "one with everything, not installed",
    { entry: everything, mobile: false, installed: false },
    ["qrcode", "webapp", "desktop"],
  ],
  [
    "one with everything, on a phone",
    { entry: everything, mobile: true, installed: false },
    ["mobile", "webapp"],
  ],
  ["an app of the phone", { entry: entry({ mobile: "app://" }), mobile: true, installed: false }, ["mobile"]],
  [
    "an app of another phone",
    { entry: entry({ mobile: "app://" }), mobile: false, installed: false },
    ["qrcode"],
  ],
  ["a page", { entry: entry({ webapp: "https://a.example" }), mobile: false, installed: false }, ["webapp"]],
  ["a program", { entry: entry({ desktop: "app://" }), mobile: false, installed: false }, ["desktop"]],
  [
    "one that lives in a browser alone, and not in this one",
    { entry: entry({}, { rdns: "io.app" }), mobile: false, installed: false },
    [],
  ],
  [
    "one of a store for browsers",
    { entry: entry({}, { chromeStore: "https://store.example" }), mobile: true, installed: false },
    [],
  ],
  ["one of which only the name is known", { entry: entry(), mobile: false, installed: false }, ["qrcode"]],
  [
    "one whose links may not be opened",
    {
      entry: entry({ mobile: "javascript:alert(1)", webapp: "data:text/html,x", desktop: "file:///x" }),
      mobile: true,
      installed: false,
    },
    ["qrcode"],
  ],
]

describe("getWalletPlatforms", () => {
  for (const [name, request, expected] of cases)
    it(`returns ${expected.join(", ") || "nothing"} for ${name}`, () => {
      expect(getWalletPlatforms(request)).toEqual(expected)
    })
})
