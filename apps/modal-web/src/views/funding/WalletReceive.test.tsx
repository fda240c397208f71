import { describe, expect, it } from "vitest"
import { getTexts, renderScene } from "../../gallery/renderScene.tsx"
import type { SceneName } from "../../gallery/scenes.ts"
import { ethereum } from "../../gallery/signedIn.ts"
import { WalletReceive } from "./WalletReceive.tsx"

const markup = (scene: SceneName) => renderScene(scene, <WalletReceive />)
const words = (scene: SceneName) => getTexts(markup(scene))

describe("WalletReceive", () => {
  it("shows the network, the code, and the whole address in groups of four", () => {
    expect(words("receive")).toEqual([
      "Receive on",
      "E",
      "Ethereum",
      "E",
      "Your address on Ethereum",
      "0x52",
      "9084",
      "0009",
      "8527",
      "886E",
      "0F70",
      "3006",
      "9857",
      "D29c",
      "9c0f",
      "3a",
      "Copy address",
      "Request an amount",
      "Only send on Ethereum",
      "Your address is the same on other networks, but what is sent there does not arrive here.",
    ])
    expect(markup("receive")).toContain('aria-label="QR code of your address on Ethereum"')
  })

  it("opens the networks where there are several, and else only names the one", () => {
    expect(markup("receive")).toContain('aria-label="Receive on Ethereum. Choose another network"')
    const alone = renderScene("receive", <WalletReceive />, { configured: [ethereum] })
    expect(alone).not.toContain("Choose another network")
    expect(getTexts(alone)).toContain("Ethereum")
  })

  it("names the requested amount and network, and copies the link", () => {
    expect(words("receive-amount")).toEqual(
      expect.arrayContaining(["Copy link", "Without an amount", "The code asks for 25.5 USDC on Ethereum."]),
    )
    expect(markup("receive-amount")).toContain('aria-label="QR code that requests 25.5 USDC on Ethereum"')
  })

  it("marks an amount that the token cannot have, and says its decimals", () => {
    expect(markup("receive-invalid")).toContain('aria-invalid="true"')
    expect(words("receive-invalid")).toContain("Enter an amount above zero, with at most 6 decimals.")
    expect(words("receive-invalid")).not.toContain("Copy link")
  })

  it("announces what has arrived", () => {
    expect(markup("receive-arrived")).toMatch(/data-tone="ok" role="status".*Received 1\.5 ETH/)
  })

  it.each([
    ["receive-testnet", "Sepolia is a test network", "Its tokens have no value."],
    ["receive-smart-account", "Only receive on Ethereum", "This is a smart account."],
    ["receive-ordinals", "This address holds your ordinals", "Nothing is sent from here."],
  ] as const)("warns in %s", (scene, title, text) => {
    expect(markup(scene)).toContain('data-tone="warn"')
    expect(words(scene)).toEqual(expect.arrayContaining([title, expect.stringContaining(text)]))
  })

  it("offers no amount on a chain without links for it", () => {
    expect(words("receive-ordinals")).not.toContain("Request an amount")
  })

  it("shows a text when the host has disabled it, or no wallet is connected", () => {
    expect(words("receive-off")).toEqual([
      "Receiving is turned off",
      "This site does not offer it. Your wallet shows your address, too.",
      "Go to account",
    ])
    expect(getTexts(renderScene("account", <WalletReceive />, { features: { receive: true } }))).toEqual([
      "No wallet is connected",
    ])
  })
})
