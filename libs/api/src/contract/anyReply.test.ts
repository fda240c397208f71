import { it } from "@effect/vitest"
import { Effect, Result } from "effect"
import fc from "fast-check"
import { describe, expect } from "vitest"
import { makeAnalyticsConfig } from "../analytics/Analytics.ts"
import { makeConvert } from "../convert/Convert.ts"
import { makeHistory } from "../history/History.ts"
import { makeNames } from "../names/Names.ts"
import { mockedQuote } from "../onramp/defaults.ts"
import { makeOnramp, type Onramp } from "../onramp/Onramp.ts"
import { makePrices } from "../prices/Prices.ts"
import { makeSessions } from "../sessions/Sessions.ts"
import { recorded } from "../testing/recorded.ts"

const network = "eip155:1"
const account = "eip155:1:0x2"
const pair = { network, user: account, from: account, to: account, amount: 1n, slippage: 1 } as const
const signed = { network, coinType: 60, address: "0x2", message: "{}", pci: "p", signature: "0x" } as const
const zone = { network, name: "a", zone: "z" } as const
const bought: Parameters<Onramp["quote"]>[0] = {
  network,
  payment: { id: "EUR", payment_method_limits: [] },
  purchase: { id: "1", name: "Ether", symbol: "ETH", networks: [] },
  amount: "1",
}
const page = { destinationWallets: [], defaultNetwork: "e", partnerUserId: "u" }

/** Every call, with this as its reply. */
const calls: Record<string, (reply: Response) => Effect.Effect<unknown, unknown>> = {
  history: (reply) => recorded(makeHistory, reply).client.page({ network, address: "0x2" }),
  tokens: (reply) => recorded(makeConvert, reply).client.tokens(network),
  quotes: (reply) => recorded(makeConvert, reply).client.quotes({ ...pair, gasPrice: 1n }),
  allowance: (reply) => recorded(makeConvert, reply).client.allowance({ ...pair, token: account }),
  "gas price": (reply) => recorded(makeConvert, reply).client.gasPrice(network),
  "an approval": (reply) => recorded(makeConvert, reply).client.buildApprove(pair),
  "a swap": (reply) => recorded(makeConvert, reply).client.buildTransaction(pair),
  price: (reply) => recorded(makePrices, reply).client.price({ network, token: account }),
  "a name": (reply) => recorded(makeNames, reply).client.account(network, "a"),
  "names of an address": (reply) => recorded(makeNames, reply).client.reverse(signed),
  suggestions: (reply) => recorded(makeNames, reply).client.suggestions(zone),
  registration: (reply) => recorded(makeNames, reply).client.register(signed),
  sessions: (reply) => recorded(makeSessions, reply).client.list(network, account),
  revocation: (reply) => recorded(makeSessions, reply).client.revoke(signed),
  "onramp options": (reply) => recorded(makeOnramp, reply).client.options(network),
  "an onramp page": (reply) => recorded(makeOnramp, reply).client.url(network, page),
  "analytics config": (reply) => recorded(makeAnalyticsConfig, reply).client,
  "an onramp quote": (reply) => recorded(makeOnramp, reply).client.quote(bought),
}

const names = [
  ..."data next tokens quotes allowance tx fungibles addresses suggestions pcis url standard".split(" "),
  ...Object.keys(mockedQuote("1", "USD")),
  ..."metadata transfers eip155 from to data value amount gas __proto__ constructor 60".split(" "),
]

/** What looks like a reply, what is JSON, and what is not even that. */
const reply = fc.oneof(
  fc
    .letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.jsonValue({ maxDepth: 1 }),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.array(fc.tuple(fc.constantFrom(...names), tie("value")), { maxLength: 6 }).map(Object.fromEntries),
      ),
    }))
    .value.map((value) => JSON.stringify(value)),
  fc.string(),
)

describe("any reply at all is a value or an error of the contract, to", () => {
  it.effect.each(Object.entries(calls))("%s", ([, call]) =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(reply, async (text) => {
          const outcome = await Effect.runPromise(Effect.result(call(new Response(text))))
          if (Result.isFailure(outcome)) {
            expect(outcome.failure).toMatchObject({ _tag: "ApiError", reason: { _tag: "Malformed" } })
          }
        }),
      ),
    ),
  )
})
