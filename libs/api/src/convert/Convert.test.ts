import { it } from "@effect/vitest"
import { Effect } from "effect"
import { expect } from "vitest"
import { recordRequests, sdk } from "../testing/recordRequests.ts"
import { makeConvert } from "./Convert.ts"

const network = "eip155:1"
const user = "eip155:1:0x2"
const from = "eip155:1:0xa"
const to = "eip155:1:0xb"
const pair = { network, user, from, to } as const
const caip = (address: string) => `eip155%3A1%3A${address}`
const json = "application/json"

it.effect("returns the tokens of a network", () =>
  Effect.gen(function* () {
    const token = { name: "A", symbol: "A", address: from, decimals: 6, logoUri: null, made_up: 1 }
    const { client, asked } = recordRequests(makeConvert, { tokens: [token] })
    expect(yield* client.tokens(network)).toEqual([token])
    expect(asked).toEqual([[`GET /v1/convert/tokens?chainId=eip155%3A1&${sdk}`, null, null]])
  }),
)

it.effect("sends a plain address for quotes", () =>
  Effect.gen(function* () {
    const quote = {
      id: null,
      fromAmount: "5",
      fromAccount: from,
      toAmount: "17259970548235021",
      toAccount: to,
    }
    const { client, asked } = recordRequests(makeConvert, { quotes: [quote] })
    const quotes = yield* client.quotes({ network, user: "0x2", from, to, amount: 10n ** 24n, gasPrice: 7n })
    expect(quotes).toEqual([quote])
    expect(asked).toEqual([
      [
        `GET /v1/convert/quotes?amount=1000000000000000000000000&userAddress=0x2&from=${caip("0xa")}&to=${caip("0xb")}&gasPrice=7&${sdk}`,
        json,
        null,
      ],
    ])
  }),
)

it.effect("decodes an unlimited allowance", () =>
  Effect.gen(function* () {
    const all = 2n ** 256n - 1n
    const { client, asked } = recordRequests(makeConvert, { allowance: `${all}` })
    expect(yield* client.allowance({ network, user, token: from })).toBe(all)
    expect(asked).toEqual([
      [`GET /v1/convert/allowance?tokenAddress=${caip("0xa")}&userAddress=${caip("0x2")}&${sdk}`, json, null],
    ])
  }),
)

it.effect("rejects an amount that is not an integer", () =>
  Effect.gen(function* () {
    for (const allowance of ["1.5", "", "-1", "1e3", 1, `1${"0".repeat(78)}`]) {
      const { client } = recordRequests(makeConvert, { allowance })
      const { reason } = yield* Effect.flip(client.allowance({ network, user, token: from }))
      expect(reason).toEqual({ _tag: "Malformed", field: "allowance" })
    }
  }),
)

it.effect("returns gas prices", () =>
  Effect.gen(function* () {
    const price = { standard: "60000000128", fast: "150000000128", instant: "195000000166" }
    const { client, asked } = recordRequests(makeConvert, price)
    expect(yield* client.gasPrice(network)).toEqual(price)
    expect(asked).toEqual([[`GET /v1/convert/gas-price?chainId=eip155%3A1&${sdk}`, json, null]])
  }),
)

it.effect("returns an approval transaction", () =>
  Effect.gen(function* () {
    const tx = { from, to, data: "0x095ea7b3", value: "0", eip155: { gasPrice: "7" } }
    const { client, asked } = recordRequests(makeConvert, { tx })
    expect(yield* client.buildApprove(pair)).toEqual(tx)
    expect(asked).toEqual([
      [
        `GET /v1/convert/build-approve?userAddress=${caip("0x2")}&from=${caip("0xa")}&to=${caip("0xb")}&${sdk}`,
        json,
        null,
      ],
    ])
  }),
)

const swap = {
  from: user,
  to: "eip155:1:0xc",
  data: "0x12",
  amount: "5",
  eip155: { gas: "253421", gasPrice: "7" },
}

it.effect("returns a swap transaction, with the project id in the body only", () =>
  Effect.gen(function* () {
    const { client, asked } = recordRequests(makeConvert, { tx: swap })
    expect(yield* client.buildTransaction({ ...pair, amount: 5n, slippage: 1 })).toEqual(swap)
    expect(asked).toEqual([
      [
        "POST /v1/convert/build-transaction",
        json,
        {
          amount: "5",
          eip155: { slippage: 1 },
          projectId: "p",
          from,
          to,
          userAddress: user,
          disableEstimate: true,
        },
      ],
    ])
  }),
)

it.effect("rejects calldata with half bytes", () =>
  Effect.gen(function* () {
    const { client } = recordRequests(makeConvert, { tx: { ...swap, data: "0x123" } })
    const error = yield* Effect.flip(client.buildTransaction({ ...pair, amount: 5n, slippage: 1 }))
    expect(error).toMatchObject({ reason: { _tag: "Malformed", field: "tx.data" } })
  }),
)

it.effect("returns an empty result or an error for an unserved network, without a request", () =>
  Effect.gen(function* () {
    const { client, asked } = recordRequests(makeConvert, {})
    const other = { ...pair, network: "eip155:2" } as const
    expect(yield* client.tokens("eip155:2")).toEqual([])
    expect(yield* client.quotes({ ...other, amount: 1n, gasPrice: 1n })).toEqual([])
    expect(yield* client.allowance({ ...other, token: from })).toBe(0n)
    const messages = [
      (yield* Effect.flip(client.gasPrice("eip155:2"))).message,
      (yield* Effect.flip(client.buildApprove(other))).message,
      (yield* Effect.flip(client.buildTransaction({ ...other, amount: 1n, slippage: 1 }))).message,
    ]
    expect(messages).toEqual([
      "Network not supported for Gas Price",
      "Network not supported for Swaps",
      "Network not supported for Swaps",
    ])
    expect(asked).toEqual([])
  }),
)
