import { describe, expect, it } from "vitest"
import { getTexts, renderScene } from "../../gallery/renderScene.tsx"
import { getScene, type SceneName } from "../../gallery/scenes.ts"
import { AccountSettings } from "./AccountSettings.tsx"

const words = (scene: SceneName) => getTexts(renderScene(scene, <AccountSettings />))

describe("AccountSettings", () => {
  it("shows the wallet, the network and the account type, and a disconnect button", () => {
    expect(words("settings")).toEqual([
      "MetaMask",
      "Ethereum · \u20680x52...9c0f3a\u2069",
      "E",
      "Network",
      "Ethereum",
      "Change",
      "Accounts",
      "Wallet account (EOA)",
      "Activity",
      "Disconnect",
    ])
  })

  it("offers to disconnect one of two wallets, or both", () => {
    expect(words("settings-two-wallets")).toEqual(
      expect.arrayContaining(["Bitcoin", "bc1q...wf5mdq", "Disconnect all"]),
    )
    expect(renderScene("settings-two-wallets", <AccountSettings />)).toContain(
      'aria-label="Disconnect Xverse from Bitcoin"',
    )
  })

  it("names what each button disconnects, and that the last one disconnects all", () => {
    const markup = renderScene("settings-chains", <AccountSettings />)
    const named = [...markup.matchAll(/aria-label="(Disconnect [^"]*)"/g)].map(([, label]) => label)
    expect(named).toEqual([
      "Disconnect MetaMask from Ethereum",
      "Disconnect Phantom from Solana",
      "Disconnect Xverse from Bitcoin",
    ])
    expect(getTexts(markup).at(-1)).toBe("Disconnect all")
  })

  it("shows the account type on the chain in use", () => {
    expect(getTexts(renderScene("settings-chains", <AccountSettings />))).toContain("Wallet account (EOA)")
    const { account, shown, flows } = getScene("account-bitcoin")
    const onBitcoin = renderScene("settings-chains", <AccountSettings />, { account, shown, flows })
    expect(getTexts(onBitcoin)).toContain("Payment address")
  })

  it("hides the history link when the host has disabled it", () => {
    const off = renderScene("settings", <AccountSettings />, { features: { history: false } })
    expect(getTexts(off)).not.toContain("Activity")
  })

  it("shows the embedded wallet's user and account type, and signs out of all its chains at once", () => {
    expect(words("email-settings")).toEqual([
      "vera@example.com",
      "Email",
      "Change your email address",
      "Your Ethereum account",
      "0x52...9c0f3a",
      "Your Solana account",
      "DRpb...km21hy",
      "E",
      "Network",
      "Ethereum",
      "Change",
      "Account type",
      "Smart account",
      "Several steps run as one, and the site can pay the fees.",
      "Standard account",
      "One key (EOA). Works everywhere and pays its own fees.",
      "Each account has its own address. Switching moves no funds.",
      "Upgrade your wallet",
      "Manage it yourself",
      "Activity",
      "Sign out",
    ])
  })

  it("marks the account in use, and reports that a smart account is not deployed", () => {
    const fresh = renderScene("email-settings-new", <AccountSettings />)
    expect(fresh).toMatch(/aria-current="true"[^>]*>(?:(?!<button).)*Smart account/)
    expect(getTexts(fresh)).toContain("Not deployed yet. Your first transaction deploys it.")
    const eoa = renderScene("email-settings-eoa", <AccountSettings />)
    expect(eoa).toMatch(/aria-current="true"[^>]*>(?:(?!<button).)*Standard account/)
    expect(eoa.match(/aria-current="true"/g)).toHaveLength(1)
  })

  it("shows a long email address shortened, with the whole one for screen readers", () => {
    const markup = renderScene("email-settings-eoa", <AccountSettings />)
    expect(getTexts(markup)[0]).toBe("vera.constantinopoulou.mandeville@letters.of.a.long.example....")
    expect(getTexts(markup).slice(1, 4)).toEqual([
      "Email",
      "vera.constantinopoulou.mandeville@letters.of.a.long.example.com",
      "Change your email address",
    ])
  })

  it("hides the change of address for a user who signed in with a social account", () => {
    const markup = renderScene("email-settings-social", <AccountSettings />)
    expect(getTexts(markup).slice(0, 2)).toEqual(["Vera M.", "Signed in with Google"])
    expect(markup).not.toContain("Change your email address")
    expect(getTexts(markup)).not.toContain("Account type")
  })

  it("signs out of the embedded wallet once and keeps another wallet", () => {
    const { states } = getScene("email-settings")
    const others = getScene("settings-two-wallets").states
    const markup = renderScene("email-settings", <AccountSettings />, {
      states: { ...states, ...(others.bip122 && { bip122: others.bip122 }) },
    })
    expect(getTexts(markup).filter((word) => word === "Sign out")).toHaveLength(1)
    expect(markup).toContain('aria-label="Disconnect Xverse from Bitcoin"')
    expect(getTexts(markup).at(-1)).toBe("Disconnect all")
  })
})
