import { describe, expect, it } from "vitest"
import { toBrowseLink } from "./toBrowseLink.ts"

const page = "https://shop.example/a?b=c#d"
const device = { os: "ios", tapOnly: true, telegram: false, framed: false } as const
const tapped = { name: "Phantom", namespace: "solana", page, mobile: true, device } as const

describe("toBrowseLink", () => {
  it("opens the web page in the browser of Phantom and Coinbase Wallet", () => {
    expect(toBrowseLink(tapped)).toEqual({
      redirect:
        "https://phantom.app/ul/browse/https%3A%2F%2Fshop.example%2Fa%3Fb%3Dc%23d?ref=https%3A%2F%2Fshop.example",
      href: "https://phantom.app/ul/browse/https%3A%2F%2Fshop.example%2Fa%3Fb%3Dc%23d?ref=https%3A%2F%2Fshop.example",
      target: "_self",
    })
    expect(toBrowseLink({ ...tapped, name: "Coinbase Wallet" })?.redirect).toBe(
      "https://go.cb-w.com/dapp?cb_url=https%3A%2F%2Fshop.example%2Fa%3Fb%3Dc%23d",
    )
  })

  it("targets the top window from an iframe, and a new one inside Telegram", () => {
    expect(toBrowseLink({ ...tapped, device: { ...device, framed: true } })?.target).toBe("_top")
    expect(toBrowseLink({ ...tapped, device: { ...device, telegram: true } })?.target).toBe("_blank")
  })

  it("returns null for other wallets, other chains, off phones, and without a web page", () => {
    for (const name of ["phantom", "Trust Wallet", "constructor", "__proto__", ""])
      expect(toBrowseLink({ ...tapped, name })).toBe(null)
    for (const namespace of ["eip155", "bip122", "polkadot"] as const)
      expect(toBrowseLink({ ...tapped, namespace })).toBe(null)
    expect(toBrowseLink({ ...tapped, mobile: false })).toBe(null)
    expect(toBrowseLink({ ...tapped, page: "nowhere" })).toBe(null)
  })
})
