import { describe, expect, it } from "vitest"
import { appTarget } from "./appTarget.ts"

const device = { os: "ios", safari: true, telegram: false, framed: false } as const
const links = { mobile: "rainbow://", desktop: "rainbow-desktop://", webapp: "https://app.rainbow.example" }
const wallet = { name: "Rainbow", links }
const where = {
  wallet,
  platform: "mobile",
  uri: "wc:1@2?symKey=a",
  namespace: "eip155",
  page: "https://shop.example/cart",
  mobile: true,
  device,
} as const

describe("appTarget", () => {
  it("opens each of a wallet's apps with the link in it, and remembers it without", () => {
    expect(appTarget(where)).toEqual({
      redirect: "rainbow://wc?uri=wc%3A1%402%3FsymKey%3Da",
      href: "rainbow://",
      target: "_self",
      browses: false,
    })
    expect(appTarget({ ...where, platform: "webapp" })).toMatchObject({
      redirect: "https://app.rainbow.example/wc?uri=wc%3A1%402%3FsymKey%3Da",
      target: "_blank",
    })
  })

  it("has nothing to open before there is a link, and nothing that must never be opened", () => {
    expect(appTarget({ ...where, uri: null })).toBeNull()
    expect(appTarget({ ...where, wallet: { ...wallet, links: { ...links, mobile: null } } })).toBeNull()
    expect(
      appTarget({ ...where, wallet: { ...wallet, links: { ...links, mobile: "javascript:alert(1)" } } }),
    ).toBeNull()
  })

  it("opens this page inside those that pair by no link for Solana", () => {
    const phantom = { ...where, wallet: { ...wallet, name: "Phantom" }, uri: null }
    expect(appTarget({ ...phantom, namespace: "solana" })).toMatchObject({
      redirect:
        "https://phantom.app/ul/browse/https%3A%2F%2Fshop.example%2Fcart?ref=https%3A%2F%2Fshop.example",
      browses: true,
    })
    expect(appTarget(phantom)).toBeNull()
  })
})
