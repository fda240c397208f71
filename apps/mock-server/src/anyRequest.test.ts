import {
  type Contract,
  getAnalyticsConfig,
  getAssetImage,
  getAuthMe,
  getAuthNonce,
  getCurrencyImage,
  getNameAccount,
  getNameReverse,
  getNameSuggestions,
  getOnrampOptions,
  getSessions,
  getTokenImage,
  getWalletImage,
  getWallets,
  patchAuthMetadata,
  postAnalyticsEvent,
  postAuthenticate,
  postAuthSignOut,
  postNameAccount,
  postOnrampQuote,
  postOnrampUrl,
  postSession,
  postSessionActivate,
  postSessionRevoke,
  type Route,
} from "@wmodal/api"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { accounts, makeHandler } from "./index.ts"
import { anyText } from "./testing/anyText.ts"
import { makeStubAnvil } from "./testing/stubAnvil.ts"

const [vera] = accounts
const pci = "7f1d1f0e-7c0b-4f0e-8f49-2b1f7c2f6a11"
const signature = `0x${"1b".repeat(65)}`
const message = `shop.example wants you to sign in with your **blockchain** account:
${vera}

URI: https://shop.example
Version: 1
Chain ID: 1
Nonce: 1`

/** Each call of a contract, with an almost valid body. */
const calls: readonly (readonly [Contract<string, z.ZodMiniType, z.ZodMiniType, z.ZodMiniType>, object?])[] =
  [
    [getWallets],
    [getAnalyticsConfig],
    [
      postAnalyticsEvent,
      { eventId: pci, url: "", domain: "", timestamp: 1, props: { type: "track", event: "MODAL_OPEN" } },
    ],
    [getAuthNonce],
    [postAuthenticate, { message, signature, clientId: null, walletInfo: { type: "unknown" } }],
    [getAuthMe],
    [patchAuthMetadata, {}],
    [postAuthSignOut],
    [getNameAccount],
    [getNameReverse],
    [getNameSuggestions],
    [
      postNameAccount,
      {
        coin_type: 60,
        address: vera,
        message: JSON.stringify({ name: "nova.reown.id", attributes: {}, timestamp: 0 }),
        signature,
      },
    ],
    [getOnrampOptions],
    [
      postOnrampQuote,
      {
        purchaseCurrency: { id: "", name: "", symbol: "ETH", networks: [] },
        paymentCurrency: { id: "USD", payment_method_limits: [] },
        amount: "100",
        network: "ETH",
      },
    ],
    [
      postOnrampUrl,
      {
        destinationWallets: [{ address: vera, blockchains: ["ethereum"], assets: [] }],
        defaultNetwork: "ethereum",
        partnerUserId: "",
        defaultExperience: "buy",
        presetFiatAmount: 1,
      },
    ],
    [getSessions],
    [postSession, { expiry: 2e9 }],
    [postSessionActivate, { pci, context: "0x" }],
    [postSessionRevoke, { pci, signature }],
  ]

const images: readonly Route<string>[] = [getWalletImage, getAssetImage, getTokenImage, getCurrencyImage]

const ErrorBody = z.object({
  status: z.literal("FAILED"),
  reasons: z.tuple([z.object({ field: z.string().check(z.minLength(1)), description: z.string() })]),
})

const handler = makeHandler({ startChain: async () => makeStubAnvil(), wallNow: () => 0 })

/** Any value of a URL or header, and almost valid ones. */
const word = fc.oneof(
  anyText({ maxLength: 80 }),
  fc.constantFrom(
    vera,
    `eip155:1:${vera}`,
    "eip155:1",
    "reown.id",
    "nova",
    "nova.reown.id",
    "2",
    "-1",
    "1e400",
    "..",
    "",
    "__proto__",
    "constructor",
    "%",
    "🦊\u0000",
  ),
)
const names = "apiVersion zone page entries search chains include exclude badge_type sender __proto__".split(
  " ",
)
const query = fc.array(fc.tuple(fc.constantFrom(...names), word), { maxLength: 4 })
const header = fc.oneof(
  fc.string({ unit: fc.constantFrom(..."aZ09._- ".split("")), maxLength: 60 }),
  fc.constantFrom(
    "Bearer a.b.c",
    "Bearer eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.e30.",
    "null",
    "https://shop.example",
  ),
)
const headers = fc.record({ authorization: header, "x-nonce-jwt": header, origin: header })

/** A body that is valid except for one member, or that is of another type. */
const makeBody = (right: object) =>
  fc.oneof(
    fc
      .tuple(fc.constantFrom(...Object.keys(right), "made up", "__proto__"), fc.oneof(fc.jsonValue(), word))
      .map(([name, value]) => JSON.stringify({ ...right, [name]: value })),
    fc.jsonValue().map((value) => JSON.stringify(value)),
    fc.string(),
  )

/** The pattern with texts in place of its parameters. */
const filled = (pattern: string, word: string) =>
  pattern.replace(/:\w+/g, encodeURIComponent(word.toWellFormed()))

const send = async (path: string, query: readonly (readonly [string, string])[], init?: RequestInit) => {
  const search = new URLSearchParams(query.map(([name, value]) => [name, value.toWellFormed()]))
  const response = await handler.fetch(new Request(`http://localhost/w/p${path}?${search}`, init))
  return { status: response.status, text: await response.text() }
}

const isRefusal = ({ status, text }: { readonly status: number; readonly text: string }) =>
  [400, 401, 404, 422].includes(status) && ErrorBody.safeParse(JSON.parse(text)).success

describe("fuzzed requests", () => {
  it.each(calls.map(([contract, right]) => [contract.pattern, contract, right ?? {}] as const))(
    "returns the contract's response or an error for %s",
    (pattern, { method, response }, right) =>
      fc.assert(
        fc.asyncProperty(word, query, headers, makeBody(right), async (word, query, headers, body) => {
          const init = method === "GET" ? { headers } : { method, headers, body }
          const answer = await send(filled(pattern, word), query, init)
          const value: unknown = answer.text === "" ? undefined : JSON.parse(answer.text)
          expect(answer.status === 200 ? z.safeParse(response, value).success : isRefusal(answer)).toBe(true)
        }),
      ),
  )

  it.each(images.map(({ pattern }) => pattern))("returns an image or an error for %s", (pattern) =>
    fc.assert(
      fc.asyncProperty(word, query, async (word, query) => {
        const answer = await send(filled(pattern, word), query)
        expect(answer.status === 200 ? answer.text.startsWith("<svg ") : isRefusal(answer)).toBe(true)
      }),
    ),
  )

  it("returns the onramp page or an error", async () => {
    const wallets = [{ address: vera, blockchains: ["ethereum"], assets: [] }]
    const request = { destinationWallets: wallets, defaultNetwork: "", partnerUserId: "" }
    const body = JSON.stringify({ ...request, defaultExperience: "buy" })
    const { text } = await send("/v1/generators/onrampurl", [], { method: "POST", body })
    const { url } = postOnrampUrl.response.parse(JSON.parse(text))
    const path = new URL(url).pathname.replace("/w/p", "")
    const step = fc
      .tuple(fc.constantFrom("pay", "deliver", "fail", "x"), word, word)
      .map(([step, choice, amount]) => ({
        do: step,
        choice: choice.toWellFormed(),
        amount: amount.toWellFormed(),
      }))
    const form = fc.oneof(
      anyText(),
      step.map((fields) => new URLSearchParams(fields).toString()),
    )
    await fc.assert(
      fc.asyncProperty(form, async (body) => {
        const answer = await send(path, [], { method: "POST", body })
        expect(answer.status === 303 || isRefusal(answer)).toBe(true)
      }),
    )
  })
})
