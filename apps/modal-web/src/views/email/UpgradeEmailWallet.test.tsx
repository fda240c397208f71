import { describe, expect, it } from "vitest"
import { getTexts, renderScene } from "../../gallery/renderScene.tsx"
import { UpgradeEmailWallet } from "./UpgradeEmailWallet.tsx"

describe("UpgradeEmailWallet", () => {
  const markup = renderScene("email-upgrade", <UpgradeEmailWallet />)

  it("describes the wallet's own page, with its address and the user", () => {
    expect(getTexts(markup).slice(2)).toEqual([
      "Wallet page",
      "secure.example",
      "Sign in there as",
      "vera@example.com",
      "Open the page",
    ])
  })

  it("opens the page in a tab without a referrer", () => {
    const link = markup.match(/<a [^>]*>/)?.[0]
    expect(link).toContain('href="https://secure.example/dashboard"')
    expect(link).toContain('rel="noopener noreferrer"')
    expect(link).toContain('aria-label="Open the page of your wallet, opens in a new tab"')
  })
})
