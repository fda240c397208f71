import { describe, expect, it } from "@effect/vitest"
import { Feed, SubscriptionRef } from "@wmodal/protocol"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { etherRow, hexAddressActions } from "../testing/balances.ts"
import { type ApiAnswer, connectAccountWith, scriptedApi } from "../testing/connectAccountWith.ts"
import { reach } from "../testing/reach.ts"
import { onrampTimesMs } from "./makeOnramp.ts"
import type { OnrampState } from "./Onramp.ts"

const address = "0xab16a96d359ec26a11e2c2b3d8f8b8942d5bfcdb"
const money = (amount: string, currency = "USD") => ({ amount, currency })
const limits = [{ id: "card", min: "10.00", max: "7500.00" }]

const onrampOptions = {
  paymentCurrencies: ["USD", "EUR"].map((id) => ({ id, payment_method_limits: limits })),
  purchaseCurrencies: ["USDC", "ETH"].map((symbol) => ({
    id: symbol,
    name: symbol,
    symbol,
    networks: [{ name: "ethereum-mainnet", display_name: "Ethereum", chain_id: "1", contract_address: "" }],
  })),
}

const quote = {
  paymentTotal: money("100"),
  paymentSubtotal: money("98.5"),
  purchaseAmount: money("98.5", "USDC"),
  coinbaseFee: money("1.2"),
  networkFee: money("0.3"),
  quoteId: "q",
}

const purchase = (id: string, status: string) => ({
  id,
  metadata: {
    operationType: "buy",
    hash: "",
    minedAt: "2026-01-01T00:00:00Z",
    sentFrom: "Shop",
    sentTo: address,
    status: `ONRAMP_TRANSACTION_STATUS_${status}`,
    nonce: 0,
    chain: "eip155:1",
  },
  transfers: [
    { fungible_info: { name: "USD Coin", symbol: "USDC" }, direction: "in", quantity: { numeric: "98.5" } },
  ],
})

const served = {
  "/v1/onramp/options": () => Response.json(onrampOptions),
  "/v1/onramp/quote": () => Response.json(quote),
  "/v1/generators/onrampurl": () => Response.json({ url: "https://pay.example/buy?session=1" }),
}

const buying = (answers: Readonly<Record<string, ApiAnswer>> = {}, options: object = {}) =>
  Effect.gen(function* () {
    let purchases: readonly object[] | number = []
    let ether = "1.5"
    const api = scriptedApi({
      [`/v1/account/${address}/history`]: () =>
        typeof purchases === "number"
          ? new Response("", { status: purchases })
          : Response.json({ data: purchases, next: null }),
      [`/v1/account/${address}/balance`]: () =>
        Response.json({ balances: [etherRow({ quantity: { decimals: "18", numeric: ether } })] }),
      ...served,
      ...answers,
    })
    const account = yield* connectAccountWith({
      options: { ...api.options, ...options },
      deps: api,
      actions: hexAddressActions,
    })
    const { onramp } = yield* account.flows.funding
    const told: unknown[] = []
    yield* Effect.forkChild(
      Feed.runForEach(account.engine.events, (event) =>
        Effect.sync(() => {
          if (event.name.startsWith("SELECT_")) told.push([event.name, event.properties])
        }),
      ),
      { startImmediately: true },
    )
    const now = () => SubscriptionRef.getUnsafe(onramp.state)
    const as = <Tag extends OnrampState["_tag"]>(tag: Tag): Extract<OnrampState, { readonly _tag: Tag }> => {
      const state = now()
      return state._tag === tag
        ? (state as Extract<OnrampState, { readonly _tag: Tag }>)
        : expect.unreachable(`it is ${state._tag}`)
    }
    return {
      ...account,
      api,
      onramp,
      told,
      now,
      as,
      setPurchases: (next: typeof purchases) => {
        purchases = next
      },
      setEther: (next: string) => {
        ether = next
      },
      progress: () => as("Visiting").progress,
    }
  })

/** Types an amount and waits for its price. */
const priced = (...given: Parameters<typeof buying>) =>
  Effect.gen(function* () {
    const flow = yield* buying(...given)
    yield* flow.onramp.begin
    yield* flow.onramp.typeAmount("100")
    yield* TestClock.adjust(onrampTimesMs.quoteDelay)
    yield* reach(flow.onramp.state, (one) => one._tag === "Choosing" && !/None|Loading/.test(one.quote._tag))
    return flow
  })

/** Opens the provider's page. */
const visiting = (...given: Parameters<typeof buying>) =>
  Effect.gen(function* () {
    const flow = yield* priced(...given)
    flow.setPurchases([purchase("old", "SUCCESS")])
    yield* flow.onramp.select("coinbase")
    yield* flow.onramp.follow
    return flow
  })

describe("begin", () => {
  it.effect("lists what is for sale on this network, and tells that buying was selected", () =>
    Effect.gen(function* () {
      const { as, now, onramp, told } = yield* buying()
      expect(now()).toEqual({ _tag: "Disconnected" })
      yield* onramp.begin
      const { currencies, form, providers, tokens } = as("Choosing")
      expect(tokens.map(({ symbol }) => symbol)).toEqual(["USDC", "ETH"])
      expect(currencies.map(({ id }) => id)).toEqual(["USD", "EUR"])
      expect(form).toMatchObject({ amount: "", token: { symbol: "USDC" }, currency: { id: "USD" } })
      expect(providers.map(({ name }) => name)).toEqual(["coinbase"])
      expect(told).toEqual([["SELECT_BUY_CRYPTO", { isSmartAccount: false }]])
    }),
  )

  it.effect("lists the built-in tokens and currencies when the server has none", () =>
    Effect.gen(function* () {
      const { as, onramp } = yield* buying({
        "/v1/onramp/options": () => new Response("", { status: 404 }),
      })
      yield* onramp.begin
      const { currencies, tokens } = as("Choosing")
      expect(tokens.map(({ symbol }) => symbol)).toEqual(["USDC", "ETH"])
      expect(currencies.map(({ id }) => id)).toEqual(["USD", "EUR"])
    }),
  )

  it.effect.each([401, 403])(
    "says that nothing could be read when the server refuses with %i, not that nothing is for sale",
    (status) =>
      Effect.gen(function* () {
        const { as, onramp } = yield* buying({
          "/v1/supported-chains": () => new Response("", { status }),
          "/v1/onramp/options": () => new Response("", { status }),
        })
        yield* onramp.begin
        expect(as("Failed").problem).toMatchObject({ _tag: "ApiError", reason: { _tag: "Status", status } })
      }),
  )

  it.effect("offers nothing in a restricted time zone, and requests nothing", () =>
    Effect.gen(function* () {
      const here = Intl.DateTimeFormat().resolvedOptions().timeZone
      const { api, now, onramp } = yield* buying({}, { restrictedTimeZones: [here.toUpperCase()] })
      yield* onramp.begin
      expect(now()).toEqual({ _tag: "NotOffered", because: "region" })
      expect(api.askedFor("/v1/onramp/options")).toEqual([])
    }),
  )

  it.effect("starts anew on another network, and ends with the connection", () =>
    Effect.gen(function* () {
      const { engine, onramp } = yield* priced()
      yield* engine.networks.switchTo("eip155:10")
      yield* reach(onramp.state, (one) => one._tag === "NotOffered")
      yield* engine.connection.disconnect()
      yield* reach(onramp.state, (one) => one._tag === "Disconnected")
    }),
  )
})

describe("coming back from a choice", () => {
  it.effect("keeps the form, and starts anew when buying is opened again", () =>
    Effect.gen(function* () {
      const { as, engine, onramp, told } = yield* priced()
      yield* engine.router.open({ _tag: "OnRampProviders" })
      yield* engine.router.push({ _tag: "OnRampTokenSelect" })
      yield* engine.router.goBack
      yield* onramp.begin
      expect(as("Choosing").form.amount).toBe("100")
      expect(told).toHaveLength(1)
      yield* engine.router.open({ _tag: "OnRampProviders" })
      yield* onramp.begin
      expect(as("Choosing").form.amount).toBe("")
      expect(told).toHaveLength(2)
    }),
  )
})

describe("quotes", () => {
  it.effect("requests a quote 200 ms after the last key and not before", () =>
    Effect.gen(function* () {
      const { api, as, onramp } = yield* buying()
      yield* onramp.begin
      yield* onramp.typeAmount("10")
      yield* onramp.typeAmount("100")
      expect(onrampTimesMs.quoteDelay).toBe(200)
      yield* TestClock.adjust(199)
      expect(api.askedFor("/v1/onramp/quote")).toHaveLength(0)
      expect(as("Choosing").quote).toEqual({ _tag: "Loading" })
      yield* TestClock.adjust(1)
      yield* reach(onramp.state, (one) => one._tag === "Choosing" && one.quote._tag === "Quoted")
      expect(api.askedFor("/v1/onramp/quote")).toHaveLength(1)
      expect(as("Choosing").quote).toEqual({
        _tag: "Quoted",
        amount: "98.5",
        symbol: "USDC",
        fees: { units: 15n, decimals: 1 },
      })
    }),
  )

  it.effect("marks a price as an estimate when the server gives none", () =>
    Effect.gen(function* () {
      const { as } = yield* priced({ "/v1/onramp/quote": () => new Response("", { status: 404 }) })
      expect(as("Choosing").quote).toEqual({ _tag: "Estimate" })
    }),
  )

  it.effect("requests no quote for an amount outside the limits", () =>
    Effect.gen(function* () {
      const { api, as, onramp } = yield* buying()
      yield* onramp.begin
      for (const [amount, tag] of [
        ["9.99", "Below"],
        ["7500.01", "Above"],
        ["1.234", "Invalid"],
      ] as const) {
        yield* onramp.typeAmount(amount)
        expect(as("Choosing")).toMatchObject({ error: { _tag: tag }, quote: { _tag: "None" } })
      }
      yield* TestClock.adjust("1 second")
      expect(api.askedFor("/v1/onramp/quote")).toEqual([])
      yield* onramp.select("coinbase")
      expect(as("Choosing").problem).toMatchObject({ reason: { _tag: "InvalidAmount" } })
      expect(api.askedFor("/v1/generators/onrampurl")).toEqual([])
    }),
  )

  it.effect("follows the chosen token and currency, and ignores unknown ones", () =>
    Effect.gen(function* () {
      const { as, onramp } = yield* priced()
      yield* onramp.chooseToken("eth")
      yield* onramp.chooseCurrency("eur")
      yield* onramp.chooseToken("DOGE")
      yield* onramp.chooseCurrency("XXX")
      expect(as("Choosing")).toMatchObject({
        form: { amount: "100", token: { symbol: "ETH" }, currency: { id: "EUR" } },
        quote: { _tag: "Loading" },
      })
    }),
  )
})

describe("select", () => {
  it.effect("shows the provider's page before it is opened, and tells which provider", () =>
    Effect.gen(function* () {
      const { as, engine, onramp, told } = yield* priced()
      yield* onramp.select("coinbase")
      expect(as("Visiting")).toMatchObject({
        visit: {
          url: "https://pay.example/buy?session=1",
          host: "pay.example",
          amount: "100",
          address,
          network: { id: 1 },
        },
        progress: { _tag: "Ready" },
      })
      expect(SubscriptionRef.getUnsafe(engine.router.state).history.at(-1)).toEqual({ _tag: "BuyInProgress" })
      expect(told.at(-1)).toEqual(["SELECT_BUY_PROVIDER", { provider: "coinbase", isSmartAccount: false }])
    }),
  )

  it.effect.each(["http://pay.example/", "javascript:alert(1)", "https://pay.example@evil.example/", ""])(
    "refuses the address %j of the server",
    (url) =>
      Effect.gen(function* () {
        const { as, onramp } = yield* priced({ "/v1/generators/onrampurl": () => Response.json({ url }) })
        yield* onramp.select("coinbase")
        expect(as("Choosing")).toMatchObject({
          opening: null,
          problem: { reason: { _tag: "UnsafeUrl", provider: "Coinbase" } },
        })
      }),
  )

  it.effect("keeps the form when the server fails", () =>
    Effect.gen(function* () {
      const { as, onramp } = yield* priced({
        "/v1/generators/onrampurl": () => new Response("", { status: 400 }),
      })
      yield* onramp.select("coinbase")
      expect(as("Choosing")).toMatchObject({
        form: { amount: "100" },
        opening: null,
        problem: { _tag: "ApiError" },
      })
    }),
  )

  it.effect("passes the address, the token and the host's key to Meld", () =>
    Effect.gen(function* () {
      const { as, onramp, told } = yield* priced({}, { meldUrl: "https://meld.example/?publicKey=k" })
      yield* onramp.select("meld")
      const url = new URL(as("Visiting").visit.url)
      expect(Object.fromEntries(url.searchParams)).toEqual({
        publicKey: "k",
        destinationCurrencyCode: "USDC",
        walletAddress: address,
      })
      expect(told.at(-1)).toEqual(["SELECT_BUY_PROVIDER", { provider: "meld", isSmartAccount: false }])
    }),
  )

  it.effect("shows what buying is, and tells that", () =>
    Effect.gen(function* () {
      const { engine, onramp, told } = yield* priced()
      yield* onramp.explain
      expect(SubscriptionRef.getUnsafe(engine.router.state).history.at(-1)).toEqual({ _tag: "WhatIsABuy" })
      expect(told.at(-1)).toEqual(["SELECT_WHAT_IS_A_BUY", { isSmartAccount: false }])
    }),
  )
})

describe("follow", () => {
  const poll = TestClock.adjust(onrampTimesMs.poll)

  it.effect("looks for the purchase every 4 s, and shows it as paid and then as arrived", () =>
    Effect.gen(function* () {
      const { api, engine, onramp, progress, setPurchases } = yield* visiting()
      const asked = () =>
        api.asked.filter(({ searchParams }) => searchParams.get("onramp") === "coinbase").length
      expect([progress(), asked()]).toEqual([{ _tag: "Waiting" }, 1])
      expect(onrampTimesMs.poll).toBe(4000)
      yield* TestClock.adjust(3999)
      expect(asked()).toBe(1)
      yield* TestClock.adjust(1)
      expect(asked()).toBe(2)
      expect(progress()).toEqual({ _tag: "Waiting" })
      setPurchases([purchase("new", "IN_PROGRESS"), purchase("old", "SUCCESS")])
      yield* poll
      yield* reach(onramp.state, (one) => one._tag === "Visiting" && one.progress._tag === "Paid")
      setPurchases([purchase("new", "SUCCESS"), purchase("old", "SUCCESS")])
      yield* poll
      yield* reach(onramp.state, (one) => one._tag === "Visiting" && one.progress._tag === "Arrived")
      expect(progress()).toEqual({ _tag: "Arrived", bought: "98.5 USDC" })
      yield* reach(engine.toasts.current, (toast) => toast?.message.id === "flow.buy.arrived")
      const before = asked()
      yield* TestClock.adjust("1 minute")
      expect(asked()).toBe(before)
    }),
  )

  it.effect("reports a failed purchase, and goes on after a failed read", () =>
    Effect.gen(function* () {
      const { onramp, progress, setPurchases } = yield* visiting()
      setPurchases(400)
      yield* poll
      expect(progress()).toEqual({ _tag: "Waiting" })
      setPurchases([purchase("new", "FAILED"), purchase("old", "SUCCESS")])
      yield* poll
      yield* reach(onramp.state, (one) => one._tag === "Visiting" && one.progress._tag === "Failed")
      expect(progress()).toEqual({ _tag: "Failed" })
    }),
  )

  it.effect("shows that it is late after 180 s and not before, and goes on when the user waits", () =>
    Effect.gen(function* () {
      const { onramp, progress, setPurchases } = yield* visiting()
      expect(onrampTimesMs.follow).toBe(180_000)
      yield* TestClock.adjust(179_999)
      expect(progress()).toEqual({ _tag: "Waiting" })
      yield* TestClock.adjust(1)
      yield* reach(onramp.state, (one) => one._tag === "Visiting" && one.progress._tag === "Late")
      yield* onramp.follow
      expect(progress()).toEqual({ _tag: "Waiting" })
      setPurchases([purchase("new", "SUCCESS"), purchase("old", "SUCCESS")])
      yield* poll
      yield* reach(onramp.state, (one) => one._tag === "Visiting" && one.progress._tag === "Arrived")
    }),
  )

  it.effect("does not count a purchase of an earlier visit when the first read is late", () =>
    Effect.gen(function* () {
      const flow = yield* priced()
      flow.setPurchases(400)
      yield* flow.onramp.select("coinbase")
      yield* flow.onramp.follow
      flow.setPurchases([purchase("old", "SUCCESS")])
      yield* poll
      yield* poll
      expect(flow.progress()).toEqual({ _tag: "Waiting" })
    }),
  )

  it.effect("follows a purchase at Meld by what arrives in the account", () =>
    Effect.gen(function* () {
      const flow = yield* priced({}, { meldUrl: "https://meld.example/?publicKey=k" })
      yield* flow.flows.holdings.refresh
      yield* flow.onramp.select("meld")
      yield* flow.onramp.follow
      flow.setEther("2")
      yield* poll
      yield* reach(flow.onramp.state, (one) => one._tag === "Visiting" && one.progress._tag === "Arrived")
      expect(flow.progress()).toEqual({ _tag: "Arrived", bought: "0.5 ETH" })
    }),
  )

  it.effect(
    "keeps a purchase that is under way when buying is opened again, until the user starts another",
    () =>
      Effect.gen(function* () {
        const { as, onramp, progress } = yield* visiting()
        yield* onramp.begin
        expect(progress()).toEqual({ _tag: "Waiting" })
        yield* onramp.leave
        expect(as("Choosing").form.amount).toBe("")
      }),
  )

  it.effect("has no effect before a page is shown", () =>
    Effect.gen(function* () {
      const { now, onramp } = yield* priced()
      const before = now()
      const fiber = yield* Effect.forkChild(onramp.follow)
      yield* Fiber.join(fiber)
      expect(now()).toBe(before)
    }),
  )
})
