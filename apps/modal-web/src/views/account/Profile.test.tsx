import { describe, expect, it } from "vitest"
import { getTexts, renderScene } from "../../gallery/renderScene.tsx"
import { Profile } from "./Profile.tsx"

describe("Profile", () => {
  it("lists the shared accounts with their types and marks the one in use", () => {
    const markup = renderScene("profile", <Profile />)
    expect(getTexts(markup)).toEqual([
      "Ethereum",
      "vera.wmodal.id",
      "0x52...9c0f3a",
      "Account",
      "0x70...dc79C8",
      "Smart account",
      "Bitcoin",
      "bc1q...wf5mdq",
      "Payment",
      "You can share more accounts in your wallet.",
    ])
    expect(markup.match(/aria-current="true"/g)).toHaveLength(1)
  })

  it("distinguishes a payment address from one for inscriptions and names the chain of each", () => {
    const words = getTexts(renderScene("profile-chains", <Profile />))
    expect(words.slice(words.indexOf("Solana"))).toEqual([
      "Solana",
      "DRpb...km21hy",
      "Account",
      "Bitcoin",
      "bc1q...wf5mdq",
      "Payment",
      "bc1p...xg3297",
      "Ordinals",
      "You can share more accounts in your wallet.",
    ])
  })

  it("marks one account as the one in use when several chains have a selected one", () => {
    const markup = renderScene("profile-chains", <Profile />)
    expect(markup.match(/aria-current="true"/g)).toHaveLength(1)
    expect(markup).toMatch(/aria-current="true".*?DRpb\.\.\.km21hy/)
  })

  it("names no chain when there is only one", () => {
    expect(getTexts(renderScene("account", <Profile />))).not.toContain("Ethereum")
  })

  it("refers to the settings for the embedded wallet's other account", () => {
    expect(getTexts(renderScene("email-profile", <Profile />))).toEqual([
      "0x52...9c0f3a",
      "Smart account",
      "Choose the account to use in Settings.",
    ])
  })
})
