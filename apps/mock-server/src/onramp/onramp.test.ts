import { layer } from "@effect/vitest"
import {
  defaultOnrampOptions,
  getBalance,
  getCurrencyImage,
  getTokenImage,
  makeOnramp,
  type OnrampUrlRequest,
  postOnrampUrl,
} from "@wmodal/api"
import { solana } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { accounts, makeHandler, tokens } from "../index.ts"
import { makeGatedOptions, makeHandlerLayer } from "../testing/clientOptions.ts"
import { setupTestHandler } from "../testing/setupTestHandler.ts"
import { computeTotalFor } from "./Quote.ts"

const [, , , otto, , nobody] = accounts
const [usd] = tokens

const destination: OnrampUrlRequest = {
  destinationWallets: [{ address: nobody, blockchains: ["ethereum", "base"], assets: ["USDC", "ETH"] }],
  defaultNetwork: "base",
  partnerUserId: nobody,
}

const setup = () => {
  const handler = makeHandler()
  const ask = (path: string, init?: RequestInit) =>
    Promise.resolve(handler.fetch(new Request(new URL(path, "http://localhost"), init)))
  const post = async (path: string, body: unknown) => {
    const response = await ask(`/w/p${path}`, { method: "POST", body: JSON.stringify(body) })
    return { status: response.status, body: await response.json() }
  }
  const open = async (request: object = {}) =>
    z
      .object({ url: z.string() })
      .parse(
        (await post("/v1/generators/onrampurl", { ...destination, defaultExperience: "buy", ...request }))
          .body,
      ).url
  const page = async (url: string) => (await ask(url)).text()
  const step = (url: string, form: Record<string, string>) =>
    ask(url, { method: "POST", body: new URLSearchParams(form) })
  const history = async (address: string) =>
    z
      .object({ data: z.array(z.unknown()) })
      .parse(await (await ask(`/w/p/v1/account/${address}/history?onramp=coinbase`)).json()).data
  const balance = async (address: string, chainId: string) => {
    const query = new URLSearchParams({ currency: "usd", chainId, sv: "node-evm-0.1.0" })
    const headers = { origin: "https://shop.example" }
    const response = await ask(`/w/p/v1/account/${address}/balance?${query}`, { headers })
    const { balances } = getBalance.response.parse(await response.json())
    return balances.map(({ symbol, quantity }) => [symbol, quantity.numeric])
  }
  return { ask, post, open, page, step, history, balance, close: handler.close }
}

const failed = (status: number, field: string) => ({
  status,
  body: { status: "FAILED", reasons: [{ field, description: expect.any(String) }] },
})

const choice = (page: string, label: string) =>
  new RegExp(`<option value="(\\d+)">${label},`).exec(page)?.[1] ?? "none"

describe("onramp purchase", { timeout: 30_000 }, () => {
  it("renders a page of this server with the default network first", async () => {
    const { open, page, history, ask } = setup()
    const url = await open({ presetFiatAmount: 100 })
    expect(url).toMatch(/^http:\/\/localhost\/w\/p\/onramp\/[0-9a-f-]{36}$/)
    const text = await page(url)
    expect([...text.matchAll(/<option value="\d+">(.*?),/g)].map(([, name]) => name)).toEqual([
      "ETH on Base",
      "mUSDC on Base",
      "ETH on Ethereum",
      "mUSDC on Ethereum",
    ])
    expect(text).toContain('value="100.00"')
    const response = await ask(url)
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'")
    expect(text).not.toContain("<script")
    expect(await history(nobody)).toEqual([])
  })

  it("reports a paid purchase as in progress, then as delivered on the chain", async () => {
    const { open, page, step, history, balance, close } = setup()
    const url = await open()
    const paid = await step(url, {
      do: "pay",
      choice: choice(await page(url), "mUSDC on Base"),
      amount: "200",
    })
    expect([paid.status, paid.headers.get("location")]).toEqual([303, new URL(url).pathname])
    const item = {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      metadata: {
        operationType: "buy",
        hash: "",
        minedAt: expect.stringMatching(/^2026-01-01T/),
        sentFrom: "Mock Onramp",
        sentTo: nobody,
        status: "ONRAMP_TRANSACTION_STATUS_IN_PROGRESS",
        nonce: 0,
        chain: "eip155:8453",
      },
      transfers: [
        {
          fungible_info: {
            name: "Mock USD Coin",
            symbol: "mUSDC",
            icon: { url: "http://localhost/public/getTokenImage/mUSDC" },
          },
          direction: "in",
          quantity: { numeric: "197" },
          value: 197,
          price: 1,
        },
      ],
    }
    expect(await history(nobody)).toEqual([item])
    expect(await history(otto)).toEqual([])
    expect(await balance(nobody, "eip155:8453")).toEqual([["ETH", "10000"]])

    expect((await step(url, { do: "deliver" })).status).toBe(303)
    expect(await page(url)).toContain("<h1>Delivered</h1>")
    const hash = expect.stringMatching(/^0x[0-9a-f]{64}$/)
    const metadata = { ...item.metadata, hash, status: "ONRAMP_TRANSACTION_STATUS_SUCCESS" }
    expect(await history(nobody.toLowerCase())).toEqual([{ ...item, metadata }])
    expect(await balance(nobody, "eip155:8453")).toEqual([
      ["ETH", "10000"],
      ["mUSDC", "197"],
    ])
    await close()
  })

  it("credits ether once for repeated delivery requests", async () => {
    const { open, page, step, balance, close } = setup()
    const url = await open()
    await step(url, { do: "pay", choice: choice(await page(url), "ETH on Ethereum"), amount: "2538.07" })
    const statuses = (await Promise.all([step(url, { do: "deliver" }), step(url, { do: "deliver" })])).map(
      ({ status }) => status,
    )
    expect(statuses.toSorted()).toEqual([303, 400])
    expect((await step(url, { do: "deliver" })).status).toBe(400)
    expect(await balance(nobody, "eip155:1")).toEqual([["ETH", "10001"]])
    await close()
  })

  it("reports a failed purchase without a credit", async () => {
    const { open, page, step, history, balance, close } = setup()
    const url = await open()
    await step(url, { do: "pay", choice: "0", amount: "50" })
    expect((await step(url, { do: "fail" })).status).toBe(303)
    expect(await page(url)).toContain("<h1>Failed</h1>")
    expect(await history(nobody)).toMatchObject([
      { metadata: { status: "ONRAMP_TRANSACTION_STATUS_FAILED" } },
    ])
    expect((await step(url, { do: "deliver" })).status).toBe(400)
    expect(await balance(nobody, "eip155:8453")).toEqual([["ETH", "10000"]])
    await close()
  })

  it("lists purchases newest first, each under its own id", async () => {
    const { open, step, history } = setup()
    const urls = [await open(), await open(), await open()]
    for (const url of urls) await step(url, { do: "pay", choice: "0", amount: "50" })
    const ids = (await history(nobody)).map((item) => z.object({ id: z.string() }).parse(item).id)
    expect(ids).toEqual(urls.map((url) => url.slice(-36)).toReversed())
  })

  it("rejects unknown steps and steps out of order", async () => {
    const { open, step } = setup()
    const url = await open()
    const refused = async (form: Record<string, string>) => {
      const response = await step(url, form)
      return { status: response.status, body: await response.json() }
    }
    expect(await refused({ do: "deliver" })).toEqual(failed(400, "do"))
    expect(await refused({ do: "pay", choice: "9", amount: "50" })).toEqual(failed(400, "choice"))
    for (const amount of ["", "x", "-50", "9.99", "25000.01", "1e3", "50.001"])
      expect(await refused({ do: "pay", choice: "0", amount })).toEqual(failed(400, "amount"))
    for (const form of [{}, { do: "steal" }, { do: "pay", choice: "-1", amount: "50" }])
      expect((await refused(form)).status).toBe(400)
    await step(url, { do: "pay", choice: "0", amount: "50" })
    expect(await refused({ do: "pay", choice: "0", amount: "50" })).toEqual(failed(400, "do"))
  })

  it("keeps purchases separate per world", async () => {
    const { ask, open } = setup()
    const url = await open()
    expect((await ask(url.replace("/w/p/", "/w/q/"))).status).toBe(404)
    expect((await ask(url.replace("/w/p/", "/"))).status).toBe(401)
    expect((await ask(`${url.replace("/w/p/", "/")}?projectId=p`)).status).toBe(200)
  })

  it("finds a purchase in a world of any name", async () => {
    const { ask } = setup()
    const body = JSON.stringify({ ...destination, defaultExperience: "buy" })
    for (const name of ["/", "%", "a b", "ö?#"]) {
      const path = `/w/${encodeURIComponent(name)}/v1/generators/onrampurl`
      const { url } = postOnrampUrl.response.parse(await (await ask(path, { method: "POST", body })).json())
      expect((await ask(url)).status).toBe(200)
    }
    const half = `{"projectId":"\\ud800",${body.slice(1)}`
    expect((await ask("/v1/generators/onrampurl", { method: "POST", body: half })).status).toBe(200)
  })

  it("sells SOL on Meld's page, and moves real lamports when it is delivered", async () => {
    const { ask, history, page, step } = setup()
    const owner = "4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T"
    const chainId = solana.caipNetworkId
    const getLamports = async () => {
      const response = await ask(`/w/p/v1?${new URLSearchParams({ chainId, projectId: "p" })}`, {
        method: "POST",
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "getBalance", params: [owner] }),
      })
      return z.object({ result: z.object({ value: z.number() }) }).parse(await response.json()).result.value
    }
    const query = { publicKey: "k", destinationCurrencyCode: "SOL", walletAddress: owner }
    const visit = (change: object = {}) => ask(`/w/p/meld?${new URLSearchParams({ ...query, ...change })}`)
    const url = (await visit()).headers.get("location") ?? ""
    expect(await page(url)).toContain(`SOL on Solana, to ${owner}`)
    const before = await getLamports()
    await step(url, { do: "pay", choice: "0", amount: "150" })
    expect(await history(owner)).toMatchObject([
      { metadata: { status: "ONRAMP_TRANSACTION_STATUS_IN_PROGRESS" } },
    ])
    expect(await getLamports()).toBe(before)
    await step(url, { do: "deliver" })
    // 150 dollars less 1.5 %, at 150 dollars.
    expect((await getLamports()) - before).toBe(985_000_000)
    expect(await page(url)).toContain("0.985 SOL on Solana")
    for (const change of [{ destinationCurrencyCode: "DOGE" }, { walletAddress: "0OIl" }])
      expect((await visit(change)).status).toBe(400)
  })

  it("opens a purchase on Ethereum for a visit of Meld's page", async () => {
    const { ask, page, step, history } = setup()
    const query = { publicKey: "k", destinationCurrencyCode: "mUSDC", walletAddress: nobody }
    const visit = (change: object) => ask(`/w/p/meld?${new URLSearchParams({ ...query, ...change })}`)
    const url = (await visit({})).headers.get("location") ?? ""
    expect(await page(url)).toContain("mUSDC on Ethereum")
    await step(url, { do: "pay", choice: "0", amount: "50" })
    expect(await history(nobody)).toHaveLength(1)
    for (const change of [{ publicKey: "" }, { destinationCurrencyCode: "DOGE" }, { walletAddress: "vera" }])
      expect((await visit(change)).status).toBe(400)
  })

  it("rejects unsupported assets and amounts", async () => {
    const { post } = setup()
    const wallets = (change: object) => ({
      destinationWallets: [{ ...destination.destinationWallets[0], ...change }],
    })
    const ask = (change: object) =>
      post("/v1/generators/onrampurl", { ...destination, defaultExperience: "buy", ...change })
    for (const change of [
      wallets({ address: "vera" }),
      wallets({ blockchains: ["solana"] }),
      wallets({ assets: ["DOGE"] }),
      wallets({ blockchains: Array(501).fill("base") }),
      { destinationWallets: [] },
    ])
      expect(await ask(change)).toEqual(failed(400, "destinationWallets"))
    expect(await ask({ presetFiatAmount: 0 })).toEqual(failed(400, "presetFiatAmount"))
    expect(await ask({ presetCryptoAmount: -1 })).toEqual(failed(400, "presetCryptoAmount"))
    expect(await ask({ defaultExperience: "sell" })).toEqual(failed(400, "defaultExperience"))
    expect((await ask(wallets({ assets: [] }))).status).toBe(200)
    expect((await ask(wallets({ blockchains: Array(500).fill("base") }))).status).toBe(200)
  })

  it("proposes the total for a requested asset amount", async () => {
    const { open, page } = setup()
    const url = await open({ presetCryptoAmount: 0.5 })
    expect(await page(url)).toContain('value="1269.04"')
    expect(computeTotalFor({ symbol: "ETH", decimals: 18 }, 5n * 10n ** 17n)).toBe(1269_04n)
  })
})

const handler = setupTestHandler()

layer(makeHandlerLayer(handler))("our own client", (it) => {
  const makeClient = Effect.gen(function* () {
    const gated = yield* makeGatedOptions("onramp")
    return yield* makeOnramp(gated)
  })
  const network = "eip155:1"

  it.effect("returns the purchase options and their prices", () =>
    Effect.gen(function* () {
      const onramp = yield* makeClient
      const { paymentCurrencies, purchaseCurrencies } = yield* onramp.options(network)
      expect(paymentCurrencies.map(({ id }) => id)).toEqual(["USD", "EUR", "GBP"])
      expect(paymentCurrencies[0]?.payment_method_limits).toEqual([
        { id: "card", min: "10.00", max: "7500.00" },
        { id: "ach_bank_account", min: "10.00", max: "25000.00" },
      ])
      const coin = purchaseCurrencies.find(({ symbol }) => symbol === "mUSDC")
      expect(coin?.networks[0]).toEqual({
        name: "ethereum-mainnet",
        display_name: "Ethereum",
        chain_id: "1",
        contract_address: usd.address,
      })
      for (const purchase of purchaseCurrencies)
        for (const payment of paymentCurrencies) {
          const reading = yield* onramp.quote({ network, purchase, payment, amount: "99.99" })
          expect(reading?._tag).toBe("Quoted")
          const { quote } = reading ?? {}
          expect(quote?.paymentTotal).toEqual({ amount: "99.99", currency: payment.id })
          const part = Number(quote?.coinbaseFee.amount) + Number(quote?.networkFee.amount)
          expect(part / 99.99).toBeGreaterThanOrEqual(0.01)
          expect(part / 99.99).toBeLessThanOrEqual(0.02)
          expect(quote?.purchaseAmount.currency).toBe(purchase.symbol)
        }
    }),
  )

  it.effect("returns an icon for every payment method and asset", () =>
    Effect.gen(function* () {
      for (const { paymentCurrencies, purchaseCurrencies } of [
        yield* (yield* makeClient).options(network),
        defaultOnrampOptions,
      ]) {
        const paths = [
          ...paymentCurrencies.map(({ id }) => getCurrencyImage.path({ currency: id })),
          ...purchaseCurrencies.map(({ symbol }) => getTokenImage.path({ symbol })),
        ]
        for (const path of paths) {
          const request = new Request(`http://localhost${path}`)
          const response = yield* Effect.promise(async () => handler.fetch(request))
          expect(response.headers.get("content-type")).toBe("image/svg+xml")
        }
      }
    }),
  )

  it.effect("returns the same quote for the same request, with the value of the payment", () =>
    Effect.gen(function* () {
      const onramp = yield* makeClient
      const { paymentCurrencies, purchaseCurrencies } = yield* onramp.options(network)
      const purchase = purchaseCurrencies.find(({ symbol }) => symbol === "ETH")
      const payment = paymentCurrencies.find(({ id }) => id === "EUR")
      if (purchase === undefined || payment === undefined) return expect.fail("nothing to buy")
      const request = { network, purchase, payment, amount: "1000" } as const
      const { quoteId: one, ...quote } = (yield* onramp.quote(request))?.quote ?? {}
      const { quoteId: other, ...again } = (yield* onramp.quote(request))?.quote ?? {}
      expect(one).not.toBe(other)
      expect(again).toEqual(quote)
      expect(quote).toEqual({
        paymentTotal: { amount: "1000.00", currency: "EUR" },
        coinbaseFee: { amount: "12.00", currency: "EUR" },
        networkFee: { amount: "3.00", currency: "EUR" },
        paymentSubtotal: { amount: "985.00", currency: "EUR" },
        purchaseAmount: { amount: "0.4334", currency: "ETH" },
      })
    }),
  )

  it.effect("returns a quote for USDC by its usual name, and an error for an unknown asset", () =>
    Effect.gen(function* () {
      const onramp = yield* makeClient
      const quote = (symbol: string, id = "USD", amount = "100") =>
        onramp.quote({
          network,
          purchase: { id: "1", name: symbol, symbol, networks: [] },
          payment: { id, payment_method_limits: [] },
          amount,
        })
      expect((yield* quote("USDC"))?.quote.purchaseAmount).toEqual({ amount: "98.5", currency: "mUSDC" })
      const refused = [yield* quote("DOGE"), yield* quote("ETH", "DOGE"), yield* quote("ETH", "USD", "9")]
      expect(refused.map((reading) => reading?._tag)).toEqual(["Estimate", "Estimate", "Estimate"])
    }),
  )

  it.effect("opens the onramp page", () =>
    Effect.gen(function* () {
      const url = yield* (yield* makeClient).url(network, destination)
      const response = yield* Effect.promise(async () => handler.fetch(new Request(url)))
      expect([response.status, response.headers.get("content-type")]).toEqual([
        200,
        "text/html; charset=UTF-8",
      ])
    }),
  )
})
