import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { contracts, imageRoutes } from "./contracts.ts"

const listKeys = (shape: z.ZodMiniType): string =>
  shape instanceof z.ZodMiniObject ? Object.keys(shape.shape).join(" ") : ""

const json = "application/json"
const sdk = "projectId st sv"

/**
 * Every call of the AppKit 1.7.2 wire: method and path, its own query, its body, its content type and its bearer
 * headers. A GET has `projectId`, `st` and `sv` in addition to its own query, a POST only the listed fields.
 */
const wire: Record<keyof typeof contracts, readonly [string, string, string, string | null, string?]> = {
  getWallets: ["GET /getWallets", "page entries chains include exclude search badge_type", "", null],
  getAnalyticsConfig: ["GET /getAnalyticsConfig", "", "", null],
  postAnalyticsEvent: ["POST /e", sdk, "eventId url domain timestamp props", null],
  getAuthNonce: ["GET /auth/v1/nonce", "", "", null, "authorization"],
  postAuthenticate: [
    "POST /auth/v1/authenticate",
    sdk,
    "message signature clientId walletInfo",
    null,
    "x-nonce-jwt",
  ],
  getAuthMe: ["GET /auth/v1/me", "", "", null, "authorization"],
  patchAuthMetadata: ["PATCH /auth/v1/update-user-metadata", sdk, "", null, "authorization"],
  postAuthSignOut: ["POST /auth/v1/sign-out", sdk, "", null, "authorization"],
  getSupportedChains: ["GET /v1/supported-chains", "", "", null],
  getIdentity: ["GET /v1/identity/:address", "sender", "", null],
  getHistory: ["GET /v1/account/:address/history", "cursor onramp chainId", "", null],
  getBalance: ["GET /v1/account/:address/balance", "currency chainId forceUpdate", "", null],
  getConvertTokens: ["GET /v1/convert/tokens", "chainId", "", null],
  getConvertQuotes: ["GET /v1/convert/quotes", "amount userAddress from to gasPrice", "", json],
  getConvertAllowance: ["GET /v1/convert/allowance", "tokenAddress userAddress", "", json],
  getConvertGasPrice: ["GET /v1/convert/gas-price", "chainId", "", json],
  getBuildApprove: ["GET /v1/convert/build-approve", "userAddress from to", "", json],
  postBuildTransaction: [
    "POST /v1/convert/build-transaction",
    "",
    "amount eip155 projectId from to userAddress disableEstimate",
    json,
  ],
  postFungiblePrice: ["POST /v1/fungible/price", "", "currency addresses projectId", json],
  getNameAccount: ["GET /v1/profile/account/:name", "apiVersion", "", null],
  getNameReverse: ["GET /v1/profile/reverse/:address", "sender apiVersion", "", null],
  getNameSuggestions: ["GET /v1/profile/suggestions/:name", "zone", "", null],
  postNameAccount: ["POST /v1/profile/account", "", "coin_type address message signature", json],
  postOnrampUrl: [
    "POST /v1/generators/onrampurl",
    "projectId",
    "destinationWallets defaultNetwork partnerUserId defaultExperience presetCryptoAmount presetFiatAmount",
    null,
  ],
  getOnrampOptions: ["GET /v1/onramp/options", "", "", null],
  postOnrampQuote: [
    "POST /v1/onramp/quote",
    "projectId",
    "purchaseCurrency paymentCurrency amount network",
    null,
  ],
  getSessions: ["GET /v1/sessions/:id", "", "", null],
  postSession: ["POST /v1/sessions/:id", "projectId", "expiry signer permissions policies", json],
  postSessionActivate: [
    "POST /v1/sessions/:id/activate",
    "projectId",
    "expiry signer permissions policies pci context",
    json,
  ],
  postSessionRevoke: ["POST /v1/sessions/:address/revoke", "projectId", "pci signature", null],
  postJsonRpc: ["POST /v1", "chainId projectId", "", null],
}

describe("contracts", () => {
  it.each(Object.entries(contracts))("matches the wire: %s", (name, contract) => {
    const { method, pattern, query, body, contentType, headers } = contract
    const [call, ...rest] = Object.entries(wire).find(([known]) => known === name)?.[1] ?? []
    expect([`${method} ${pattern}`, listKeys(query), listKeys(body), contentType, headers.join(" ")]).toEqual(
      [call, ...rest, ...(rest.length < 4 ? [""] : [])],
    )
  })

  it("defines every image as a GET by one key", () => {
    expect(Object.values(imageRoutes).map(({ method, pattern }) => `${method} ${pattern}`)).toEqual([
      "GET /getWalletImage/:imageId",
      "GET /public/getAssetImage/:imageId",
      "GET /public/getTokenImage/:symbol",
      "GET /public/getCurrencyImage/:currency",
    ])
  })
})
