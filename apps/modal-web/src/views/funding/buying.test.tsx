import { describe, expect, it } from "vitest"
import { getTexts, renderScene } from "../../gallery/renderScene.tsx"
import type { SceneName } from "../../gallery/scenes.ts"
import { BuyInProgress } from "./BuyInProgress.tsx"
import { OnRampFiatSelect } from "./OnRampFiatSelect.tsx"
import { OnRampProviders } from "./OnRampProviders.tsx"
import { OnRampTokenSelect } from "./OnRampTokenSelect.tsx"
import { WhatIsABuy } from "./WhatIsABuy.tsx"

const form = (scene: SceneName) => renderScene(scene, <OnRampProviders />)
const words = (scene: SceneName) => getTexts(form(scene))
const visit = (scene: SceneName) => getTexts(renderScene(scene, <BuyInProgress />))

describe("OnRampProviders", () => {
  it("shows the limits of each payment method and the fee of both providers", () => {
    expect(words("buy")).toEqual([
      "You pay",
      "$",
      "USD",
      "$100",
      "$250",
      "$500",
      "$1,000",
      "Card: $10.00 to $7,500.00",
      "Bank account: $10.00 to $25,000.00",
      "You get",
      "USDC",
      "Enter an amount to see a price.",
      "C",
      "Coinbase",
      "Fee 1-2%",
      "M",
      "Meld.io",
      "Fee 1-2%",
      "What is Buy?",
    ])
    expect(form("buy")).toContain('aria-label="Coinbase, fee 1-2%"')
    expect(form("buy")).toContain('aria-label="Pay $1,000">$1,000</button>')
  })

  it("shows what the amount buys and its fees", () => {
    expect(words("buy-quoted")).toEqual(expect.arrayContaining(["about 98.5 USDC", "Fees", "$1.50"]))
    expect(words("buy-quoting")).toContain("Getting a price")
  })

  it("marks a price that the server did not give as an estimate", () => {
    expect(words("buy-estimate")).toEqual(
      expect.arrayContaining([
        "Estimate",
        "USDC for about $100.00. The provider shows the price and its fees.",
      ]),
    )
  })

  it("says the limit that an amount misses", () => {
    expect(words("buy-below")).toContain("Pay at least $10.00.")
    expect(words("buy-above")).toContain("Pay at most $25,000.00.")
    expect(form("buy-above")).toContain('aria-invalid="true"')
  })

  it("says that an unsafe page was not opened", () => {
    expect(words("buy-unsafe")).toEqual(
      expect.arrayContaining([
        "The page of the provider was not opened",
        "The server returned no secure address for Coinbase. Nothing was paid.",
      ]),
    )
  })

  it("says that the offers could not be read, and tries again", () => {
    const shown = words("buy-unread")
    expect(shown).toEqual(expect.arrayContaining(["Could not load what is for sale", "Try again"]))
    expect(shown.join(" ")).toContain("does not accept this project ID or this site (HTTP 401)")
  })

  it("says why nothing is for sale", () => {
    expect(words("buy-region")).toEqual([
      "Buying is not available in your region",
      "This site does not offer it there.",
    ])
    expect(words("buy-network")).toEqual([
      "Nothing for sale on Ethereum",
      "Switch network to continue. Nothing has changed.",
      "Choose Network",
    ])
    expect(words("buy-off")).toEqual([
      "Buying is turned off",
      "This site does not offer it.",
      "Go to account",
    ])
  })

  it("offers a purchase that is under way before another one", () => {
    expect(words("buy-open")).toEqual([
      "A purchase is under way",
      "Show it, or start another one.",
      "Start another",
      "Show it",
    ])
  })
})

describe("OnRampTokenSelect", () => {
  it("lists the tokens for sale and marks the chosen one", () => {
    const markup = renderScene("buy-token", <OnRampTokenSelect />)
    expect(getTexts(markup)).toEqual(["U", "USD Coin", "USDC", "E", "Ether", "ETH"])
    expect(markup.match(/aria-current="true"/g)).toHaveLength(1)
  })
})

describe("OnRampFiatSelect", () => {
  it("lists the currencies with their names and signs", () => {
    expect(getTexts(renderScene("buy-currency", <OnRampFiatSelect />))).toEqual([
      "$",
      "US Dollar",
      "USD",
      "€",
      "Euro",
      "EUR",
    ])
  })
})

describe("WhatIsABuy", () => {
  it("says who takes the payment and what it costs", () => {
    expect(getTexts(renderScene("buy-what", <WhatIsABuy />))).toEqual([
      "Pay with money, get tokens",
      "A provider takes your card or bank payment on its own page, and sends the tokens to your account.",
      "This site never sees your payment data.",
      "The provider may ask who you are, and takes a fee.",
      "Choose a provider",
    ])
  })
})

describe("BuyInProgress", () => {
  it("shows the host before the page is opened, in a new tab without an opener", () => {
    expect(visit("buy-ready")).toEqual(
      expect.arrayContaining(["You pay on the page of Coinbase", "pay.coinbase.com", "Continue to Coinbase"]),
    )
    expect(renderScene("buy-ready", <BuyInProgress />)).toContain(
      'href="https://pay.coinbase.com/buy?sessionToken=1" target="_blank" rel="noopener noreferrer"',
    )
  })

  it.each([
    ["buy-waiting", "Waiting for your purchase", "Open the page again"],
    ["buy-paid", "Paid, and on its way", "Open the page again"],
    ["buy-arrived", "Bought 98.5 USDC", "See your activity"],
    ["buy-failed", "The purchase failed", "Try again"],
    ["buy-late", "Nothing has arrived yet", "Keep waiting"],
  ] as const)("shows one next action in %s", (scene, title, action) => {
    expect(visit(scene)).toEqual(expect.arrayContaining([title, action]))
  })

  it("shows a text when nothing is under way, and when the host has disabled buying", () => {
    expect(visit("buy")).toEqual(["No purchase is under way"])
    expect(visit("buy-off")).toContain("Buying is turned off")
  })
})
