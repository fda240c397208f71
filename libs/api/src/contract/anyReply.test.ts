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
import type { Reading } from "../cache/KeyedCache.ts"
import { makeConvert } from "../convert/Convert.ts"
import { makeDirectory } from "../directory/Directory.ts"
import type { GatedOptions } from "../gate/ChainGate.ts"
import { gateBlockchain } from "../gate/GatedBlockchain.ts"
import { makeHistory } from "../history/History.ts"
import { makeIdentities } from "../identities/Identities.ts"
import { makeKnownNames } from "../names/KnownNames.ts"
import { makeNames } from "../names/Names.ts"
import { makeOnramp, type Onramp } from "../onramp/Onramp.ts"
import { type Holdings, makePortfolio } from "../portfolio/Portfolio.ts"
import { makePrices } from "../prices/Prices.ts"
import { makeSessions } from "../sessions/Sessions.ts"
import { mutated } from "../testing/mutated.ts"
import { gateOf } from "../testing/recorded.ts"
import { samples } from "../testing/samples.ts"
import { ApiError } from "./ApiError.ts"

/** `npm run soak`: so many replies for each client, and no more of the heap than this afterwards. */
const soak = process.env["WMODAL_SOAK"] === undefined ? null : { replies: 100_000, heap: 5_000_000 }

const network = "eip155:1"
const address = "0x2"
const account = `${network}:${address}` as const
const pair = { network, user: account, from: account, to: account, amount: 1n, slippage: 1 } as const
const signed = { network, coinType: 60, address, message: "{}", pci: "p", signature: "0x" } as const
const bought: Parameters<Onramp["quote"]>[0] = {
  network,
  payment: { id: "EUR", payment_method_limits: [] },
  purchase: { id: "1", name: "Ether", symbol: "ETH", networks: [] },
  amount: "1",
}
const page = { destinationWallets: [], defaultNetwork: "e", partnerUserId: "u" }
const activated = { pci: "p", context: "c" }

/** A good reply, and a call that it answers. A value that is stale counts as what it could not be read for. */
interface Case {
  readonly sample: unknown
  readonly call: Effect.Effect<unknown, unknown>
}

/** Somebody else at each call, and more of them than a cache remembers. */
let calls = 0
const holder = Effect.sync(() => ({ network, address: `0x${calls++ % 300}` }) as const)

const fresh = <A>({ stale, cause, value }: Reading<A, ApiError>) =>
  stale ? Effect.fail(cause) : Effect.succeed(value)

const held = (holdings: Holdings) => {
  if (holdings._tag === "Held") return fresh(holdings.reading)
  return Effect.fail(holdings._tag === "Unavailable" ? holdings.error.cause : holdings)
}

const gate = gateOf(network)

/** One client, and its calls. */
const client =
  <Client>(make: (options: GatedOptions) => Effect.Effect<Client, never, Fetch | Scope.Scope>) =>
  (...cases: readonly (readonly [unknown, (client: Client) => Effect.Effect<unknown, unknown>])[]) =>
    Effect.map(
      make({ baseUrl: "https://api.test", projectId: "p", sdk: "node-universal-0.1.0", gate }),
      (client) => cases.map(([sample, call]): Case => ({ sample, call: Effect.suspend(() => call(client)) })),
    )

const events = (options: GatedOptions) =>
  makeAnalytics({
    ...options,
    enabled: true,
    page: () => ({ url: "https://app.test/", domain: "app.test" }),
    address: () => null,
    eventId: () => "id",
  })

const gated = (options: GatedOptions) =>
  Effect.map(makeBlockchain(options), (blockchain) => ({
    blockchain: gateBlockchain(blockchain, gate),
    gate,
  }))

const clients: Readonly<Record<string, Effect.Effect<readonly Case[], never, Fetch | Scope.Scope>>> = {
  directory: client(makeDirectory)(
    [samples.getWallets, ({ wallets }) => wallets({})],
    [samples.image, ({ walletImage }) => walletImage("a")],
    [samples.image, ({ assetImage }) => assetImage("a")],
    [samples.image, ({ tokenImage }) => tokenImage("ETH")],
    [samples.image, ({ currencyImage }) => currencyImage("USD")],
  ),
  analytics: client(events)([samples.postAnalyticsEvent, ({ send }) => send({ type: "track", event: "E" })]),
  "analytics config": client(makeAnalyticsConfig)([samples.getAnalyticsConfig, (wanted) => wanted]),
  auth: client(makeAuth)(
    [samples.getAuthNonce, ({ nonce }) => nonce("s")],
    [samples.postAuthenticate, ({ authenticate }) => authenticate({ ...signed, nonceToken: "n" })],
    [samples.getAuthMe, ({ me }) => me("s")],
    [samples.done, ({ updateMetadata }) => updateMetadata("s", {})],
    [samples.done, ({ signOut }) => signOut("s")],
  ),
  blockchain: client(makeBlockchain)(
    [samples.getSupportedChains, ({ supportedChains }) => supportedChains],
    [samples.getIdentity, ({ identity }) => identity({ address })],
    [samples.getBalance, ({ balance }) => balance({ address })],
  ),
  history: client(makeHistory)([samples.getHistory, (history) => history.page({ network, address })]),
  convert: client(makeConvert)(
    [samples.getConvertTokens, ({ tokens }) => tokens(network)],
    [samples.getConvertQuotes, ({ quotes }) => quotes({ ...pair, gasPrice: 1n })],
    [samples.getConvertAllowance, ({ allowance }) => allowance({ ...pair, token: account })],
    [samples.getConvertGasPrice, ({ gasPrice }) => gasPrice(network)],
    [samples.getBuildApprove, ({ buildApprove }) => buildApprove(pair)],
    [samples.postBuildTransaction, ({ buildTransaction }) => buildTransaction(pair)],
  ),
  prices: client(makePrices)([samples.postFungiblePrice, ({ price }) => price({ network, token: account })]),
  names: client(makeNames)(
    [samples.getNameAccount, (names) => names.account(network, "a")],
    [samples.getNameReverse, ({ reverse }) => reverse(signed)],
    [samples.getNameSuggestions, ({ suggestions }) => suggestions({ network, name: "a", zone: "z" })],
    [samples.getNameAccount, ({ register }) => register(signed)],
  ),
  onramp: client(makeOnramp)(
    [samples.getOnrampOptions, ({ options }) => options(network)],
    [samples.postOnrampQuote, ({ quote }) => quote(bought)],
    [samples.postOnrampUrl, ({ url }) => url(network, page)],
  ),
  sessions: client(makeSessions)(
    [samples.getSessions, ({ list }) => list(network, account)],
    [samples.postSession, ({ open }) => open(network, account, {})],
    [samples.done, ({ activate }) => activate(network, account, activated)],
    [samples.done, ({ revoke }) => revoke(signed)],
  ),
  portfolio: client((options) => Effect.flatMap(gated(options), makePortfolio))(
    [samples.getBalance, ({ read }) => Effect.flatMap(Effect.flatMap(holder, read), held)],
    [
      samples.getBalance,
      ({ renew }) => Effect.flatMap(holder, (one) => Effect.flatMap(renew(one, [account]), held)),
    ],
  ),
  identities: client((options) => Effect.flatMap(gated(options), makeIdentities))([
    samples.getIdentity,
    (identities) =>
      Effect.flatMap(holder, ({ address }) => Effect.flatMap(identities.of(network, address), fresh)),
  ]),
  "known names": client((options) =>
    Effect.flatMap(makeNames(options), (names) => makeKnownNames({ names, gate })),
  )([
    samples.getNameReverse,
    (names) => Effect.flatMap(holder, ({ address }) => Effect.flatMap(names.of(network, address), fresh)),
  ]),
  "JSON-RPC": client(() => makeRpc({ tiers: [["https://a.test", "https://b.test"]] }))(
    [samples.jsonRpc, ({ request }) => request("eth_chainId")],
    [samples.jsonRpc, ({ pin }) => Effect.flatMap(pin, ({ request }) => request("eth_chainId"))],
  ),
}

/** A server that gives the same reply to each request, until it is told of another. */
const makeServer = () => {
  let reply = new Response()
  const fetch = makeFetch(async (request) => {
    if (request.method !== "POST" || !request.url.endsWith(".test/")) return reply.clone()
    // A node says which request it answers.
    const { id } = z.object({ id: z.number() }).parse(await request.json())
    const text = (await reply.clone().text()).replace(`"id":${samples.jsonRpc.id}`, `"id":${id}`)
    return new Response(text, reply)
  })
  const give = (next: Response) => {
    reply = next
  }
  return { fetch, give }
}

const goodReply = (sample: unknown) =>
  new Response(JSON.stringify(sample), {
    headers: { "content-type": sample === samples.image ? "image/svg+xml" : "application/json" },
  })

/** Bytes in use once everything has gone that can go: some of it goes only after the turn in which it was found. */
const heapInUse = async () => {
  setFlagsFromString("--expose-gc")
  const collect: unknown = runInNewContext("gc")
  if (typeof collect !== "function") throw new Error("There is no collector to call.")
  for (let times = 0; times < 10; times++) {
    collect()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return process.memoryUsage().heapUsed
}

/** Longer than anything read stays fresh, any breaker stays open, and any reply here asks to be left alone. */
const rest = TestClock.adjust("10 minutes")

describe("any reply at all is a value or a typed error, and the next good one is a value, to the client of", () => {
  it.effect.each(Object.entries(clients))("%s", ([, client]) =>
    Effect.gen(function* () {
      // Half of what is no date at all is one of 2001 to the platform.
      yield* TestClock.setTime(Date.UTC(2026))
      const server = makeServer()
      const cases = yield* Effect.provideService(client, Fetch, server.fetch)
      const run = Effect.runPromiseWith(yield* Effect.context())
      const outcomeOf = ({ call }: Case, reply: Response) => {
        server.give(reply)
        return run(Effect.andThen(rest, inVirtualTime(Effect.result(call))))
      }
      const hold = async (one: Case, replies: number | null) => {
        const property = fc.asyncProperty(mutated(one.sample), async (reply) => {
          const outcome = await outcomeOf(one, reply)
          if (Result.isSuccess(outcome)) return true
          return outcome.failure instanceof ApiError || outcome.failure instanceof RpcError
        })
        await fc.assert(property, replies === null ? {} : { numRuns: replies })
        expect(await outcomeOf(one, goodReply(one.sample))).toMatchObject({ _tag: "Success" })
      }
      yield* Effect.promise(async () => {
        for (const one of cases)
          expect(await outcomeOf(one, goodReply(one.sample))).toMatchObject({ _tag: "Success" })
        const replies = soak && Math.ceil(soak.replies / cases.length)
        // The first replies fill what stays: compiled code, shapes of objects, the pools of the platform.
        if (soak !== null) for (const one of cases) await hold(one, 2000)
        const before = soak === null ? 0 : await heapInUse()
        for (const one of cases) await hold(one, replies)
        if (soak !== null) expect((await heapInUse()) - before).toBeLessThan(soak.heap)
      })
    }),
  )
})
