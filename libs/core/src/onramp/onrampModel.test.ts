import { defaultOnrampOptions, makeEstimatedQuote } from "@wmodal/api"
import type { Network } from "@wmodal/protocol"
import { mainnet, polygon, solana } from "@wmodal/protocol/networks"
import { describe, expect, it } from "vitest"
import { getBuyObstacle } from "./canBuy.ts"
import {
  getAmountError,
  getPaymentRange,
  listBuyCurrencies,
  listBuyTokens,
  listProviders,
  onrampProviders,
  parseProviderUrl,
  toBuyQuote,
} from "./onrampModel.ts"

const images = {
  tokenImageUrl: (symbol: string) => `token ${symbol}`,
  currencyImageUrl: (currency: string) => `currency ${currency}`,
}
const builtIn = listBuyCurrencies(defaultOnrampOptions, images)
const usd = builtIn.find(({ id }) => id === "USD") ?? { limits: [] }

describe("getAmountError", () => {
  it.each(builtIn)(
    "takes 10.00 to 25,000.00 of the built-in currencies, and not a cent less or more",
    (currency) => {
      const tag = (amount: string) => getAmountError(amount, currency)?._tag ?? null
      expect([tag("9.99"), tag("10"), tag("10.00")]).toEqual(["Below", null, null])
      expect([tag("25000"), tag("25000.00"), tag("25000.01")]).toEqual([null, null, "Above"])
      expect(getPaymentRange(currency)).toEqual({
        min: { units: 1000n, decimals: 2 },
        max: { units: 2_500_000n, decimals: 2 },
      })
    },
  )

  it("has the limits of each method: card to 7,500.00, bank account to 25,000.00", () => {
    const expected = [
      ["card", 1000n, 750_000n],
      ["ach_bank_account", 1000n, 2_500_000n],
    ]
    expect(
      builtIn.map(({ id, limits }) => [
        id,
        limits.map(({ max, method, min }) => [method, min.units, max.units]),
      ]),
    ).toEqual([
      ["USD", expected],
      ["EUR", expected],
    ])
  })

  it("returns null while nothing is typed, and Invalid for what is no amount of money", () => {
    expect(getAmountError("", usd)).toBe(null)
    expect(getAmountError("50.", usd)).toBe(null)
    for (const amount of ["50.001", "x", "-50", "1e3", "."])
      expect([amount, getAmountError(amount, usd)]).toEqual([
        amount,
        amount === "." ? null : { _tag: "Invalid" },
      ])
  })
})

describe("listBuyTokens", () => {
  it("returns the tokens of the network in use, one per symbol", () => {
    expect(listBuyTokens(defaultOnrampOptions, mainnet, images).map(({ symbol }) => symbol)).toEqual([
      "USDC",
      "ETH",
    ])
    expect(listBuyTokens(defaultOnrampOptions, polygon, images)).toHaveLength(2)
    const twice = [...defaultOnrampOptions.purchaseCurrencies, ...defaultOnrampOptions.purchaseCurrencies]
    expect(
      listBuyTokens({ ...defaultOnrampOptions, purchaseCurrencies: twice }, mainnet, images),
    ).toHaveLength(2)
    expect(listBuyTokens(defaultOnrampOptions, { ...mainnet, id: 999 }, images)).toEqual([])
  })
})

it("returns Solana's own token there, whatever the server sells", () => {
  const nothing = { paymentCurrencies: [], purchaseCurrencies: [] }
  expect(listBuyTokens(nothing, solana, images)).toMatchObject([
    { symbol: "SOL", name: "Solana", icon: "token SOL" },
  ])
})

describe("listBuyCurrencies", () => {
  it("returns each currency with its image", () => {
    expect(builtIn.map(({ id, icon }) => [id, icon])).toEqual([
      ["USD", "currency USD"],
      ["EUR", "currency EUR"],
    ])
  })

  it("leaves out a currency without valid limits or a code", () => {
    const limit = { id: "card", min: "1", max: "x" }
    const paymentCurrencies = [
      { id: "USD", payment_method_limits: [limit] },
      { id: "<b>", payment_method_limits: [{ ...limit, max: "2" }] },
    ]
    expect(listBuyCurrencies({ purchaseCurrencies: [], paymentCurrencies }, images)).toEqual([])
  })
})

describe("listProviders", () => {
  it("offers Meld with the host's address only, on the networks that its page can name", () => {
    const names = (meldUrl: string | null, network: Network = mainnet) =>
      listProviders({ meldUrl }, network).map(({ name }) => name)
    expect(names(null)).toEqual(["coinbase"])
    expect(names("https://meldcrypto.com/?publicKey=k")).toEqual(["coinbase", "meld"])
    expect(names("https://meldcrypto.com/?publicKey=k", polygon)).toEqual(["coinbase"])
    expect(names("https://meldcrypto.com/?publicKey=k", solana)).toEqual(["meld"])
    expect(names(null, solana)).toEqual([])
    expect(onrampProviders.map(({ fee, label }) => [label, fee])).toEqual([
      ["Coinbase", "1-2%"],
      ["Meld.io", "1-2%"],
    ])
  })
})

describe("toBuyQuote", () => {
  it("returns the bought amount and both fees, and marks every other quote as an estimate", () => {
    const quote = makeEstimatedQuote("50", "USD")
    const quoted = {
      ...quote,
      purchaseAmount: { amount: "49.25", currency: "USDC\u202e" },
      coinbaseFee: { amount: "0.6", currency: "USD" },
      networkFee: { amount: "0.15", currency: "USD" },
    }
    expect(toBuyQuote({ _tag: "Quoted", quote: quoted })).toEqual({
      _tag: "Quoted",
      amount: "49.25",
      symbol: "USDC",
      fees: { units: 75n, decimals: 2 },
    })
    for (const result of [
      null,
      { _tag: "Estimate", quote } as const,
      { _tag: "Quoted", quote: { ...quoted, coinbaseFee: { amount: "?", currency: "USD" } } } as const,
      { _tag: "Quoted", quote: { ...quoted, purchaseAmount: { amount: "0", currency: "USDC" } } } as const,
    ])
      expect(toBuyQuote(result)).toEqual({ _tag: "Estimate" })
  })
})

describe("parseProviderUrl", () => {
  it.each([
    ["https://pay.coinbase.com/buy?sessionToken=1", "pay.coinbase.com"],
    ["http://127.0.0.1:4174/w/p/onramp/1", "127.0.0.1:4174"],
  ])("accepts %s", (text, host) => {
    expect(parseProviderUrl(text)).toEqual({ url: text, host })
  })

  it.each([
    "",
    "pay.coinbase.com",
    "http://pay.coinbase.com/",
    "javascript:alert(1)",
    "data:text/html,x",
    "https://coinbase.com@evil.example/",
    "https://:p@evil.example/",
    `https://a.example/${"a".repeat(4096)}`,
  ])("returns null for %j", (text) => {
    expect(parseProviderUrl(text)).toBe(null)
  })
})

describe("getBuyObstacle", () => {
  const open = { endpoints: { blockchain: "https://api.example" }, meldUrl: null, restrictedTimeZones: [] }

  it("names the missing server, network or region, and null without one", () => {
    expect(getBuyObstacle(open, mainnet)).toBe(null)
    expect(getBuyObstacle({ ...open, endpoints: {} }, mainnet)).toBe("endpoint")
    expect(getBuyObstacle(open, { caipNetworkId: "eip155:11155111" })).toBe("network")
    expect(getBuyObstacle(open, solana)).toBe("network")
    expect(getBuyObstacle({ ...open, meldUrl: "https://meldcrypto.com/" }, solana)).toBe(null)
  })

  it("compares the host's time zones in any case, and has none of its own", () => {
    const restricted = { ...open, restrictedTimeZones: ["ASIA/SHANGHAI"] }
    expect(getBuyObstacle(restricted, mainnet, "Asia/Shanghai")).toBe("region")
    expect(getBuyObstacle(restricted, mainnet, "Asia/Tokyo")).toBe(null)
    expect(getBuyObstacle(open, mainnet, "Asia/Shanghai")).toBe(null)
  })
})
