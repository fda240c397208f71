import {
  type CachedValue,
  contracts,
  defaultOnrampOptions,
  formatSdkVersion,
  makeAnalytics,
  makeAnalyticsConfig,
  makeApiClient,
  makeAuth,
  makeBlockchain,
  makeCachedNames,
  makeConvert,
  makeDirectory,
  makeHistory,
  makeIdentities,
  makeNames,
  makeOnramp,
  makePortfolio,
  makePrices,
  makeProxyNode,
  makeSessions,
  makeSupportedNetworks,
  type PortfolioResult,
  type Route,
  restrictBlockchain,
} from "@wmodal/api"
import { makeRpc } from "@wmodal/protocol"
import { Clock, Effect } from "effect"
import { mnemonicToAccount } from "viem/accounts"
import { accounts } from "../evm/accounts.ts"
import { tokens } from "../evm/tokens.ts"

const [vera] = accounts
const [usd, dai] = tokens
const signer = mnemonicToAccount("test test test test test test test test test test test junk")
const network = "eip155:1"
const account = `${network}:${vera}` as const
const pair = {
  network,
  user: account,
  from: `${network}:${usd.address}`,
  to: `${network}:${dai.address}`,
} as const
const sign = (message: string) => Effect.promise(() => signer.signMessage({ message }))

/** Makes every client of one world, as an app does, and `api` for what sites call themselves. */
export const makeOurClients = Effect.fnUntraced(function* (baseUrl: string) {
  const options = { baseUrl, projectId: "p", sdk: formatSdkVersion({ platform: "node", chains: ["eip155"] }) }
  const blockchain = yield* makeBlockchain(options)
  const gate = makeSupportedNetworks(blockchain.supportedChains)
  const gated = { ...options, gate }
  const served = restrictBlockchain(blockchain, gate)
  const names = yield* makeNames(gated)
  return {
    api: yield* makeApiClient(options),
    directory: yield* makeDirectory(options),
    wantsAnalytics: yield* makeAnalyticsConfig(options),
    analytics: yield* makeAnalytics({
      ...options,
      enabled: true,
      page: () => ({ url: "https://app.test/", domain: "app.test" }),
      address: () => vera,
      eventId: () => "1b671a64-40d5-491e-99b0-da01ff1f3341",
    }),
    auth: yield* makeAuth(options),
    blockchain,
    identities: yield* makeIdentities({ blockchain: served, gate }),
    portfolio: yield* makePortfolio({ blockchain: served, gate }),
    history: yield* makeHistory(gated),
    convert: yield* makeConvert(gated),
    prices: yield* makePrices(gated),
    names,
    knownNames: yield* makeCachedNames({ names, gate }),
    onramp: yield* makeOnramp(gated),
    sessions: yield* makeSessions(gated),
    rpc: yield* makeRpc({ tiers: [[makeProxyNode({ ...options, network })]] }),
  }
})
export type OurClients = Effect.Success<ReturnType<typeof makeOurClients>>

/** The check of a response: JSON of a shape, any JSON or empty, unchecked. */
type EndpointReplyKind = "shaped" | "anything" | "nothing"

/** One endpoint and its use by an app. */
export interface Endpoint {
  readonly route: Pick<Route<string>, "method" | "pattern">
  readonly reply: EndpointReplyKind
  /** `once` for a call that the user signed or started; anything else is a read. */
  readonly sent: "read" | "once"
  /**
   * The fallback for a failed read. `cache`: a stale value. `standIn`: a default of the client. `refusal`: a rejected
   * origin is an outcome, not an error.
   */
  readonly otherwise: "error" | "cache" | "standIn" | "refusal"
  /** Returns the outcome, with the reason why it is not fresh, or a failure. */
  readonly ask: (clients: OurClients) => Effect.Effect<CachedReply, unknown>
}

interface CachedReply {
  readonly as: "fresh" | "stale" | "standIn" | "refused"
  readonly cause?: unknown
}

const toFreshReply = <E>(call: Effect.Effect<unknown, E>): Effect.Effect<CachedReply, E> =>
  Effect.as(call, { as: "fresh" })
const toCachedReply = <A, E>({ isStale, cause }: CachedValue<A, E>): CachedReply => ({
  as: isStale ? "stale" : "fresh",
  cause,
})
const toStandInReply = (isOwn: boolean): CachedReply => ({ as: isOwn ? "standIn" : "fresh" })

const toHoldingsReply = (holdings: PortfolioResult): Effect.Effect<CachedReply, unknown> => {
  switch (holdings._tag) {
    case "Held":
      return Effect.succeed(toCachedReply(holdings.reading))
    case "Unavailable":
      return Effect.fail(holdings.error.cause)
    case "Unsupported":
      return Effect.die("the network is served")
  }
}

const message = Effect.fnUntraced(function* (nonce: string) {
  const issuedAt = new Date(yield* Clock.currentTimeMillis).toISOString()
  return `shop.example wants you to sign in with your **blockchain** account:
${vera}

URI: https://shop.example/
Version: 1
Chain ID: 1
Nonce: ${nonce}
Issued At: ${issuedAt}`
})

const signIn = Effect.fnUntraced(function* ({ auth }: OurClients) {
  const { nonce, token } = yield* auth.nonce(null)
  const text = yield* message(nonce)
  return yield* auth.authenticate({ message: text, signature: yield* sign(text), nonceToken: token })
})

let registered = 0
const register = Effect.fnUntraced(function* ({ names }: OurClients) {
  const timestamp = Math.floor((yield* Clock.currentTimeMillis) / 1000)
  const text = JSON.stringify({ name: `fault${++registered}.reown.id`, attributes: {}, timestamp })
  const signature = yield* sign(text)
  return yield* names.register({ network, coinType: 2147483649, address: vera, message: text, signature })
})

/** Calls by the contract what sites call themselves. */
const ofSite = { params: { id: account }, query: { projectId: "p" } }
const open = ({ api }: OurClients) =>
  api.requestOnce(contracts.postSession, { ...ofSite, body: { expiry: 4_000_000_000 } })
const activate = Effect.fnUntraced(function* (clients: OurClients) {
  const { pci } = yield* open(clients)
  const body = { pci, context: "0xc0ffee" }
  yield* clients.api.requestOnce(contracts.postSessionActivate, { ...ofSite, body })
  return pci
})
const revoke = Effect.fnUntraced(function* (clients: OurClients) {
  const pci = yield* activate(clients)
  return yield* clients.sessions.revoke({ network, address: vera, pci, signature: yield* sign(pci) })
})

const destination = {
  destinationWallets: [{ address: vera, blockchains: ["ethereum"], assets: ["USDC"] }],
  defaultNetwork: "ethereum",
  partnerUserId: vera,
}

const quote = Effect.fnUntraced(function* ({ onramp }: OurClients) {
  const { purchaseCurrencies, paymentCurrencies } = yield* onramp.options(network)
  const [purchase] = purchaseCurrencies
  const [payment] = paymentCurrencies
  if (purchase === undefined || payment === undefined) return yield* Effect.die("nothing can be bought")
  return yield* onramp.quote({ network, purchase, payment, amount: "50" })
})

const makeEndpoint = (
  route: Endpoint["route"],
  ask: Endpoint["ask"],
  traits: Partial<Pick<Endpoint, "reply" | "sent" | "otherwise">> = {},
): Endpoint => ({ route, ask, reply: "shaped", sent: "read", otherwise: "error", ...traits })

/** Every endpoint that our clients read; images load by their URLs. */
export const endpoints: readonly Endpoint[] = [
  makeEndpoint(contracts.getWallets, ({ directory }) =>
    toFreshReply(directory.wallets({ page: 1, entries: 4 })),
  ),
  makeEndpoint(
    contracts.getAnalyticsConfig,
    ({ wantsAnalytics }) => Effect.map(wantsAnalytics, (wants) => toStandInReply(!wants)),
    { otherwise: "standIn" },
  ),
  makeEndpoint(
    contracts.postAnalyticsEvent,
    ({ analytics }) =>
      Effect.map(analytics.send({ type: "track", event: "MODAL_OPEN" }), ({ _tag }) => ({
        as: _tag === "Sent" ? "fresh" : "refused",
      })),
    { reply: "anything", sent: "once", otherwise: "refusal" },
  ),
  makeEndpoint(contracts.getAuthNonce, ({ auth }) => toFreshReply(auth.nonce(null))),
  makeEndpoint(contracts.postAuthenticate, (clients) => toFreshReply(signIn(clients)), { sent: "once" }),
  makeEndpoint(contracts.getAuthMe, (clients) =>
    toFreshReply(Effect.flatMap(signIn(clients), clients.auth.me)),
  ),
  makeEndpoint(
    contracts.postAuthSignOut,
    (clients) => toFreshReply(Effect.flatMap(signIn(clients), clients.auth.signOut)),
    { reply: "anything", sent: "once" },
  ),
  makeEndpoint(contracts.getSupportedChains, ({ blockchain }) => toFreshReply(blockchain.supportedChains)),
  makeEndpoint(
    contracts.getIdentity,
    ({ identities }) => Effect.map(identities.get(network, vera), toCachedReply),
    {
      otherwise: "cache",
    },
  ),
  makeEndpoint(contracts.getHistory, ({ history }) =>
    toFreshReply(history.page({ network, address: vera, chainId: network })),
  ),
  makeEndpoint(
    contracts.getBalance,
    ({ portfolio }) => Effect.flatMap(portfolio.read({ network, address: vera }), toHoldingsReply),
    { otherwise: "cache" },
  ),
  makeEndpoint(contracts.getConvertTokens, ({ convert }) => toFreshReply(convert.tokens(network))),
  makeEndpoint(contracts.getConvertQuotes, ({ convert }) =>
    toFreshReply(convert.quotes({ ...pair, user: vera, amount: 1_000_000n, gasPrice: 7n })),
  ),
  makeEndpoint(contracts.getConvertAllowance, ({ convert }) =>
    toFreshReply(convert.allowance({ network, user: account, token: pair.from })),
  ),
  makeEndpoint(contracts.getConvertGasPrice, ({ convert }) => toFreshReply(convert.gasPrice(network))),
  makeEndpoint(contracts.getBuildApprove, ({ convert }) => toFreshReply(convert.buildApprove(pair))),
  makeEndpoint(contracts.postBuildTransaction, ({ convert }) =>
    toFreshReply(convert.buildTransaction({ ...pair, amount: 1_000_000n, slippage: 1 })),
  ),
  makeEndpoint(contracts.postFungiblePrice, ({ prices }) =>
    toFreshReply(prices.price({ network, token: pair.from })),
  ),
  makeEndpoint(contracts.getNameAccount, ({ names }) =>
    toFreshReply(names.account(network, "vera.wmodal.id")),
  ),
  makeEndpoint(
    contracts.getNameReverse,
    ({ knownNames }) => Effect.map(knownNames.get(network, vera), toCachedReply),
    {
      otherwise: "cache",
    },
  ),
  makeEndpoint(contracts.getNameSuggestions, ({ names }) =>
    toFreshReply(names.suggestions({ network, name: "vera", zone: "reown.id" })),
  ),
  makeEndpoint(contracts.postNameAccount, (clients) => toFreshReply(register(clients)), {
    reply: "anything",
    sent: "once",
  }),
  makeEndpoint(contracts.postOnrampUrl, ({ onramp }) => toFreshReply(onramp.url(network, destination))),
  makeEndpoint(
    contracts.getOnrampOptions,
    ({ onramp }) =>
      Effect.map(onramp.options(network), (options) => toStandInReply(options === defaultOnrampOptions)),
    { otherwise: "standIn" },
  ),
  makeEndpoint(
    contracts.postOnrampQuote,
    (clients) => Effect.map(quote(clients), (quoted) => toStandInReply(quoted?._tag !== "Quoted")),
    { otherwise: "standIn" },
  ),
  makeEndpoint(contracts.getSessions, ({ sessions }) => toFreshReply(sessions.list(network, account))),
  makeEndpoint(contracts.postSession, (clients) => toFreshReply(open(clients)), { sent: "once" }),
  makeEndpoint(contracts.postSessionActivate, (clients) => toFreshReply(activate(clients)), {
    reply: "nothing",
    sent: "once",
  }),
  makeEndpoint(contracts.postSessionRevoke, (clients) => toFreshReply(revoke(clients)), {
    reply: "nothing",
    sent: "once",
  }),
  makeEndpoint(contracts.postJsonRpc, ({ rpc }) => toFreshReply(rpc.request("eth_chainId"))),
]
