import { it } from "@effect/vitest"
import { Effect } from "effect"
import { expect } from "vitest"
import { recordRequests, sdk } from "../testing/recordRequests.ts"
import { OnrampQuote } from "./contract.ts"
import { makeOnramp } from "./Onramp.ts"
import { defaultOnrampOptions, makeEstimatedQuote } from "./onrampDefaults.ts"

const network = "eip155:1"
const payment = { id: "EUR", payment_method_limits: [{ id: "card", min: "1.00", max: "2.00" }] }
const purchase = { id: "1", name: "Ether", symbol: "ETH", networks: [] }
const gone = new Response("", { status: 404 })
const request = { network, purchase, payment, amount: "50" } as const

it.effect("returns the assets and payment currencies", () =>
  Effect.gen(function* () {
    const options = { paymentCurrencies: [payment], purchaseCurrencies: [purchase] }
    const { client, asked } = recordRequests(makeOnramp, options)
    expect(yield* client.options(network)).toEqual(options)
    expect(asked).toEqual([[`GET /v1/onramp/options?${sdk}`, null, null]])
  }),
)

it.effect("returns default options when the server has none or invalid ones", () =>
  Effect.gen(function* () {
    for (const reply of [gone, { paymentCurrencies: [{ id: "EUR" }], purchaseCurrencies: [] }]) {
      const options = yield* recordRequests(makeOnramp, reply).client.options(network)
      expect(options).toBe(defaultOnrampOptions)
    }
    expect(defaultOnrampOptions.paymentCurrencies).toEqual(
      ["USD", "EUR"].map((id) => ({
        id,
        payment_method_limits: [
          { id: "card", min: "10.00", max: "7500.00" },
          { id: "ach_bank_account", min: "10.00", max: "25000.00" },
        ],
      })),
    )
    expect(defaultOnrampOptions.purchaseCurrencies.map(({ symbol }) => symbol)).toEqual(["USDC", "ETH"])
  }),
)

it.effect("sends the network of a quote by its symbol", () =>
  Effect.gen(function* () {
    const quote = { ...makeEstimatedQuote("51", "EUR"), quoteId: "q" }
    const { client, asked } = recordRequests(makeOnramp, quote)
    expect(yield* client.quote(request)).toEqual({ _tag: "Quoted", quote })
    expect(asked).toEqual([
      [
        "POST /v1/onramp/quote?projectId=p",
        "text/plain;charset=UTF-8",
        { purchaseCurrency: purchase, paymentCurrency: payment, amount: "50", network: "ETH" },
      ],
    ])
  }),
)

it.effect("labels a missing quote as an estimate", () =>
  Effect.gen(function* () {
    for (const reply of [gone, { quoteId: "q" }]) {
      const reading = yield* recordRequests(makeOnramp, reply).client.quote(request)
      expect(reading).toEqual({ _tag: "Estimate", quote: makeEstimatedQuote("50", "EUR") })
    }
    const { quoteId, ...amounts } = OnrampQuote.parse(makeEstimatedQuote("50", "EUR"))
    expect(quoteId).toBe("mocked-quote-id")
    for (const amount of Object.values(amounts)) expect(amount).toEqual({ amount: "50", currency: "EUR" })
  }),
)

const destination = {
  destinationWallets: [{ address: "0x2", blockchains: ["ethereum"], assets: ["ETH"] }],
  defaultNetwork: "ethereum",
  partnerUserId: "u",
}

it.effect("returns the URL of the provider's page", () =>
  Effect.gen(function* () {
    const { client, asked } = recordRequests(makeOnramp, { url: "https://buy.test" })
    expect(yield* client.url(network, { ...destination, presetFiatAmount: 20 })).toBe("https://buy.test")
    expect(asked).toEqual([
      [
        "POST /v1/generators/onrampurl?projectId=p",
        "text/plain;charset=UTF-8",
        { ...destination, presetFiatAmount: 20, defaultExperience: "buy" },
      ],
    ])
  }),
)

it.effect("names the field that the page's response lacks", () =>
  Effect.gen(function* () {
    const { reason } = yield* Effect.flip(recordRequests(makeOnramp, {}).client.url(network, destination))
    expect(reason).toEqual({ _tag: "Malformed", field: "url" })
  }),
)

it.effect("returns empty results for an unserved network, without a request", () =>
  Effect.gen(function* () {
    const { client, asked } = recordRequests(makeOnramp, {})
    expect(yield* client.options("eip155:2")).toEqual({ paymentCurrencies: [], purchaseCurrencies: [] })
    expect(yield* client.quote({ ...request, network: "eip155:2" })).toBeNull()
    expect(yield* client.url("eip155:2", destination)).toBe("")
    expect(asked).toEqual([])
  }),
)
