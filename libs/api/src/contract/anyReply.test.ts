import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { it } from "@effect/vitest"
import { Fetch, makeFetch, makeRpc, RpcError } from "@wmodal/protocol"
import { inVirtualTime } from "@wmodal/protocol/testing"
import { Effect, Result, type Scope } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { describe, expect } from "vitest"
import * as z from "zod/mini"
import { makeAnalytics, makeAnalyticsConfig } from "../analytics/Analytics.ts"
import { makeAuth } from "../auth/Auth.ts"
import { makeBlockchain } from "../blockchain/Blockchain.ts"
import type { CachedValue } from "../cache/KeyedCache.ts"
import { makeConvert } from "../convert/Convert.ts"
import { makeDirectory } from "../directory/Directory.ts"
import { makeHistory } from "../history/History.ts"
import { makeIdentities } from "../identities/Identities.ts"
import { makeCachedNames } from "../names/CachedNames.ts"
import { makeNames } from "../names/Names.ts"
import { makeOnramp, type Onramp } from "../onramp/Onramp.ts"
import { makePortfolio, type PortfolioResult } from "../portfolio/Portfolio.ts"
import { makePrices } from "../prices/Prices.ts"
import { makeSessions } from "../sessions/Sessions.ts"
import { restrictBlockchain } from "../supportedNetworks/RestrictedBlockchain.ts"
import type { SupportedNetworksOptions } from "../supportedNetworks/SupportedNetworks.ts"
import { makeMutatedReplies } from "../testing/makeMutatedReplies.ts"
import { makeTestSupportedNetworks } from "../testing/recordRequests.ts"
import { samples } from "../testing/samples.ts"
import { ApiError } from "./ApiError.ts"

/** `npm run soak`: number of responses per client, and the limit of heap growth. */
const soak = process.env["WMODAL_SOAK"] === undefined ? null : { replies: 100_000, heap: 5_000_000 }

const network = "eip155:1"
const address = "0x2"
const account = `${network}:${address}` as const
const pair = { network, user: account, from: account, to: account, amount: 1n, slippage: 1 } as const
const signed = { network, coinType: 60, address, message: "{}", pci: "p", signature: "0x" } as const
const purchaseRequest: Parameters<Onramp["quote"]>[0] = {
  network,
  payment: { id: "EUR", payment_method_limits: [] },
  purchase: { id: "1", name: "Ether", symbol: "ETH", networks: [] },
  amount: "1",
}
const page = { destinationWallets: [], defaultNetwork: "e", partnerUserId: "u" }

/** A valid response and its call. A stale value counts as the error of its failed read. */
interface ReplyCase {
  readonly sample: unknown
  readonly call: Effect.Effect<unknown, unknown>
}

/** A different address for each call, and more of them than a cache holds. */
let calls = 0
const holder = Effect.sync(() => ({ network, address: `0x${calls++ % 300}` }) as const)

const requireFresh = <A>({ isStale, cause, value }: CachedValue<A, ApiError>) =>
  isStale ? Effect.fail(cause) : Effect.succeed(value)

const requireHeld = (holdings: PortfolioResult) => {
  if (holdings._tag === "Held") return requireFresh(holdings.reading)
  return Effect.fail(holdings._tag === "Unavailable" ? holdings.error.cause : holdings)
}

const gate = makeTestSupportedNetworks(network)

/** A client and its calls. */
const makeCases =
  <Client>(make: (options: SupportedNetworksOptions) => Effect.Effect<Client, never, Fetch | Scope.Scope>) =>
  (...cases: readonly (readonly [unknown, (client: Client) => Effect.Effect<unknown, unknown>])[]) =>
    Effect.map(
      make({ baseUrl: "https://api.test", projectId: "p", sdk: "node-universal-0.1.0", gate }),
      (client) =>
        cases.map(([sample, call]): ReplyCase => ({ sample, call: Effect.suspend(() => call(client)) })),
    )

const makeEventCases = (options: SupportedNetworksOptions) =>
  makeAnalytics({
    ...options,
    enabled: true,
    page: () => ({ url: "https://app.test/", domain: "app.test" }),
    address: () => null,
    eventId: () => "id",
  })

const makeGatedCases = (options: SupportedNetworksOptions) =>
  Effect.map(makeBlockchain(options), (blockchain) => ({
    blockchain: restrictBlockchain(blockchain, gate),
    gate,
  }))

const clients: Readonly<Record<string, Effect.Effect<readonly ReplyCase[], never, Fetch | Scope.Scope>>> = {
  directory: makeCases(makeDirectory)([samples.getWallets, ({ wallets }) => wallets({})]),
  analytics: makeCases(makeEventCases)([
    samples.postAnalyticsEvent,
    ({ send }) => send({ type: "track", event: "E" }),
  ]),
  "analytics config": makeCases(makeAnalyticsConfig)([samples.getAnalyticsConfig, (wanted) => wanted]),
  auth: makeCases(makeAuth)(
    [samples.getAuthNonce, ({ nonce }) => nonce("s")],
    [samples.postAuthenticate, ({ authenticate }) => authenticate({ ...signed, nonceToken: "n" })],
    [samples.getAuthMe, ({ me }) => me("s")],
    [samples.done, ({ signOut }) => signOut("s")],
  ),
  blockchain: makeCases(makeBlockchain)(
    [samples.getSupportedChains, ({ supportedChains }) => supportedChains],
    [samples.getIdentity, ({ identity }) => identity({ address })],
    [samples.getBalance, ({ balance }) => balance({ address })],
  ),
  history: makeCases(makeHistory)([samples.getHistory, (history) => history.page({ network, address })]),
  convert: makeCases(makeConvert)(
    [samples.getConvertTokens, ({ tokens }) => tokens(network)],
    [samples.getConvertQuotes, ({ quotes }) => quotes({ ...pair, gasPrice: 1n })],
    [samples.getConvertAllowance, ({ allowance }) => allowance({ ...pair, token: account })],
    [samples.getConvertGasPrice, ({ gasPrice }) => gasPrice(network)],
    [samples.getBuildApprove, ({ buildApprove }) => buildApprove(pair)],
    [samples.postBuildTransaction, ({ buildTransaction }) => buildTransaction(pair)],
  ),
  prices: makeCases(makePrices)([
    samples.postFungiblePrice,
    ({ price }) => price({ network, token: account }),
  ]),
  names: makeCases(makeNames)(
    [samples.getNameAccount, (names) => names.account(network, "a")],
    [samples.getNameReverse, ({ reverse }) => reverse(signed)],
    [samples.getNameSuggestions, ({ suggestions }) => suggestions({ network, name: "a", zone: "z" })],
    [samples.getNameAccount, ({ register }) => register(signed)],
  ),
  onramp: makeCases(makeOnramp)(
    [samples.getOnrampOptions, ({ options }) => options(network)],
    [samples.postOnrampQuote, ({ quote }) => quote(purchaseRequest)],
    [samples.postOnrampUrl, ({ url }) => url(network, page)],
  ),
  sessions: makeCases(makeSessions)(
    [samples.getSessions, ({ list }) => list(network, account)],
    [samples.done, ({ revoke }) => revoke(signed)],
  ),
  portfolio: makeCases((options) => Effect.flatMap(makeGatedCases(options), makePortfolio))(
    [samples.getBalance, ({ read }) => Effect.flatMap(Effect.flatMap(holder, read), requireHeld)],
    [
      samples.getBalance,
      ({ refetch }) => Effect.flatMap(holder, (one) => Effect.flatMap(refetch(one, [account]), requireHeld)),
    ],
  ),
  identities: makeCases((options) => Effect.flatMap(makeGatedCases(options), makeIdentities))([
    samples.getIdentity,
    (identities) =>
      Effect.flatMap(holder, ({ address }) => Effect.flatMap(identities.get(network, address), requireFresh)),
  ]),
  "known names": makeCases((options) =>
    Effect.flatMap(makeNames(options), (names) => makeCachedNames({ names, gate })),
  )([
    samples.getNameReverse,
    (names) =>
      Effect.flatMap(holder, ({ address }) => Effect.flatMap(names.get(network, address), requireFresh)),
  ]),
  "JSON-RPC": makeCases(() => makeRpc({ tiers: [["https://a.test", "https://b.test"]] }))(
    [samples.jsonRpc, ({ request }) => request("eth_chainId")],
    [samples.jsonRpc, ({ pin }) => Effect.flatMap(pin, ({ request }) => request("eth_chainId"))],
  ),
}

/** A server with one response to each request, until the response is changed. */
const makeServer = () => {
  let reply = new Response()
  const fetch = makeFetch(async (request) => {
    if (request.method !== "POST" || !request.url.endsWith(".test/")) return reply.clone()
    // A node's response contains the request id.
    const { id } = z.object({ id: z.number() }).parse(await request.json())
    const text = (await reply.clone().text()).replace(`"id":${samples.jsonRpc.id}`, `"id":${id}`)
    return new Response(text, reply)
  })
  const give = (next: Response) => {
    reply = next
  }
  return { fetch, give }
}

const makeGoodReply = (sample: unknown) =>
  new Response(JSON.stringify(sample), {
    headers: { "content-type": sample === samples.image ? "image/svg+xml" : "application/json" },
  })

/**
 * Bytes in use after garbage collection: some objects are freed only after the turn in which they became unreachable.
 */
const measureHeap = async () => {
  setFlagsFromString("--expose-gc")
  const collect: unknown = runInNewContext("gc")
  if (typeof collect !== "function") throw new Error("There is no collector to call.")
  for (let times = 0; times < 10; times++) {
    collect()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return process.memoryUsage().heapUsed
}

/** Longer than any cache lifetime, breaker delay and `Retry-After` here. */
const idleTime = TestClock.adjust("10 minutes")

describe("API clients with arbitrary responses", { tags: ["full"] }, () => {
  it.effect.each(Object.entries(clients))(
    "returns a value or a typed error for any response, then a value for a valid one: %s",
    ([, client]) =>
      Effect.gen(function* () {
        // The platform parses many invalid dates as one of 2001.
        yield* TestClock.setTime(Date.UTC(2026))
        const server = makeServer()
        const cases = yield* Effect.provideService(client, Fetch, server.fetch)
        const run = Effect.runPromiseWith(yield* Effect.context())
        const outcomeOf = ({ call }: ReplyCase, reply: Response) => {
          server.give(reply)
          return run(Effect.andThen(idleTime, inVirtualTime(Effect.result(call))))
        }
        const hold = async (one: ReplyCase, replies: number | null) => {
          const property = fc.asyncProperty(makeMutatedReplies(one.sample), async (reply) => {
            const outcome = await outcomeOf(one, reply)
            if (Result.isSuccess(outcome)) return true
            return outcome.failure instanceof ApiError || outcome.failure instanceof RpcError
          })
          await fc.assert(property, replies === null ? {} : { numRuns: replies })
          expect(await outcomeOf(one, makeGoodReply(one.sample))).toMatchObject({ _tag: "Success" })
        }
        yield* Effect.promise(async () => {
          for (const one of cases)
            expect(await outcomeOf(one, makeGoodReply(one.sample))).toMatchObject({ _tag: "Success" })
          const replies = soak && Math.ceil(soak.replies / cases.length)
          // The first responses fill permanent memory: compiled code, object shapes, the platform's pools.
          if (soak !== null) for (const one of cases) await hold(one, 2000)
          const before = soak === null ? 0 : await measureHeap()
          for (const one of cases) await hold(one, replies)
          if (soak !== null) expect((await measureHeap()) - before).toBeLessThan(soak.heap)
        })
      }),
  )
})
