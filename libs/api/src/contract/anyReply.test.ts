import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { it } from "@effect/vitest"
import type { Fetch } from "@wmodal/protocol"
import { Effect, Result } from "effect"
import fc from "fast-check"
import { describe, expect } from "vitest"
import { makeAnalytics, makeAnalyticsConfig } from "../analytics/Analytics.ts"
import { makeAuth } from "../auth/Auth.ts"
import { makeBlockchain } from "../blockchain/Blockchain.ts"
import { makeConvert } from "../convert/Convert.ts"
import { makeDirectory } from "../directory/Directory.ts"
import type { GatedOptions } from "../gate/ChainGate.ts"
import { makeHistory } from "../history/History.ts"
import { makeNames } from "../names/Names.ts"
import { makeOnramp, type Onramp } from "../onramp/Onramp.ts"
import { makePrices } from "../prices/Prices.ts"
import { makeSessions } from "../sessions/Sessions.ts"
import { mutated } from "../testing/mutated.ts"
import { recorded } from "../testing/recorded.ts"
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

interface Case {
  readonly sample: unknown
  readonly call: (reply: Response) => Effect.Effect<unknown, unknown>
}

/** A client's calls, each with a good reply to it. */
const client =
  <Client>(make: (options: GatedOptions) => Effect.Effect<Client, never, Fetch>) =>
  (...calls: readonly (readonly [unknown, (client: Client) => Effect.Effect<unknown, unknown>])[]) =>
    calls.map(([sample, call]): Case => ({ sample, call: (reply) => call(recorded(make, reply).client) }))

const events = (options: GatedOptions) =>
  makeAnalytics({
    ...options,
    enabled: true,
    page: () => ({ url: "https://app.test/", domain: "app.test" }),
    address: () => null,
    eventId: () => "id",
  })

const clients: Readonly<Record<string, readonly Case[]>> = {
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
}

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

const hold = async ({ sample, call }: Case, replies: number | null) => {
  const property = fc.asyncProperty(mutated(sample), async (reply) => {
    const outcome = await Effect.runPromise(Effect.result(call(reply)))
    return Result.isSuccess(outcome) || outcome.failure instanceof ApiError
  })
  await fc.assert(property, replies === null ? {} : { numRuns: replies })
}

describe("any reply at all is a value or a typed error, to the client of", () => {
  it.effect.each(Object.entries(clients))("%s", ([, cases]) =>
    Effect.promise(async () => {
      const replies = soak && Math.ceil(soak.replies / cases.length)
      // The first replies fill what stays: compiled code, shapes of objects, the pools of the platform.
      if (soak !== null) for (const one of cases) await hold(one, 2000)
      const before = soak === null ? 0 : await heapInUse()
      for (const one of cases) await hold(one, replies)
      if (soak !== null) expect((await heapInUse()) - before).toBeLessThan(soak.heap)
    }),
  )

  it.effect.each(Object.entries(clients))("%s, which knows a good one", ([, cases]) =>
    Effect.gen(function* () {
      for (const { sample, call } of cases) {
        const type = sample === samples.image ? "image/svg+xml" : "application/json"
        const good = new Response(JSON.stringify(sample), { headers: { "content-type": type } })
        expect(Result.isSuccess(yield* Effect.result(call(good)))).toBe(true)
      }
    }),
  )
})
