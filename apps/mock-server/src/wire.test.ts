import { mnemonicToAccount } from "viem/accounts"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { accounts } from "./evm/accounts.ts"
import { tokens } from "./evm/tokens.ts"
import { setupTestHandler } from "./testing/setupTestHandler.ts"

/**
 * The wire of AppKit 1.7.2 as its client writes it, without wmodal's own client or schemas: the exact paths, queries,
 * headers and bodies, and every field of each response. Only the fields that the wire names may be in a response.
 */
const now = Date.UTC(2026, 5, 1)
const handler = setupTestHandler({ wallNow: () => now })
const projectId = "wire"
const sdk = "st=appkit&sv=html-wagmi-4.2.2&projectId=wire"
const origin = "https://shop.example"
const [vera, milo] = accounts
const [usd, dai] = tokens
const signer = mnemonicToAccount("test test test test test test test test test test test junk")
const caip = (address: string) => `eip155:1:${address}`
/** The client's names of the native currencies. */
const native = { evm: caip("0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee") }
const solana = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"
const solanaAccount = "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM"

interface WireRequest {
  readonly path: string
  readonly body?: unknown
  /** Default: none, as `fetch` sends a text. */
  readonly json?: boolean
  readonly headers?: Readonly<Record<string, string>>
}

const send = async ({ path, body, json = false, headers = {} }: WireRequest) =>
  handler.fetch(
    new Request(`http://localhost${path}`, {
      ...(body !== undefined && {
        method: "POST",
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
      headers: { origin, ...(json && { "content-type": "application/json" }), ...headers },
    }),
  )

const integer = z.string().check(z.regex(/^\d+$/))
const hex = z.string().check(z.regex(/^0x(?:[0-9a-f]{2})*$/i))
const time = z.iso.datetime()
const optionalText = z.optional(z.nullable(z.string()))
const caip10 = z.string().check(z.regex(/^(?:eip155|solana|bip122):[^:]+:[^:]+$/))
const caip2 = z.string().check(z.regex(/^(?:eip155|solana|bip122|polkadot):[^:]+$/))

const Wallet = z.strictObject({
  id: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  name: z.string(),
  badge_type: z.optional(z.enum(["none", "certified"])),
  chains: z.optional(z.array(caip2)),
  homepage: z.optional(z.string()),
  image_id: z.optional(z.uuid()),
  order: z.optional(z.number()),
  mobile_link: optionalText,
  desktop_link: optionalText,
  webapp_link: optionalText,
  app_store: optionalText,
  play_store: optionalText,
  chrome_store: optionalText,
  rdns: optionalText,
  injected: z.optional(
    z.nullable(
      z.array(z.strictObject({ namespace: z.optional(z.string()), injected_id: z.optional(z.string()) })),
    ),
  ),
})
const wallets = (length: number) =>
  z.strictObject({ count: z.number(), data: z.array(Wallet).check(z.length(length)) })

const Media = z.strictObject({ url: z.string(), content_type: z.optional(z.string()) })
const Transaction = z.strictObject({
  id: z.string(),
  metadata: z.strictObject({
    operationType: z.string(),
    hash: z.string(),
    minedAt: time,
    sentFrom: z.string(),
    sentTo: z.string(),
    status: z.enum(["confirmed", "failed", "pending"]),
    nonce: z.number(),
    chain: z.nullable(caip2),
    application: z.optional(z.strictObject({ name: z.nullish(z.string()), iconUrl: z.nullish(z.string()) })),
  }),
  transfers: z.array(
    z.looseObject({
      fungible_info: z.nullish(
        z.strictObject({
          name: z.string(),
          symbol: z.string(),
          icon: z.nullish(z.strictObject({ url: z.string() })),
        }),
      ),
      nft_info: z.nullish(
        z.looseObject({
          content: z.nullish(z.strictObject({ preview: Media, detail: Media })),
          flags: z.strictObject({ is_spam: z.boolean() }),
        }),
      ),
      direction: z.enum(["in", "out", "self"]),
      quantity: z.strictObject({ numeric: z.string() }),
      value: z.optional(z.number()),
      price: z.optional(z.number()),
    }),
  ),
})
const Balance = z.strictObject({
  name: z.string(),
  symbol: z.string(),
  chainId: caip2,
  address: z.optional(caip10),
  value: z.optional(z.number()),
  price: z.number(),
  quantity: z.strictObject({ decimals: z.string(), numeric: z.string() }),
  iconUrl: z.string(),
})
const Name = z.strictObject({
  name: z.string(),
  registered_at: time,
  updated_at: time,
  attributes: z.nullable(z.record(z.string(), z.string())),
  addresses: z.record(integer, z.strictObject({ address: z.string(), created_at: time })),
})
const Money = z.strictObject({ amount: z.string(), currency: z.string() })
const Rule = z.looseObject({ type: z.string(), data: z.unknown() })

const usdCoin = {
  id: "2b92315d-eab7-5bef-84fa-089a131333f5",
  name: "USD Coin",
  symbol: "USDC",
  networks: [
    {
      name: "ethereum-mainnet",
      display_name: "Ethereum",
      chain_id: "1",
      contract_address: "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
    },
  ],
}
const usDollar = { id: "USD", payment_method_limits: [{ id: "card", min: "10.00", max: "7500.00" }] }
const event = {
  eventId: "1b671a64-40d5-491e-99b0-da01ff1f3341",
  url: `${origin}/cart`,
  domain: "shop.example",
  timestamp: now,
  props: { type: "track", event: "MODAL_OPEN", address: vera, properties: { connected: true } },
}
const swap = {
  amount: "1000000",
  eip155: { slippage: 1 },
  projectId,
  from: caip(usd.address),
  to: caip(dai.address),
  userAddress: caip(vera),
  disableEstimate: true,
}
const pair = `from=${caip(usd.address)}&to=${caip(dai.address)}`

/** Every call of the client: its name, what it sends, and the whole response. */
const calls: readonly (readonly [string, WireRequest, z.ZodMiniType])[] = [
  ["getWallets", { path: `/getWallets?${sdk}` }, wallets(40)],
  [
    "getWallets, recommended",
    { path: `/getWallets?page=1&entries=4&chains=eip155:1,${solana}&${sdk}` },
    wallets(4),
  ],
  ["getWallets, a page", { path: `/getWallets?page=2&entries=40&${sdk}` }, wallets(29)],
  [
    "getWallets, a search",
    { path: `/getWallets?page=1&entries=100&search=copperfinch&badge_type=certified&${sdk}` },
    wallets(1),
  ],
  ["getWallets, unknown ids", { path: `/getWallets?page=1&entries=2&include=a,b&${sdk}` }, wallets(0)],
  [
    "getAnalyticsConfig",
    { path: `/getAnalyticsConfig?${sdk}` },
    z.strictObject({ isAnalyticsEnabled: z.boolean() }),
  ],
  ["e", { path: `/e?projectId=wire&st=appkit&sv=html-wagmi-4.2.2`, body: event }, z.unknown()],
  [
    "batch, of later releases",
    { path: "/batch?projectId=wire&st=appkit&sv=html-1.8.20", body: [event, event] },
    z.strictObject({ status: z.string() }),
  ],
  [
    "projects/v1/origins, of later releases",
    { path: `/projects/v1/origins?${sdk}` },
    z.strictObject({ allowedOrigins: z.array(z.string()) }),
  ],
  [
    "appkit/v1/config, of later releases",
    { path: `/appkit/v1/config?${sdk}` },
    z.strictObject({
      features: z.array(
        z.strictObject({
          id: z.enum([
            "activity",
            "onramp",
            "swap",
            "social_login",
            "reown_branding",
            "multi_wallet",
            "email_capture",
            "fund_from_exchange",
            "payments",
            "reown_authentication",
            "headless",
          ]),
          isEnabled: z.boolean(),
          config: z.nullable(z.array(z.string())),
        }),
      ),
    }),
  ],
  [
    "appkit/v1/project-limits, of later releases",
    { path: `/appkit/v1/project-limits?${sdk}` },
    z.strictObject({
      planLimits: z.strictObject({
        tier: z.string(),
        isAboveMauLimit: z.boolean(),
        isAboveRpcLimit: z.boolean(),
      }),
    }),
  ],
  ["e without st and sv", { path: "/e?projectId=wire", body: event }, z.unknown()],
  [
    "supported-chains",
    { path: `/v1/supported-chains?${sdk}` },
    z.strictObject({ http: z.array(caip2), ws: z.array(caip2) }),
  ],
  [
    "identity",
    { path: `/v1/identity/${vera}?sender=${milo}&${sdk}` },
    z.strictObject({ name: z.string(), avatar: z.string(), resolvedAt: time }),
  ],
  [
    "identity of an unknown address, with the client's did:key",
    { path: `/v1/identity/0x00000000000000000000000000000000000a11ce?${sdk}&clientId=did:key:z6Mk` },
    z.strictObject({ name: z.null(), avatar: z.null(), resolvedAt: time }),
  ],
  [
    "history",
    { path: `/v1/account/${vera}/history?chainId=eip155:1&${sdk}` },
    z.strictObject({ data: z.array(Transaction).check(z.minLength(1)), next: z.nullable(z.string()) }),
  ],
  [
    "history of purchases",
    { path: `/v1/account/${vera}/history?onramp=coinbase&${sdk}` },
    z.strictObject({ data: z.tuple([]), next: z.null() }),
  ],
  [
    "balance",
    {
      path: `/v1/account/${vera}/balance?currency=usd&chainId=eip155:1&forceUpdate=${caip(usd.address)}&${sdk}`,
    },
    z.strictObject({ balances: z.array(Balance).check(z.minLength(2)) }),
  ],
  [
    "balance on Solana",
    { path: `/v1/account/${solanaAccount}/balance?currency=usd&chainId=${solana}&${sdk}` },
    z.strictObject({ balances: z.array(Balance) }),
  ],
  [
    "convert/tokens",
    { path: `/v1/convert/tokens?chainId=eip155:1&${sdk}` },
    z.strictObject({
      tokens: z
        .array(
          z.strictObject({
            name: z.string(),
            symbol: z.string(),
            address: caip10,
            decimals: z.number(),
            logoUri: z.nullable(z.string()),
            eip2612: z.optional(z.boolean()),
          }),
        )
        .check(z.minLength(2)),
    }),
  ],
  ...(["", caip("")] as const).map(
    (prefix) =>
      [
        `convert/quotes for ${prefix === "" ? "a plain address" : "a CAIP-10 address"}`,
        {
          path: `/v1/convert/quotes?amount=1000000&userAddress=${prefix}${vera}&${pair}&gasPrice=60000000128&${sdk}`,
          headers: { "content-type": "application/json" },
        },
        z.strictObject({
          quotes: z.tuple([
            z.strictObject({
              id: z.nullable(z.string()),
              fromAmount: integer,
              fromAccount: caip10,
              toAmount: integer,
              toAccount: caip10,
            }),
          ]),
        }),
      ] as const,
  ),
  // The client omits what it has not fetched: its query has no empty values.
  [
    "convert/quotes without a gas price",
    { path: `/v1/convert/quotes?amount=1000000&userAddress=${vera}&${pair}&${sdk}` },
    z.strictObject({ quotes: z.array(z.unknown()).check(z.length(1)) }),
  ],
  [
    "convert/allowance",
    { path: `/v1/convert/allowance?tokenAddress=${caip(usd.address)}&userAddress=${caip(vera)}&${sdk}` },
    z.strictObject({ allowance: integer }),
  ],
  [
    "convert/allowance of the native currency",
    { path: `/v1/convert/allowance?tokenAddress=${native.evm}&userAddress=${caip(vera)}&${sdk}` },
    z.strictObject({ allowance: z.literal(String(2n ** 256n - 1n)) }),
  ],
  [
    "convert/gas-price",
    { path: `/v1/convert/gas-price?chainId=eip155:1&${sdk}` },
    z.strictObject({ standard: integer, fast: integer, instant: integer }),
  ],
  [
    "convert/build-approve",
    { path: `/v1/convert/build-approve?userAddress=${caip(vera)}&${pair}&${sdk}` },
    z.strictObject({
      tx: z.strictObject({
        // The source token: the client sends the approval there.
        from: z.literal(caip(usd.address)),
        to: z.literal(caip(dai.address)),
        data: hex,
        value: integer,
        eip155: z.strictObject({ gasPrice: integer, gas: z.optional(z.number()) }),
      }),
    }),
  ],
  [
    "convert/build-transaction",
    { path: "/v1/convert/build-transaction", body: swap, json: true },
    z.strictObject({
      tx: z.strictObject({
        from: z.literal(caip(vera)),
        to: caip10,
        data: hex,
        amount: z.literal("1000000"),
        eip155: z.strictObject({ gas: integer, gasPrice: integer }),
      }),
    }),
  ],
  ...[
    ["the native currency", native.evm],
    ["a token", caip(usd.address)],
    ["Solana", `${solana}:So11111111111111111111111111111111111111111`],
  ].map(
    ([title, address]) =>
      [
        `fungible/price of ${title}`,
        {
          path: "/v1/fungible/price",
          body: { currency: "usd", addresses: [address], projectId },
          json: true,
        },
        z.strictObject({
          fungibles: z.tuple([
            z.strictObject({
              address: z.optional(caip10),
              name: z.string(),
              symbol: z.string(),
              iconUrl: z.string(),
              price: z.number(),
              decimals: z.optional(z.number()),
            }),
          ]),
        }),
      ] as const,
  ),
  ["profile/account", { path: `/v1/profile/account/vera.wmodal.id?apiVersion=2&${sdk}` }, Name],
  [
    "profile/account of a free name",
    { path: `/v1/profile/account/free.reown.id?apiVersion=2&${sdk}` },
    z.tuple([]),
  ],
  [
    "profile/reverse",
    { path: `/v1/profile/reverse/${vera}?sender=${vera}&apiVersion=2&${sdk}` },
    z.tuple([Name]),
  ],
  [
    "profile/reverse of an address without a name",
    { path: `/v1/profile/reverse/0x00000000000000000000000000000000000a11ce?apiVersion=2&${sdk}` },
    z.tuple([]),
  ],
  [
    "profile/suggestions",
    { path: `/v1/profile/suggestions/nova?zone=reown.id&${sdk}` },
    z.strictObject({
      suggestions: z
        .array(z.strictObject({ name: z.string(), registered: z.boolean() }))
        .check(z.minLength(1), z.maxLength(5)),
    }),
  ],
  [
    "generators/onrampurl",
    {
      path: "/v1/generators/onrampurl?projectId=wire",
      body: {
        destinationWallets: [
          {
            address: vera,
            blockchains: [
              "ethereum",
              "arbitrum",
              "polygon",
              "berachain",
              "avalanche-c-chain",
              "optimism",
              "celo",
              "base",
            ],
            assets: ["USDC"],
          },
        ],
        defaultNetwork: "ethereum",
        partnerUserId: vera,
        defaultExperience: "buy",
        presetFiatAmount: 100,
      },
    },
    z.strictObject({ url: z.url() }),
  ],
  [
    "onramp/options",
    { path: `/v1/onramp/options?${sdk}` },
    z.strictObject({
      paymentCurrencies: z.array(
        z.strictObject({
          id: z.string(),
          payment_method_limits: z.array(
            z.strictObject({ id: z.string(), min: z.string(), max: z.string() }),
          ),
        }),
      ),
      purchaseCurrencies: z.array(
        z.strictObject({
          id: z.string(),
          name: z.string(),
          symbol: z.string(),
          networks: z.array(
            z.strictObject({
              name: z.string(),
              display_name: z.string(),
              chain_id: z.string(),
              contract_address: z.string(),
            }),
          ),
        }),
      ),
    }),
  ],
  [
    "onramp/quote with the client's own currencies",
    {
      path: "/v1/onramp/quote?projectId=wire",
      body: { purchaseCurrency: usdCoin, paymentCurrency: usDollar, amount: "100", network: "USDC" },
    },
    z.strictObject({
      paymentTotal: Money,
      paymentSubtotal: Money,
      purchaseAmount: Money,
      coinbaseFee: Money,
      networkFee: Money,
      quoteId: z.string(),
    }),
  ],
  ["sessions", { path: `/v1/sessions/${caip(vera)}?${sdk}` }, z.strictObject({ pcis: z.array(z.unknown()) })],
  [
    "sessions, opened",
    {
      path: `/v1/sessions/${encodeURIComponent(caip(vera))}?projectId=wire`,
      body: { chainId: "0x1", expiry: now / 1000 + 60, signer: {}, permissions: [], policies: [] },
      json: true,
    },
    z.strictObject({
      pci: z.string(),
      key: z.strictObject({ type: z.literal("secp256k1"), publicKey: hex }),
    }),
  ],
  ...["/v1?", "/v1/?"].map(
    (path) =>
      [
        `JSON-RPC at ${path}`,
        {
          path: `${path}chainId=eip155%3A1&projectId=wire`,
          body: { jsonrpc: "2.0", id: 7, method: "eth_chainId", params: [] },
          headers: { "content-type": "text/plain" },
        },
        z.strictObject({ jsonrpc: z.literal("2.0"), id: z.literal(7), result: z.literal("0x1") }),
      ] as const,
  ),
  [
    "a JSON-RPC batch",
    {
      path: "/v1/?chainId=eip155:1&projectId=wire",
      body: [1, 2].map((id) => ({ jsonrpc: "2.0", id, method: "eth_chainId" })),
    },
    z.tuple([z.looseObject({ id: z.literal(1) }), z.looseObject({ id: z.literal(2) })]),
  ],
  [
    "auth/v1/nonce",
    { path: `/auth/v1/nonce?${sdk}` },
    z.strictObject({ nonce: z.string(), token: z.string() }),
  ],
]

describe("the AppKit 1.7.2 wire", { timeout: 60_000 }, () => {
  it.each(calls)("returns exactly the wire's fields for %s", async (_, request, shape) => {
    const response = await send(request)
    expect(response.status).toBe(200)
    expect(response.headers.get("content-type")).toMatch(/^application\/json/)
    expect(response.headers.get("access-control-allow-origin")).toBe("*")
    expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/)
    const body: unknown = await response.json()
    expect(z.safeParse(shape, body).error?.issues ?? []).toEqual([])
  })

  it.each<readonly [string, WireRequest, number, string | null]>([
    ["no project id", { path: "/getWallets?st=appkit&sv=html" }, 401, "authentication"],
    ["an invalid address", { path: `/v1/identity/nothing?${sdk}` }, 400, "address"],
    ["an unknown network", { path: `/v1/convert/tokens?chainId=eip155:0&${sdk}` }, 400, "chainId"],
    ["another currency", { path: `/v1/account/${vera}/balance?currency=eur&${sdk}` }, 400, "currency"],
    ["a name without a zone", { path: `/v1/profile/account/vera?apiVersion=2&${sdk}` }, 400, "name"],
    ["a free name to the first version", { path: `/v1/profile/account/free.reown.id?${sdk}` }, 404, "name"],
    ["no JSON", { path: "/v1/fungible/price?projectId=wire", body: "{", json: true }, 422, "body"],
    ["an unknown path", { path: `/v1/nothing?${sdk}` }, 404, "path"],
    ["an unknown image", { path: `/public/getTokenImage/NOTHING?${sdk}` }, 404, "symbol"],
  ])("rejects %s with the status and the body of the wire", async (_, request, status, field) => {
    const response = await send(request)
    expect([response.status, await response.json()]).toEqual([
      status,
      { status: "FAILED", reasons: [{ field, description: expect.stringMatching(/./) }] },
    ])
    expect(response.headers.get("access-control-allow-origin")).toBe("*")
    expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/)
  })

  it("registers a name by a POST without any query, in the world that the same page used last", async () => {
    await send({ path: `/v1/profile/suggestions/nova?zone=reown.id&${sdk}` })
    const message = JSON.stringify({ name: "nova.reown.id", attributes: {}, timestamp: now / 1000 })
    const response = await send({
      path: "/v1/profile/account",
      body: {
        coin_type: 2_147_483_649,
        address: vera,
        message,
        signature: await signer.signMessage({ message }),
      },
      json: true,
    })
    expect(response.status).toBe(200)
    const { addresses } = z.parse(Name, await response.json())
    expect(Object.keys(addresses).toSorted()).toEqual(["2147483649", "60"])
  })

  it("opens, activates, lists and revokes a session, whose responses may be empty", async () => {
    const account = encodeURIComponent(caip(vera))
    const post = (path: string, body: unknown, json = true) =>
      send({ path: `/v1/sessions/${path}?projectId=wire`, body, json })
    const terms = { expiry: now / 1000 + 60, signer: {}, permissions: [], policies: [] }
    const opened = await (await post(account, terms)).json()
    const activated = await post(`${account}/activate`, { ...terms, pci: opened.pci, context: "0xc0ffee" })
    expect([activated.status, await activated.text()]).toEqual([200, ""])
    const listed = await (await send({ path: `/v1/sessions/${caip(vera)}?${sdk}` })).json()
    const Session = z.strictObject({
      project: z.strictObject({ id: z.string(), name: z.string(), url: z.optional(z.string()) }),
      pci: z.literal(opened.pci),
      expiry: z.number(),
      createdAt: z.number(),
      permissions: z.array(Rule),
      policies: z.array(Rule),
      context: z.string(),
      revokedAt: z.optional(z.number()),
    })
    expect(z.safeParse(z.strictObject({ pcis: z.tuple([Session]) }), listed).error?.issues ?? []).toEqual([])
    const signature = await signer.signMessage({ message: opened.pci })
    const revoked = await post(`${vera}/revoke`, { pci: opened.pci, signature }, false)
    expect([revoked.status, await revoked.text()]).toEqual([200, ""])
  })

  it("signs in by a message with the bare chain id, and returns who is signed in", async () => {
    const { nonce, token } = await (await send({ path: `/auth/v1/nonce?${sdk}` })).json()
    const message = `shop.example wants you to sign in with your **blockchain** account:
${vera}

URI: ${origin}/
Version: 1
Chain ID: 1
Nonce: ${nonce}
Issued At: ${new Date(now).toISOString()}`
    const signed = await send({
      path: `/auth/v1/authenticate?${sdk}`,
      body: {
        message,
        signature: await signer.signMessage({ message }),
        clientId: null,
        walletInfo: { type: "extension", name: "Example", icon: "data:," },
      },
      headers: { "x-nonce-jwt": `Bearer ${token}` },
    })
    expect(signed.headers.get("content-type")).toContain("application/json")
    const session = await signed.json()
    expect(session).toEqual({ token: expect.any(String) })
    const me = await send({
      path: `/auth/v1/me?${sdk}`,
      headers: { authorization: `Bearer ${session.token}` },
    })
    expect(await me.json()).toMatchObject({ address: vera, chainId: 1 })
  })

  it("lets a browser cache what the wire says", async () => {
    const maxAge = async (path: string) => (await send({ path })).headers.get("cache-control")
    expect(await maxAge(`/v1/supported-chains?${sdk}`)).toBe("public, max-age=86400")
    expect(await maxAge(`/v1/identity/${vera}?${sdk}`)).toMatch(/^public, max-age=\d+$/)
    expect(await maxAge(`/v1/account/${vera}/balance?currency=usd&${sdk}`)).toBe("no-store")
  })

  it("serves the images of every preset network and connector of the client", async () => {
    for (const id of presetImages) {
      const response = await send({ path: `/public/getAssetImage/${id}?${sdk}` })
      expect([id, response.status, response.headers.get("content-type")]).toEqual([id, 200, "image/svg+xml"])
    }
  })
})

/** The client's own image ids, by its table of networks and connectors. */
const presetImages = `
  ba0ba0cd-17c6-4806-ad93-f9d174f17900 3bff954d-5cb0-47a0-9a23-d20192e74600 30c46e53-e989-45fb-4549-be3bd4eb3b00
  93564157-2e8e-4ce7-81df-b264dbee9b00 06b26297-fe0c-4733-5d6b-ffa5498aac00 ab9c186a-c52f-464b-2906-ca59d760a400
  41d04d42-da3b-4453-8506-668cc0727900 e86fae9b-b770-4eea-e520-150e12c81100 6a97d510-cac8-4e58-c7ce-e8681b044c00
  e909ea0a-f92a-4512-c8fc-748044ea6800 a18a7ecd-e307-4360-4746-283182228e00 4eeea7ef-0014-4649-5d1d-07271a80f600
  2257980a-3463-48c6-cbac-a42d2a956e00 0a728e83-bacb-46db-7844-948f05434900 02b53f6a-e3d4-479e-1cb4-21178987d100
  f926ff41-260d-4028-635e-91913fc28e00 b310f07f-4ef7-49f3-7073-2a0a39685800 5a73b3dd-af74-424e-cae0-0de859ee9400
  34e68754-e536-40da-c153-6ef2e7188a00 3897a66d-40b9-4833-162f-a2c90531c900 161038da-44ae-4ec7-1208-0ea569454b00
  f1d73bb6-5450-4e18-38f7-fb6484264a00 845c60df-d429-4991-e687-91ae45791600 ab781bbc-ccc6-418d-d32d-789b15da1f00
  7289c336-3981-4081-c5f4-efc26ac64a00 3ff73439-a619-4894-9262-4470c773a100 b8101fc0-9c19-4b6f-ec65-f6dfff106e00
  e329c2c9-59b0-4a02-83e4-212ff3779900 a1b58899-f671-4276-6a5e-56ca5bd59700 0b4838db-0161-4ffe-022d-532bf03dba00
  39354064-d79b-420b-065d-f980c4b78200 0c2840c3-5b04-4c44-9661-fbd4b49e1800 461db637-8616-43ce-035a-d89b8a1d5800
  54a1aa77-d202-4f8d-0fb2-5d2bb6db0300 ef1a1fcf-7fe8-4d69-bd6d-fda1345b4400 07ba87ed-43aa-4adf-4540-9e6a2b9cae00
`
  .trim()
  .split(/\s+/)
